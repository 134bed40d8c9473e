import { connectionProblem } from '../../src/foundation/connection-problem.js';
import { machineMilliseconds, machineTime } from '../../src/foundation/machine.js';
import { parseJson } from '../../src/foundation/parse-json.js';
import type { Json } from './case.js';

/** Why a server cannot be compared. */
export type ProblemKind = 'timeout' | 'rate-limit' | 'html' | 'redirect' | 'connection' | 'absent' | 'token';

/** No answer of the server can be compared. The message is one line. */
export class TargetProblem extends Error {
  override readonly name = 'TargetProblem';
  readonly kind: ProblemKind;

  constructor(kind: ProblemKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The problem of an API that requires a service token, when none is given. */
export function needsServiceToken(api: string): string {
  return `${api} asks for a service token (--service-token <token>)`;
}

/** The longest single wait that `Retry-After` may ask for, and that of all together, in seconds. */
const LONGEST_WAIT = 30;
const ALL_WAITS = 120;
/** How often a request is repeated that gets 429 without a wait in `Retry-After`: without the header, after a second each. */
const ATTEMPTS = 5;
/** A gateway answers so, in place of a server that is down. */
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];

export interface TargetOptions {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly timeoutSeconds: number;
}

/** An answer as it was received. */
export interface ReceivedAnswer {
  /** The address of the request. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; the text of one that is not JSON; undefined without one. */
  readonly body: Json;
}

/** The server that is compared with the mock. */
export class Target {
  /** The number of requests so far. */
  requests = 0;
  readonly #options: TargetOptions;
  #waited = 0;
  /** Resolves when requests may be sent again after 429. */
  #pause: Promise<void> | undefined;
  /** When it ends, in milliseconds of the machine. */
  #pauseEnd = 0;

  constructor(options: TargetOptions) {
    this.#options = options;
  }

  /** @throws TargetProblem */
  async send(method: string, path: string, init: RequestInit = {}): Promise<ReceivedAnswer> {
    for (let attempt = 1; ; attempt++) {
      await this.#pause;
      const answer = await this.#sendOnce(method, path, init);
      if (answer.status !== 429) return answer;
      this.#pause = this.#waitFor(answer.headers, attempt);
      // Handled even if nothing awaits it any longer.
      this.#pause.catch(() => {});
    }
  }

  async #sendOnce(method: string, path: string, init: RequestInit): Promise<ReceivedAnswer> {
    const { baseUrl, fetch, timeoutSeconds } = this.#options;
    const timeout = new AbortController();
    const { signal } = timeout;
    const url = baseUrl + path;
    const request = new Request(url, { ...init, method, redirect: 'manual', signal });
    this.requests++;
    // Ends with the answer, whereas that of `AbortSignal.timeout` keeps everything about a request until its time is over.
    const timer = setTimeout(() => timeout.abort(), timeoutSeconds * 1000);
    // A `fetch` of the caller may ignore the signal.
    const abortion = abortionOf(signal);
    try {
      const response = await Promise.race([fetch(request), abortion]);
      if (response.type === 'error') throw new TypeError('network error');
      const text = await Promise.race([response.text(), abortion]);
      const { status, headers } = response;
      if (GATEWAY_STATUSES.includes(status)) {
        const message = `${method} ${path} is answered with ${status}; the server is not available`;
        throw new TargetProblem('connection', message);
      }
      return { url, status, headers, text, body: text === '' ? undefined : parseJson(text, text) };
    } catch (error) {
      if (error instanceof TargetProblem) throw error;
      if (signal.aborted)
        throw new TargetProblem('timeout', `${method} ${path} was not answered within ${timeoutSeconds} s`);
      throw new TargetProblem('connection', `${method} ${path} was not answered: ${connectionProblem(error)}`);
    } finally {
      clearTimeout(timer);
    }
  }

  async #waitFor(headers: Headers, attempt: number): Promise<void> {
    const asked = secondsAskedFor(headers);
    const seconds = asked ?? 1;
    const now = machineMilliseconds();
    // Requests that were sent together wait together.
    const paused = Math.max(0, this.#pauseEnd - now) / 1000;
    const more = Math.max(0, seconds - paused);
    const limited = (detail: string) => new TargetProblem('rate-limit', `the server limits requests (429)${detail}`);
    if (seconds > LONGEST_WAIT) throw limited(`, and asks to wait ${seconds} s`);
    if (this.#waited + more > ALL_WAITS) throw limited(`, and asks to wait more than ${ALL_WAITS} s in all`);
    // Others may take the turn for which a request has waited as long as it was asked to.
    if (!asked && attempt > ATTEMPTS) throw limited('');
    this.#waited += more;
    this.#pauseEnd = now + (paused + more) * 1000;
    await new Promise((resolve) => setTimeout(resolve, this.#pauseEnd - now));
  }
}

function abortionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

/** The seconds in `Retry-After`, which is a number or a date by the clock of the server; undefined if it has neither. */
function secondsAskedFor(headers: Headers): number | undefined {
  const retryAfter = headers.get('retry-after');
  if (retryAfter === null) return undefined;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(retryAfter);
  const now = Date.parse(headers.get('date') ?? machineTime());
  return Number.isNaN(at - now) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/** @throws TargetProblem if the first answer of an API does not come from the API. */
export function expectJson(path: string, { url, status, headers, text }: ReceivedAnswer): void {
  if (status >= 300 && status < 400) {
    const location = headers.get('location') ?? 'another page';
    const base = otherBase(url, location, path);
    const advice = base === undefined ? 'is a login missing?' : `pass ${base} as the URL of the server`;
    throw new TargetProblem('redirect', `GET ${path} is redirected to ${location}; ${advice}`);
  }
  if (/^\s*</.test(text) || headers.get('content-type')?.startsWith('text/html')) {
    throw new TargetProblem('html', `GET ${path} is answered with HTML instead of JSON (${status})`);
  }
  if (status === 404) throw new TargetProblem('absent', `GET ${path} is answered with 404; is the URL right?`);
}

/** The other URL below which a server has the path of an API, to which it redirects: such as one with https. */
function otherBase(url: string, location: string, path: string): string | undefined {
  if (!URL.canParse(location, url)) return undefined;
  const { origin, pathname } = new URL(location, url);
  const moved = origin + pathname;
  return moved.endsWith(path) && !url.startsWith(moved) ? moved.slice(0, -path.length) : undefined;
}
