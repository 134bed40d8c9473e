import type { Behavior } from '../../src/protocol/behavior.js';
import type { ApiName } from '../../src/protocol/service.js';
import { SuccessStatuses } from './success-statuses.js';
import { expectJson, type Target, TargetProblem } from './target.js';
import { OwnTraffic } from './traffic/own-traffic.js';

/** The paths that show first whether an API answers. */
const probes: Readonly<Record<ApiName, string>> = {
  'public-api': '/public-api/v1/brief',
  'user-data': '/user-data/v1/preference-hierarchy',
  'user-preference': '/user-preference/v1/preference-hierarchy',
};

/** After so many requests in a row that are not answered, nothing more is sent. */
const PATIENCE = 3;

/** What all cases of a run share. */
export class Context {
  readonly target: Target;
  /** Eight characters that no other run has. */
  readonly run: string;
  readonly behavior: Behavior;
  /** By e-mail, in lower case. */
  readonly tokens: ReadonlyMap<string, string>;
  readonly serviceToken: string | undefined;
  readonly origins: readonly string[];
  readonly callers: readonly string[];
  readonly statuses = new SuccessStatuses();
  readonly traffic: OwnTraffic;
  readonly #signal: AbortSignal | undefined;
  readonly #probes = new Map<ApiName, Promise<TargetProblem | undefined>>();
  #failures = 0;
  #lost: TargetProblem | undefined;

  constructor(
    options: Pick<Context, 'target' | 'run' | 'behavior' | 'tokens' | 'serviceToken' | 'origins' | 'callers'> & {
      signal: AbortSignal | undefined;
      /** Whether the run may create records. */
      writes: boolean;
    },
  ) {
    this.target = options.target;
    this.run = options.run;
    this.behavior = options.behavior;
    this.tokens = options.tokens;
    this.serviceToken = options.serviceToken;
    this.origins = options.origins;
    this.callers = options.callers;
    this.traffic = new OwnTraffic(options.behavior, options.writes);
    this.#signal = options.signal;
  }

  /** The beginning of the name of every record of this run. */
  get marker(): string {
    return markerOf(this.run);
  }

  get isInterrupted(): boolean {
    return this.#signal?.aborted === true;
  }

  /** The problem because of which nothing more is sent. */
  get lost(): TargetProblem | undefined {
    return this.#lost;
  }

  /** Sends a request, as long as the server answers. @throws TargetProblem */
  async send(method: string, path: string, init: RequestInit) {
    if (this.#lost !== undefined) throw this.#lost;
    try {
      const answer = await this.target.send(method, path, init);
      this.#failures = 0;
      this.traffic.add(method, path, answer);
      return answer;
    } catch (error) {
      if (error instanceof TargetProblem && (++this.#failures >= PATIENCE || error.kind === 'rate-limit'))
        this.#lost = error;
      throw error;
    }
  }

  /** The problem of an API; undefined if it answers with JSON. */
  problemOf(api: ApiName): Promise<TargetProblem | undefined> {
    const known = this.#probes.get(api);
    if (known !== undefined) return known;
    const probe = this.#probe(probes[api]);
    this.#probes.set(api, probe);
    return probe;
  }

  async #probe(path: string): Promise<TargetProblem | undefined> {
    try {
      expectJson(path, await this.send('GET', path, {}));
      return undefined;
    } catch (error) {
      if (error instanceof TargetProblem) return error;
      throw error;
    }
  }
}

export function markerOf(run: string): string {
  return `conform-${run}-`;
}
