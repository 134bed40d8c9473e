import { getOrInsert } from '../../src/foundation/get-or-insert.js';
import type { Behavior } from '../../src/protocol/behavior.js';
import type { ApiName } from '../../src/protocol/service.js';
import { requestInit } from './api.js';
import { SuccessStatuses } from './success-statuses.js';
import { expectJson, needsServiceToken, type ReceivedAnswer, type Target, TargetProblem } from './target.js';
import { OwnTraffic } from './traffic/own-traffic.js';

/** The paths that show first whether an API answers. */
const probes: Readonly<Record<ApiName, string>> = {
  'public-api': '/public-api/v1/brief',
  'user-data': '/user-data/v1/preference-hierarchy',
  'user-preference': '/user-preference/v1/preference-hierarchy',
};

/** The number of unanswered requests in a row after which nothing more is sent. */
const PATIENCE = 3;

/** How a run compares, and with what. */
export interface RunSettings {
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
  readonly signal: AbortSignal | undefined;
  /** Whether the run may create records. */
  readonly writes: boolean;
}

/** What all cases of a run share. */
export class Context {
  readonly settings: RunSettings;
  readonly statuses = new SuccessStatuses();
  readonly traffic: OwnTraffic;
  /** The problem because of which nothing more is sent. */
  lost: TargetProblem | undefined;
  readonly #probes = new Map<ApiName, Promise<TargetProblem | undefined>>();
  #rejected: Promise<readonly string[]> | undefined;
  #failures = 0;
  /** Whether a token was rejected that is one of the settings. */
  #hasRejected = false;

  constructor(settings: RunSettings) {
    this.settings = settings;
    this.traffic = new OwnTraffic(settings.behavior, settings.writes);
  }

  get isInterrupted(): boolean {
    return this.settings.signal?.aborted === true;
  }

  /** Sends a request, as long as the server answers, and judges the answer. @throws TargetProblem */
  async send(method: string, path: string, init: RequestInit): Promise<ReceivedAnswer> {
    const answer = await this.#request(method, path, init);
    this.traffic.add(method, path, answer);
    if (answer.status === 401 && this.#hasToken(init)) this.#hasRejected = true;
    return answer;
  }

  #hasToken({ headers }: RequestInit): boolean {
    const { tokens, serviceToken } = this.settings;
    const sent = new Headers(headers).get('authorization');
    return [...tokens.values(), serviceToken].some((token) => sent === `Bearer ${token}`);
  }

  async #request(method: string, path: string, init: RequestInit): Promise<ReceivedAnswer> {
    if (this.lost !== undefined) throw this.lost;
    try {
      const answer = await this.settings.target.send(method, path, init);
      this.#failures = 0;
      return answer;
    } catch (error) {
      if (error instanceof TargetProblem && (++this.#failures >= PATIENCE || error.kind === 'rate-limit'))
        this.lost = error;
      throw error;
    }
  }

  /** The problem of an API; undefined if it answers with JSON. */
  problemOf(api: ApiName): Promise<TargetProblem | undefined> {
    return getOrInsert(this.#probes, api, () => this.#probe(api));
  }

  /** The readers whose tokens the server rejects. @throws TargetProblem */
  rejectedReaders(): Promise<readonly string[]> {
    this.#rejected ??= this.#searchRejected();
    return this.#rejected;
  }

  /**
   * The problems of APIs that had none at the start. Asks only if a token was rejected: it may have expired, or may just not suffice for
   * what was asked.
   */
  async newProblems(): Promise<readonly TargetProblem[]> {
    if (!this.#hasRejected || this.lost !== undefined || this.isInterrupted) return [];
    const problems: TargetProblem[] = [];
    for (const [api, probing] of this.#probes) {
      if ((await probing) !== undefined) continue;
      const problem = await (api === 'public-api' ? this.#probeReaders() : this.#probe(api));
      if (problem === undefined) continue;
      const advice = problem.kind === 'token' ? '; it may have expired: pass a fresh one' : '';
      const message = `${problem.message}, which it did not do when the run began${advice}`;
      problems.push(new TargetProblem(problem.kind, message));
    }
    return problems;
  }

  async #searchRejected(): Promise<readonly string[]> {
    const rejected: string[] = [];
    for (const [email, token] of this.settings.tokens) {
      const { status } = await this.#request('GET', probes['public-api'], requestInit({ token }));
      if (status === 401) rejected.push(email);
    }
    return rejected;
  }

  #probe(api: ApiName): Promise<TargetProblem | undefined> {
    const path = probes[api];
    const { serviceToken, tokens } = this.settings;
    return problemIn(async () => {
      const answer = await this.#request('GET', path, api === 'public-api' ? {} : requestInit({ token: serviceToken }));
      expectJson(path, answer);
      if (api !== 'public-api') {
        if (answer.status !== 401) return undefined;
        return new TargetProblem(
          'token',
          serviceToken === undefined ? needsServiceToken(api) : `${api} rejects the service token`,
        );
      }
      // Without a valid token, nothing is known about an API that answers 401 to everything.
      const rejected = await this.rejectedReaders();
      if (rejected.length === 0 || rejected.length < tokens.size) return undefined;
      return new TargetProblem('token', rejectionOf(rejected));
    });
  }

  /** The problem of tokens that were accepted at the start. */
  #probeReaders(): Promise<TargetProblem | undefined> {
    return problemIn(async () => {
      const known = await this.rejectedReaders();
      const rejected = (await this.#searchRejected()).filter((email) => !known.includes(email));
      return rejected.length === 0 ? undefined : new TargetProblem('token', rejectionOf(rejected));
    });
  }
}

/** The problem that a probe finds, or with which it fails. */
async function problemIn(probe: () => Promise<TargetProblem | undefined>): Promise<TargetProblem | undefined> {
  try {
    return await probe();
  } catch (error) {
    if (error instanceof TargetProblem) return error;
    throw error;
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
