import { machineMilliseconds } from '../foundation/clock.js';
import { MockError } from '../foundation/mock-error.js';
import { randomFor } from '../foundation/random.js';
import { MethodNotAllowed, statusOf, toMockError } from '../protocol/http-status.js';
import type { Listener, Match, Service } from '../protocol/service.js';
import { type FaultRule, millisecondsOf, type Strike } from '../session/fault-rules.js';
import { type Note, placesOf } from '../session/request-journal.js';
import type { Session } from '../session/session.js';
import type { Sessions } from '../session/session-store.js';
import { type Remembered, repeated, type Success } from './response-cache.js';

/** The longest URL that is looked at, in characters: what a server reads of headers in all is little more. */
const URL_LIMIT = 15 * 1024;

/** A request: where it comes from, and where it says it is to go. */
export interface Arrival {
  readonly request: Request;
  readonly sessions: Sessions;
  /** The session of requests that name none. */
  readonly session: Session;
  readonly listener: Listener | undefined;
  /** The name of a session, where the request has one. */
  readonly named: string | undefined;
  /** The session that the request is in; undefined where it names one that there is not. */
  readonly found: Session | undefined;
  /** The path below the base URL and the session. */
  readonly path: string;
  /** Set where a fault rule breaks the connection: what is answered is not to be sent. */
  aborted: boolean;
}

/** What is to be sent; a body is JSON, and the status 0 a broken connection. */
interface Answer {
  readonly status: number;
  /** JSON; undefined for none. */
  readonly body?: string | undefined;
  readonly headers?: Record<string, string>;
  /** What the journal notes of it, where that was made already. */
  readonly note?: Note;
}

/** One request on its way: who may ask, in which session, what strikes it, how it is answered and noted. */
export class Exchange {
  readonly request: Request;
  readonly sessions: Sessions;
  readonly session: Session;
  readonly #service: Service | undefined;
  readonly #match: Match | undefined;
  readonly #arrival: Arrival;
  readonly #startedAt = machineMilliseconds();
  readonly #requestId: string;
  readonly #number: number;
  readonly #seed: number;
  readonly #journalAge: number;
  readonly #refusal: unknown;
  #strike: Strike | undefined;
  #reason: string | undefined;

  /** A request that no route answers may still be for a service. */
  constructor(arrival: Arrival, match: Match | undefined, service = match?.service) {
    const { request, sessions, named, found } = arrival;
    this.request = request;
    this.sessions = sessions;
    this.#service = service;
    this.#match = match;
    this.#arrival = arrival;
    let session = found;
    try {
      // Who may not ask makes no session either.
      service?.guard?.(request.headers, arrival.listener);
      if (named !== undefined) session ??= sessions.begin(named);
      if (request.url.length > URL_LIMIT) {
        throw new MockError('uri_too_long', `The URL is longer than ${URL_LIMIT} characters`);
      }
    } catch (error) {
      this.#refusal = error;
    }
    // What can be in no session is refused, and noted, where requests are that name none.
    this.session = session ?? arrival.session;
    sessions.touch(this.session);
    this.#requestId = this.session.nextRequestId();
    // A request may reset the session that it is in.
    this.#number = this.session.requests;
    this.#seed = this.session.state.seed;
    this.#journalAge = this.session.journal.emptied;
  }

