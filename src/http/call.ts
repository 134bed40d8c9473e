import type { ControlContext } from '../control/control-route.js';
import type { Describe } from '../control/openapi-document.js';
import type { FaultOutcome } from '../faults/fault-rules.js';
import type { MockError } from '../foundation/mock-error.js';
import type { Behavior } from '../protocol/behavior.js';
import type { Listener, Sender } from '../protocol/listener.js';
import type { Reply } from '../protocol/reply.js';
import type { RequestData } from '../protocol/request-data.js';
import type { RouteMatch, Service } from '../protocol/service.js';
import type { HttpExchange, RequestEntry } from '../session/entry.js';
import type { Session } from '../session/session.js';
import type { Sessions } from '../session/sessions.js';
import type { Body } from './read-json.js';
import type { RequestTarget } from './request-target.js';
import type { CachedReply, ResponseCache } from './response-cache.js';
import { type Waiting, waitHere } from './waiting.js';

export interface MatchedAddress {
  /** The spelling of its path that matched, with parameters as `:name`. */
  readonly path: string;
}

/** Where a request comes from. */
export interface From {
  readonly sessions: Sessions;
  /** The session of requests that name none. */
  readonly defaultSession: Session;
  readonly listener: Listener | undefined;
  /** Undefined in the process. */
  readonly sender: Sender | undefined;
  /** The route, if the delivery has matched it. */
  readonly matched?: MatchedAddress | undefined;
  /** The body, if it is not that of the request. */
  readonly body?: Body | undefined;
  /** The text of the body, if it has arrived: nothing waits for it. */
  readonly text?: string | undefined;
  /** Whether it goes to the default session, whatever session it names. */
  readonly isForDefault?: boolean | undefined;
  /** Default: the answer waits in this process. */
  readonly waiting?: Waiting | undefined;
}

export type App = (request: RequestData, from: From) => Reply | Promise<Reply>;

/** Wraps an app, for example to share its sessions between tabs: it decides when and how the app answers. */
export type Layer = (app: App) => App;

/** Handles a call, or passes it on. No other request runs between two awaits, so a step awaits only if it has to. */
export type CallStep = (call: Call, next: Next) => Reply | Promise<Reply>;

export type Next = (call: Call) => Reply | Promise<Reply>;

/** Runs a route: parses the parts of the request, calls the handler of the route in a transaction, and answers with what it returns. */
export type RouteHandler = (call: Call, context: ControlContext) => Reply | Promise<Reply>;

/** What is the same for all calls of a mock. */
export interface CallConfig {
  readonly behavior: Behavior;
  readonly describe: Describe;
  readonly cacheOf: (session: Session) => ResponseCache;
  readonly handlerOf: (match: RouteMatch) => RouteHandler;
  /** The error for a call that matched no route. */
  readonly unmatched: (call: Call) => MockError;
}

/** What is known about a request when it arrives. */
export interface Arrival extends RequestTarget {
  readonly request: RequestData;
  readonly from: From;
  readonly config: CallConfig;
  /** The session that the request names; undefined if it does not exist. */
  readonly session: Session | undefined;
  /** Whether the session is that of the visitor who sent the request. */
  readonly isVisitor: boolean;
}

export interface Destination {
  /** The service of the path, and of the route if there is one. */
  readonly service: Service | undefined;
  readonly match: RouteMatch | undefined;
  /** The parameters in the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The answer to the same read in the same state. */
  readonly cached: CachedReply | undefined;
}

/** One request, from its arrival to its answer: plain data that the steps fill in, in order. */
export class Call {
  readonly request: RequestData;
  readonly from: From;
  readonly config: CallConfig;
  readonly path: string;
  readonly sessionName: string | undefined;
  readonly isVisitor: boolean;
  readonly service: Service | undefined;
  readonly match: RouteMatch | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly cached: CachedReply | undefined;
  /** The session that the request names; undefined if it does not exist. */
  readonly named: Session | undefined;
  /** False for control calls: they are not journaled or delayed, and use no ids of API requests. */
  readonly isApi: boolean;
  readonly startedAt: number;

  /** `guard`, `chooseSession`, `readBody`: the error if the request is rejected before its handler runs. */
  rejection: unknown;

  /** `chooseSession`: the session. */
  session: Session;
  /** Why the session's predecessor was dropped; sent as `X-Mock-Session-Lost`. */
  loss: string | undefined;
  /** The `X-Request-Id`; undefined as long as a stream needs none. */
  id: string | undefined;
  /** The values of the session on arrival: the request itself may reset the session. */
  number = 0;
  seed = 0;
  timesCleared = 0;
  /** The revision of the session when the request was handled, and whether the request caused it. */
  revision = 0;
  hasChanged = false;

  /** `readBody`: the JSON, or the error that the handler throws when it needs the body. */
  body: unknown;
  bodyFailure: unknown;
  /** The text of the body of an API request, if it was read. */
  bodyText: string | undefined;
  /** Why the body could not be read, for the trace. */
  bodyError: MockError | undefined;

  /** `injectFaults`: the fault rules that apply. */
  fault: FaultOutcome | undefined;
  /** `envelope`, `injectFaults`, `record`: why the request failed, for the journal. */
  reason: string | undefined;
  /** `envelope`: whether what the request changed could not be saved, and was undone. */
  commitFailed = false;

  /** `authenticate`: the context of the handler, and the caller of the public API. */
  context: ControlContext | undefined;
  email: string | null = null;

  /** `repeat`: what is recorded for every request that gets the same answer. */
  exchange: HttpExchange | undefined;
  /** `record`: the entry of the request in the log of its session. */
  entry: RequestEntry | undefined;

  constructor(
    { request, from, config, path, sessionName, isVisitor, session }: Arrival,
    { service, match, params, cached }: Destination,
  ) {
    this.request = request;
    this.from = from;
    this.config = config;
    this.path = path;
    this.sessionName = sessionName;
    this.isVisitor = isVisitor;
    this.service = service;
    this.match = match;
    this.params = params;
    this.cached = cached;
    this.isApi = service?.kind !== 'control';
    this.named = session;
    this.session = session ?? from.defaultSession;
    this.startedAt = from.defaultSession.shared.machine.elapsed;
  }

  get waiting(): Waiting {
    return this.from.waiting ?? waitHere;
  }

  /** A stream takes an id only if it is rejected. */
  get requestId(): string {
    this.id ??= this.nextId();
    return this.id;
  }

  nextId(): string {
    const { requestIds, controlIds, state } = this.session;
    return (this.isApi ? requestIds : controlIds).next(state.seed);
  }

  /** The request id, if successful answers of the service contain it. */
  get idInBody(): string | undefined {
    return this.service?.envelope.request_id && this.requestId;
  }
}

/** The steps, one inside the other. The last one calls no next. */
export function compose(steps: readonly CallStep[]): Next {
  const end: Next = () => {
    throw new Error('The last step must answer');
  };
  return steps.reduceRight<Next>((next, step) => (call) => step(call, next), end);
}
