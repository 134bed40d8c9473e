import type { FaultTarget } from '../faults/fault-conditions.js';
import type { FaultEffect } from '../faults/fault-rule.js';
import { type FaultOutcome, millisecondsOf } from '../faults/fault-rules.js';
import { matchedPathsOf, type RequestPath } from '../faults/path-pattern.js';
import { formatValue } from '../foundation/format-value.js';
import type { MachineTime } from '../foundation/machine.js';
import { MockError } from '../foundation/mock-error.js';
import { once } from '../foundation/once.js';
import { randomFor } from '../foundation/random.js';
import type { Behavior } from '../protocol/behavior.js';
import type { EventSource } from '../protocol/event-source.js';
import { toMockError } from '../protocol/http-status.js';
import type { Listener, Sender } from '../protocol/listener.js';
import { readsBody } from '../protocol/route.js';
import { isRead } from '../protocol/route-address.js';
import type { RouteMatch, Service } from '../protocol/service.js';
import type { Cause } from '../session/cause.js';
import type { HttpExchange, RequestEntry } from '../session/entry.js';
import type { Session } from '../session/session.js';
import type { SessionStore } from '../session/session-store.js';
import { type Answer, failureAnswer, faultAnswer, responseOf, truncate } from './answer.js';
import { checkLists } from './check-lists.js';
import { eventStreamResponse } from './event-stream.js';
import { type Body, bodyOf, readJson } from './read-json.js';
import type { RequestTarget } from './request-target.js';
import type { ResponseCache, Success } from './response-cache.js';
import { lengthOf, recordedText, tracedHeaders } from './traced-request.js';
import { wait } from './wait.js';

/** The maximum length of a URL in characters. Node.js limits all headers together, including the URL, to 16 KiB. */
const URL_LIMIT = 15 * 1024;

const NONE: readonly number[] = [];

/** The JSON body of a request. @throws the error of a body that could not be read */
export type BodyOf = () => unknown;

const NO_BODY: BodyOf = () => undefined;

/** A request that arrived, before it is matched with a route. */
export interface Arrival extends RequestTarget {
  readonly request: Request;
  readonly sessions: SessionStore;
  /** The session of requests that name none. */
  readonly defaultSession: Session;
  readonly listener: Listener | undefined;
  /** Undefined in the process. */
  readonly sender: Sender | undefined;
  readonly behavior: Behavior;
  /** In a replay: why the body could not be read. */
  readonly bodyError?: MockError | undefined;
  /** The body, if it has arrived before the request is handled. */
  readonly body?: Body | undefined;
  /** Is called when everything that the request changes has changed, before any delay of the answer. */
  readonly onHandled?: (() => void) | undefined;
  /** Set if several mocks handle the request, each for itself. */
  readonly turn?: Turn | undefined;
  /** Whether the session is that of the visitor who sent the request. */
  readonly isVisitor: boolean;
  /** The session of the request; undefined if it names one that does not exist. */
  readonly session: Session | undefined;
}

/** How a mock handles a request that others handle too. What the request changes must not depend on the mock. */
export interface Turn {
  /** Whether the request arrived here. If not, nobody gets the answer. */
  readonly isOwn: boolean;
  /** Ends the waiting of an answer that is held back, instead of the signal of the request. */
  readonly signal: AbortSignal;
  /** Is called with the delay of the answer in milliseconds. The mock itself does not wait. */
  readonly onDelay: (milliseconds: number) => void;
}

/** Thrown to break the connection instead of answering. */
export class BrokenConnection extends Error {}

/** Handles one request: guard, session, fault rules, delay, journal. */
export class Exchange {
  readonly session: Session;
  /** The caller of the public API, for the journal. */
  email: string | null = null;
  readonly #arrival: Arrival;
  readonly #service: Service | undefined;
  readonly #match: RouteMatch | undefined;
  /** False for control calls: they are not journaled or delayed, and use no ids of API requests. */
  readonly #isApi: boolean;
  readonly #startedAt: number;
  /** The `X-Request-Id`; undefined as long as a stream needs none. */
  #id: string | undefined;
  /** The values of the session when the request arrived: the request itself may reset the session. */
  readonly #requestNumber: number;
  readonly #seed: number;
  readonly #timesCleared: number;
  readonly #isKept: boolean;
  /** The error if the request is rejected before its handler runs. */
  readonly #rejection: unknown;
  /** Why the session that the request names was lost, if the request begins it anew or, of a visitor, previews it. */
  #loss: string | undefined;
  /** The revision of the session when the request was handled, and whether the request caused it. */
  #revision: number;
  #hasChanged = false;
  #fault: FaultOutcome | undefined;
  /** The text of the body, if it was read, for the journal. */
  #requestBody: string | undefined;
  /** Why the body could not be read. */
  #bodyError: MockError | undefined;
  /** Whether the delivery could not keep what the request changed. */
  #isKeptOut = false;
  /** Why the request failed, for the journal. */
  #reason: string | undefined;
  /** The entry of the request, once it was handled. */
  #entry: RequestEntry | undefined;