  /** Answers with what `handle` makes or throws, unless a fault rule says otherwise. */
  answer(handle: () => unknown): Response | Promise<Response> {
    return this.#unlessStruck(() => {
      const result = handle();
      if (result instanceof Promise) {
        return result.then(
          (result) => this.#send(this.#success(result)),
          (error) => this.#send(this.#failure(error)),
        );
      }
      const answer = this.#success(result);
      this.#remember(answer);
      return this.#send(answer);
    });
  }

  /** Answers what the same request was answered before, unless a fault rule says otherwise. */
  repeat(known: Remembered): Response | Promise<Response> {
    return this.#unlessStruck(() => this.#send(repeated(known, this.#requestId)));
  }

  #unlessStruck(send: () => Response | Promise<Response>): Response | Promise<Response> {
    try {
      if (this.#refusal !== undefined) throw this.#refusal;
      const rule = this.#struck();
      if (rule !== undefined && (rule.abort || rule.status !== undefined || rule.body !== undefined)) {
        return this.#send(this.#fault(rule));
      }
      return send();
    } catch (error) {
      return this.#send(this.#failure(error));
    }
  }

  /** Remembers the answer to a read of the mocked APIs, unless more of the headers counts than tells who asks. */
  #remember(answer: Success): void {
    const match = this.#match;
    if (match === undefined || this.request.method !== 'GET' || match.route.headers !== undefined || !this.#isApi)
      return;
    this.session.answers.remember(this.request, match, answer, this.#toldId());
  }

  /** The id of the request, if the body of a success tells it. */
  #toldId(): string | undefined {
    return this.#service?.envelope.request_id && this.#requestId;
  }

  /** The rule that answers in the route's place or spoils its answer. */
  #struck(): FaultRule | undefined {
    const { faults, state } = this.session;
    if (!faults.active || this.#match?.route.immune) return undefined;
    const target = { method: this.request.method, places: placesOf(this.#where()), spared: !this.#isApi };
    this.#strike = faults.strike(target, state.seed);
    return this.#strike.rule;
  }

  #success(result: unknown): Success {
    const body = this.#service === undefined ? result : this.#service.success(result, this.#requestId);
    return { status: 200, body: JSON.stringify(body), note: this.#note(200) };
  }

  /** The failure body of the service that was asked; outside every service, a plain one. */
  #failure(thrown: unknown, ofStatus?: number): Answer {
    const error = toMockError(thrown);
    const { code, message, reason } = error;
    const status = ofStatus ?? statusOf[code];
    this.#reason = reason;
    const body = JSON.stringify(this.#service?.failure(error, status, this.#requestId) ?? { error: { code, message } });
    if (error instanceof MethodNotAllowed) return { status, body, headers: { allow: error.allowed.join(', ') } };
    return status === 401 ? { status, body, headers: { 'www-authenticate': 'Bearer' } } : { status, body };
  }

  /** What a fault rule answers. */
  #fault({ abort, status = 200, body, retry_after }: FaultRule): Answer {
    if (abort) {
      this.#arrival.aborted = true;
      this.#reason = 'A fault rule broke the connection';
      return { status: 0 };
    }
    const failed = body === undefined && status >= 400;
    const answer = failed
      ? this.#failure(new MockError('injected_fault', `A fault rule answers ${status}`), status)
      : { status, body: JSON.stringify(body) };
    this.#reason = `A fault rule answered ${status}`;
    const retry = retry_after === undefined ? undefined : { 'retry-after': String(retry_after) };
    return { ...answer, headers: { ...answer.headers, ...retry } };
  }

  #send(answer: Answer): Response | Promise<Response> {
    const { malformed } = this.#strike?.rule ?? {};
    if (malformed) this.#reason = 'A fault rule cut the answer off';
    const response = responseOf(answer, this.#requestId, malformed);
    const delay = this.#delay();
    if (delay > 0) return pass(delay, this.request.signal).then(() => this.#noted(answer, response));
    return this.#noted(answer, response);
  }

  #delay(): number {
    const { setting } = this.session;
    const struck = this.#strike?.delay ?? 0;
    if (setting.delay === undefined || !this.#isApi) return struck;
    return struck + millisecondsOf(setting.delay, randomFor(this.#seed, 'delay', this.#number));
  }

  /** Enters the request into the journal, where it is no call of the control API. */
  #noted({ status, note }: Answer, response: Response): Response {
    const { journal, state } = this.session;
    // A delayed answer may come after a reset.
    if (!this.#isApi || journal.emptied !== this.#journalAge) return response;
    const known = this.#reason === undefined ? note : undefined;
    journal.record(known ?? this.#note(status), {
      seed: this.#seed,
      number: this.#number,
      at: state.clock.now,
      duration: machineMilliseconds() - this.#startedAt,
    });
    return response;
  }

  #note(status: number): Note {
    const { method, url } = this.request;
    const { path, ownPath, spelling, route } = this.#where();
    return { method, url, path, ownPath, spelling, route, status, reason: this.#reason };
  }

  /** Whether it is for the mocked APIs, or for nothing there is, and not for the control API. */
  get #isApi(): boolean {
    return this.#service?.kind !== 'control';
  }

  /** What path was asked for, and how its route spells it. */
  #where() {
    const match = this.#match;
    const { path } = this.#arrival;
    return {
      path,
      ownPath: match && match.spelling !== match.route.path ? ownPathOf(path, match) : undefined,
      spelling: match?.spelling,
      route: match?.route.path,
    };
  }
}

/** The path as the route itself spells it. */
function ownPathOf(path: string, { route, spelling }: Match): string {
  const segments = path.split('/');
  const names = spelling.split('/');
  return route.path.replace(/:\w+/g, (name) => segments[names.indexOf(name)] ?? '');
}

function responseOf({ status, body, headers }: Answer, requestId: string, malformed?: boolean): Response {
  const fields = { 'content-type': 'application/json', 'x-request-id': requestId };
  return new Response(malformed && body !== undefined ? cutOff(body) : (body ?? null), {
    status: status || 500,
    headers: headers === undefined ? fields : { ...fields, ...headers },
  });
}

/** The first half of a JSON text, ended so that no rest of it can be JSON. */
function cutOff(json: string): string {
  return `${json.slice(0, Math.ceil(json.length / 2))}…`;
}

/** Waits for some milliseconds of the machine, or until nobody waits any longer. */
function pass(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });
}
