import type { Behavior } from '../../src/protocol/behavior.js';
import type { ApiName } from '../../src/protocol/service.js';
import { requestInit } from './api.js';
import { SuccessStatuses } from './success-statuses.js';
import { expectJson, type ReceivedAnswer, type Target, TargetProblem } from './target.js';
import { OwnTraffic } from './traffic/own-traffic.js';

/** The paths that show first whether an API answers. */
const probes: Readonly<Record<ApiName, string>> = {
  'public-api': '/public-api/v1/brief',
  'user-data': '/user-data/v1/preference-hierarchy',
  'user-preference': '/user-preference/v1/preference-hierarchy',
};

/** The number of unanswered requests in a row after which nothing more is sent. */
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
  /** Whether the server is the mock. */
  readonly ours: boolean;
  readonly statuses = new SuccessStatuses();
  readonly traffic: OwnTraffic;
  readonly #signal: AbortSignal | undefined;
  readonly #probes = new Map<ApiName, Promise<TargetProblem | undefined>>();
  readonly #rejected = new Map<string, Promise<boolean>>();
  #failures = 0;
  #lost: TargetProblem | undefined;

  constructor(
    options: Pick<
      Context,
      'target' | 'run' | 'behavior' | 'tokens' | 'serviceToken' | 'origins' | 'callers' | 'ours'
    > & {
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
    this.ours = options.ours;
    this.traffic = new OwnTraffic(options.behavior, options.writes);
    this.#signal = options.signal;
  }

  /** The start of the name of every record of this run. */
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

  /** Sends a request, as long as the server answers, and judges the answer. @throws TargetProblem */
  async send(method: string, path: string, init: RequestInit): Promise<ReceivedAnswer> {
    const answer = await this.#request(method, path, init);
    this.traffic.add(method, path, answer);
    return answer;
  }

  async #request(method: string, path: string, init: RequestInit): Promise<ReceivedAnswer> {
    if (this.#lost !== undefined) throw this.#lost;
    try {
      const answer = await this.target.send(method, path, init);
      this.#failures = 0;
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
    const probe = this.#probe(api);
    this.#probes.set(api, probe);
    return probe;
  }

  /** Whether the server rejects the token of a reader. @throws TargetProblem */
  isRejected(email: string): Promise<boolean> {
    const known = this.#rejected.get(email);
    if (known !== undefined) return known;
    const init = requestInit({ token: this.tokens.get(email) });
    const rejected = this.#request('GET', probes['public-api'], init).then(({ status }) => status === 401);
    this.#rejected.set(email, rejected);
    return rejected;
  }

  /** The readers whose tokens the server rejects. @throws TargetProblem */
  async rejectedReaders(): Promise<readonly string[]> {
    const rejected: string[] = [];
    for (const email of this.tokens.keys()) if (await this.isRejected(email)) rejected.push(email);
    return rejected;
  }

  async #probe(api: ApiName): Promise<TargetProblem | undefined> {
    const path = probes[api];
    const { serviceToken } = this;
    try {
      const answer = await this.#request('GET', path, api === 'public-api' ? {} : requestInit({ token: serviceToken }));
      expectJson(path, answer);
      if (api !== 'public-api') {
        if (answer.status !== 401) return undefined;
        return new TargetProblem(
          'token',
          serviceToken === undefined
            ? `${api} asks for a service token (--service-token <token>)`
            : `${api} rejects the service token`,
        );
      }
      // Without a valid token, nothing is known about an API that answers 401 to everything.
      const rejected = await this.rejectedReaders();
      if (rejected.length === 0 || rejected.length < this.tokens.size) return undefined;
      return new TargetProblem('token', rejectionOf(rejected));
    } catch (error) {
      if (error instanceof TargetProblem) return error;
      throw error;
    }
  }
}

/** Says which readers' tokens are rejected. */
export function rejectionOf(emails: readonly string[]): string {
  const tokens = emails.length === 1 ? 'the token' : 'the tokens';
  return `the server rejects ${tokens} of ${emails.join(', ')}`;
}

export function markerOf(run: string): string {
  return `conform-${run}-`;
}