  /** `service` is given if no route matched: the service of the path. */
  constructor(arrival: Arrival, match: RouteMatch | undefined, service = match?.service) {
    const { request, sessions, sessionName, listener } = arrival;
    const isOpen = match?.route.isOpen === true;
    this.#arrival = arrival;
    this.#startedAt = arrival.defaultSession.shared.machine.elapsed;
    this.#service = service;
    this.#match = match;
    this.#isApi = service?.kind !== 'control';
    let session = isOpen ? arrival.defaultSession : arrival.session;
    try {
      // The guard runs first, so that a rejected caller creates no session.
      if (!isOpen) service?.guard?.(request.headers, listener);
      expectWritable(request.method, listener);
      if (sessionName !== undefined) session ??= this.#unknownSession(sessionName);
      if (request.url.length > URL_LIMIT) {
        throw new MockError('uri_too_long', `The URL is longer than ${URL_LIMIT} characters`);
      }
    } catch (error) {
      this.#rejection = error;
    }
    // Requests with an invalid session name are journaled in the default session.
    this.session = session ?? arrival.defaultSession;
    if (!match?.route.isStream) {
      sessions.touch(this.session);
      this.#id = this.#nextId();
    }
    this.#requestNumber = this.session.requests;
    this.#seed = this.session.state.seed;
    this.#timesCleared = this.session.log.timesCleared;
    this.#revision = this.session.revision;
    this.#isKept = sessions.has(this.session);
  }

  /** A stream uses up an id only if it is rejected. */
  get #requestId(): string {
    this.#id ??= this.#nextId();
    return this.#id;
  }

  #nextId(): string {
    const { requestIds, controlIds, state } = this.session;
    return (this.#isApi ? requestIds : controlIds).next(state.seed);
  }

  get sessions(): SessionStore {
    return this.#arrival.sessions;
  }

  get listener(): Listener | undefined {
    return this.#arrival.listener;
  }

  /**
   * Runs a handler that may write, as one transaction of the session and one entry of its history. A broadcast runs it in
   * other sessions too.
   */
  run<Result>(write: () => Result, session = this.session): Result {
    const { state } = session;
    const { version } = state;
    try {
      return session.run(this.#cause, write);
    } finally {
      if (session === this.session) {
        this.#revision = session.revision;
        this.#hasChanged = state.version !== version;
      }
    }
  }

  get #cause(): Cause {
    const { request, path } = this.#arrival;
    const { method } = request;
    return this.#isApi ? { kind: 'request', id: this.#requestId, method, path } : { kind: 'control', method, path };
  }

  /** Answers with the result or the error of `handle`, unless a fault rule replaces the answer. */
  answer(handle: (bodyOf: BodyOf) => unknown, cache?: ResponseCache): Response | Promise<Response> {
    return this.#unlessFault((bodyOf) => {
      const result = handle(bodyOf);
      if (this.#match?.route.isStream) return this.#stream(result as EventSource);
      if (result instanceof Promise) {
        return result.then(
          (value) => this.#send(this.#success(value)),
          (error) => this.#send(this.#failure(error)),
        );
      }
      const success = this.#success(result);
      this.#addToCache(success, cache);
      return this.#send(success);
    });
  }

  #stream(source: EventSource): Response {
    const { request, turn } = this.#arrival;
    return turn?.isOwn === false ? new Response() : eventStreamResponse(source, request);
  }

  /**
   * The session of a request that names one that does not exist: a new one, except for control calls that only read.
   * @throws MockError `not_found` for such a call; `malformed_data` as `begin`
   */
  #unknownSession(name: string): Session | undefined {
    const { request, sessions } = this.#arrival;
    const route = this.#match?.route;
    if (this.#isApi || !(isRead(request.method) || route?.readsJournal)) return this.#begin(name);
    // The error of an unknown path takes precedence.
    if (route === undefined) return undefined;
    return route.readsJournal ? sessions.getOrEnded(name) : sessions.get(name);
  }

  /** Waits for the body if the route reads one. Then fault rules and the route see the same state, in one task. */
  #unlessFault(send: (bodyOf: BodyOf) => Response | Promise<Response>): Response | Promise<Response> {
    return this.#orFailure(() => {
      if (this.#rejection !== undefined) throw this.#rejection;
      const route = this.#match?.route;
      if (route === undefined || !readsBody(route)) return this.#applyFaults(undefined, () => send(NO_BODY));
      const apply = (body: unknown, bodyOf: BodyOf) =>
        this.#orFailure(() => {
          this.#expectSession();
          this.#revision = this.session.revision;
          return this.#applyFaults(body, () => send(bodyOf));
        });
      // If the body cannot be read, no condition for it holds, and the route reports why.
      return this.#readBody().then(
        (body) => apply(body, () => body),
        (error) =>
          apply(undefined, () => {
            throw error;
          }),
      );
    });
  }

  /**
   * Checks, after waiting, that the session has not ended: a write to it would be lost.
   * @throws MockError `conflict`
   */
  #expectSession(): void {
    const { id } = this.session;
    if (!this.#isKept || this.sessions.has(this.session)) return;
    const problem = `The session ${formatValue(id)} ended before the request body had arrived, so nothing was changed`;
    throw new MockError('conflict', `${problem}; send the request again`);
  }

  /** Runs what handles the request at one moment: the time stands still. */
  #orFailure(send: () => Response | Promise<Response>): Response | Promise<Response> {
    return this.#machine.hold(() => {
      try {
        return send();
      } catch (error) {
        if (error instanceof BrokenConnection) throw error;
        return this.#send(this.#failure(error));
      }
    });
  }

  #applyFaults(body: unknown, send: () => Response | Promise<Response>): Response | Promise<Response> {
    const { faults, state } = this.session;
    if (!faults.active || this.#match?.route.exemptFromFaults) return send();
    this.#fault = faults.match(this.#faultTarget(body), state.seed);
    const { effect } = this.#fault;
    if (effect?.abort) return this.#break();
    if (effect?.status === undefined && effect?.body === undefined) return send();
    const answer = faultAnswer(effect, this.#service, this.#requestId);
    this.#reason = `A fault rule answered ${answer.status}`;
    return this.#send(answer);
  }

  /** Caches reads of the mocked APIs that depend on no header other than Authorization. */
  #addToCache(success: Success, cache: ResponseCache | undefined): void {
    const match = this.#match;
    const { request } = this.#arrival;
    if (match === undefined || request.method !== 'GET' || match.route.headers !== undefined || !this.#isApi) return;
    // With fault rules, journal and trace record more of the request than its answer depends on.
    if (this.session.isUndisturbed) cache?.add(request, match, success, this.#idInBody());
  }

  /** The JSON body. @throws MockError as {@link readJson} and {@link checkLists} */
  async #readBody(): Promise<unknown> {
    const { request, sender, behavior, bodyError, body: arrived = bodyOf(request, sender) } = this.#arrival;
    if (bodyError !== undefined) throw bodyError;
    const { requireContentType } = behavior;
    const limit = this.#match?.route.bodyLimit;
    const onText = (text: string) => {
      // The journal has no control calls, and the text of a snapshot is large.
      if (this.#isApi) this.#requestBody = text;
    };
    try {
      const body = await readJson(request, arrived, { requireContentType, limit, onText });
      if (limit === undefined) checkLists(body);
      return body;
    } catch (error) {
      if (this.#requestBody === undefined) this.#bodyError = toMockError(error);
      throw error;
    }
  }

  /** What fault rules are compared with. Query and caller are computed only if a rule has a condition for them. */
  #faultTarget(body: unknown): FaultTarget {
    const { method, headers, url } = this.#arrival.request;
    const caller = once(() => this.#callerEmail());
    return {
      method,
      paths: matchedPathsOf(this.#paths()),
      needsPath: !this.#isApi,
      headers,
      body,
      get query() {
        return new URL(url).searchParams;
      },
      get caller() {
        return caller();
      },
    };
  }

  #callerEmail(): string | undefined {
    const { request, behavior } = this.#arrival;
    const { tables, clock } = this.session.state;
    try {
      return this.#service?.authenticate(request.headers, { tables, clock, behavior })?.email;
    } catch {
      return undefined;
    }
  }

  #success(result: unknown): Success {
    const value = this.#service === undefined ? result : this.#service.success(result, this.#requestId);
    const body = (this.#match?.route.stringify ?? JSON.stringify)(value);
    return { status: 200, body, exchange: this.#exchange({ status: 200, body }) };
  }

  /** The request id, if successful answers of the service contain it. */
  #idInBody(): string | undefined {
    return this.#service?.envelope.request_id && this.#requestId;
  }

  #failure(thrown: unknown): Answer {
    const error = toMockError(thrown);
    this.#reason = error.reason;
    this.#isKeptOut ||= error.code === 'unavailable';
    return failureAnswer(error, this.#service, this.#requestId);
  }

  #send(answer: Answer): Response | Promise<Response> {
    const effect = this.#fault?.effect;
    const answered = effect === undefined ? answer : this.#changed(answer, effect);
    const loss = this.#loss;
    const sent =
      loss === undefined ? answered : { ...answered, headers: { ...answered.headers, 'x-mock-session-lost': loss } };
    return this.#whenDue(sent, () => responseOf(sent, this.#requestId));
  }

  /** Breaks the connection. It has the status 0 in the journal. @throws BrokenConnection */
  #break(): Response | Promise<Response> {
    this.#reason = 'A fault rule broke the connection';
    return this.#whenDue({ status: 0 }, () => {
      throw new BrokenConnection();
    });
  }

  /** Ends the exchange with `end`: when the answer is released if a fault rule holds it back, otherwise after the delay. */
  #whenDue(answer: Answer, end: () => Response): Response | Promise<Response> {
    const { request, onHandled, turn } = this.#arrival;
    this.#record(answer);
    onHandled?.();
    const finish = () => {
      this.#finish(answer);
      return end();
    };
    const holder = this.#holder();
    if (holder !== undefined) {
      const { held } = this.session.faults;
      // A server creates the signal of a request when it is first read.
      const { signal } = turn ?? request;
      this.#journal(this.#duration, true);
      return held.hold(holder, signal).then(() => {
        if (signal.aborted) this.#reason = 'The client aborted the request while its answer was held back';
        return finish();
      });
    }
    const delay = this.#delay();
    if (turn !== undefined) {
      turn.onDelay(delay);
      return finish();
    }
    return delay > 0 ? wait(delay, request.signal).then(finish) : finish();
  }

  /** The id of the fault rule that holds the answer back. A server that stops waits for no release. */
  #holder(): number | undefined {
    const holder = this.#fault?.holder;
    if (holder === undefined || this.listener?.isStopping?.() || this.#machine.isSet) return undefined;
    if (!this.session.faults.held.isFull) return holder;
    this.#reason = 'The answer was not held back, because too many answers are held back already';
    return undefined;
  }

  /** Adds the request to the log of its session. What is rejected before its handler runs depends on the delivery. */
  #record(answer: Answer): void {
    const { log, state } = this.session;
    if (!this.#isApi) return;
    const { request, sender } = this.#arrival;
    this.#entry = log.addRequest({
      seed: this.#seed,
      requestNumber: this.#requestNumber,
      wall: this.#machine.now,
      at: state.clock.now,
      revision: this.#revision,
      hasChanged: this.#hasChanged,
      exchange: answer.exchange ?? this.#exchange(answer),
      headers: sender?.headers ?? request.headers,
    });
  }

  #exchange(answer: Answer): HttpExchange {
    const { history } = this.session;
    const { request, path, behavior } = this.#arrival;
    const { method, url } = request;
    const hasBody = answer.status !== 0 && answer.body !== undefined && method !== 'HEAD';
    const id = this.#idInBody();
    const sent = hasBody ? recordedText(answer.body, id, history !== undefined) : undefined;
    const { ownPath, spelling, route } = this.#paths();
    const body = this.#requestBody;
    const requestBody = body === undefined ? undefined : recordedText(body, undefined, history !== undefined);
    const canReplay = history !== undefined && this.#rejection === undefined && !this.#isKeptOut;
    const headers = () =>
      tracedHeaders(request.headers, {
        service: this.#service,
        route: this.#match?.route,
        behavior,
        session: this.session,
        email: this.email,
      });
    return {
      method,
      url,
      path,
      ownPath,
      spelling,
      route,
      email: this.email,
      requestBody,
      replay: canReplay ? { headers: headers(), bodyError: this.#bodyError } : undefined,
      status: answer.status,
      headers: answer.headers,
      answer: sent,
      faults: this.#faults,
      reason: this.#reason,
      length: url.length + lengthOf(requestBody) + lengthOf(sent),
    };
  }

  get #machine(): MachineTime {
    return this.session.shared.machine;
  }

  #begin(sessionName: string): Session {
    // Creating it forgets why the last session of this name was lost.
    const loss = this.sessions.lossOf(sessionName);
    const session = this.#newSession(sessionName);
    this.#loss = loss;
    return session;
  }

  #newSession(name: string): Session {
    const { sessions, sender, isVisitor, request } = this.#arrival;
    // So that reads without a cookie create no sessions.
    if (isVisitor && isRead(request.method)) return sessions.preview(name);
    const client = sender && this.listener?.addressOf?.(sender);
    return isVisitor ? sessions.welcome(name, client) : sessions.begin(name, client);
  }

  /** An answer as a fault rule changes it. */
  #changed({ status, headers, body }: Answer, effect: FaultEffect): Answer {
    if (effect.malformed) this.#reason = 'A fault rule truncated the answer';
    const isCut = effect.malformed && body !== undefined;
    return { status, headers: { ...headers, ...effect.headers }, body: isCut ? truncate(body) : body };
  }

  #delay(): number {
    const { delay } = this.session.shared;
    if (this.#machine.isSet) return 0;
    const ofFaults = this.#fault?.delay ?? 0;
    if (delay === undefined || !this.#isApi) return ofFaults;
    return ofFaults + millisecondsOf(delay, randomFor(this.#seed, 'delay', this.#requestNumber));
  }

  /** Reports the outcome, before the answer is sent. */
  #finish(answer: Answer): void {
    const { listener, sender } = this.#arrival;
    // Read before the time of the answer. If the process paused in between, this request would seem to end before the last one.
    const duration = this.#duration;
    if (sender !== undefined && listener?.onOutcome !== undefined) {
      // Errors of control calls can contain tokens.
      const reason = this.#isApi ? this.#reason : undefined;
      listener.onOutcome(
        {
          api: this.#service?.name ?? 'none',
          method: this.#arrival.request.method,
          status: answer.status,
          milliseconds: duration,
          id: this.#requestId,
          reason,
          faults: this.#faults,
        },
        sender,
      );
    }
    this.#journal(duration);
  }

  /** Until now, in milliseconds. */
  get #duration(): number {
    return this.#machine.elapsed - this.#startedAt;
  }

  /** Adds the request to the journal or, if its answer was held back, completes its entry. */
  #journal(duration: number, isHeld = false): void {
    const { events, journal, log, state } = this.session;
    const entry = this.#entry;
    // Not recorded if the session was reset in the meantime.
    if (entry === undefined || log.timesCleared !== this.#timesCleared) return;
    if (entry.exchange.reason !== this.#reason) entry.exchange = { ...entry.exchange, reason: this.#reason };
    journal.add(entry, { at: state.clock.now, wall: this.#machine.present, duration, isHeld });
    const event = isHeld ? 'held' : 'request';
    if (events.hears(event)) events.emit(event, journal.entryOf(entry));
  }

  /** The ids of the fault rules that apply. */
  get #faults(): readonly number[] {
    return this.#fault?.ids ?? NONE;
  }

  /** The path of the request, and the path of the matched route. */
  #paths(): RequestPath {
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

/** @throws MockError `unavailable` for a request that may write, if the delivery could not keep what it writes. */
function expectWritable(method: string, listener: Listener | undefined): void {
  const reason = isRead(method) ? undefined : listener?.whyReadOnly?.();
  if (reason !== undefined)
    throw new MockError('unavailable', `Nothing can be written: ${reason}; restart this server`);
}

/** The path of a request that used an alias, in the main spelling of the route. */
function ownPathOf(path: string, { route, spelling }: RouteMatch): string {
  const segments = path.split('/');
  const names = spelling.split('/');
  return route.path.replace(/:\w+/g, (name) => segments[names.indexOf(name)] ?? '');
}
