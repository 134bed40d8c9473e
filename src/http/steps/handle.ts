import { getQueryParam } from 'hono/utils/url';
import * as z from 'zod/mini';
import type { ControlContext } from '../../control/control-route.js';
import { stepsOfRequest } from '../../foundation/in-slices.js';
import { MockError, malformed } from '../../foundation/mock-error.js';
import { isSecretName } from '../../foundation/secrets.js';
import { expectValid } from '../../foundation/validate.js';
import { type Batch, batchOf } from '../../protocol/bulk.js';
import type { EventSource } from '../../protocol/event-source.js';
import type { Reply } from '../../protocol/reply.js';
import { handlerName, type Route, type RouteInput } from '../../protocol/route.js';
import type { Service } from '../../protocol/service.js';
import type { Cause } from '../../session/cause.js';
import type { Session } from '../../session/session.js';
import { SESSIONS_QUERY } from '../../session/session-address.js';
import { broadcast } from '../broadcast.js';
import type { Call, CallStep, RouteHandler } from '../call.js';
import { watchSession } from '../ended-session.js';
import { eventStreamHeaders } from '../event-stream.js';
import { paramsParser, parseBody, singleParameters, strictQuery } from '../parse-request.js';

/** Answers with what the route returns. */
export const handle: CallStep = (call) => {
  const { match, context } = call;
  if (match === undefined || context === undefined) throw call.config.unmatched(call);
  return call.config.handlerOf(match)(call, context);
};

function success(call: Call, { stringify }: Route, result: unknown): Reply | Promise<Reply> {
  const answer = call.service === undefined ? result : call.service.success(result, call.requestId);
  try {
    const text = stringify(answer);
    return text instanceof Promise ? text.then(successOf, failToStringify) : successOf(text);
  } catch (error) {
    return failToStringify(error);
  }
}

const successOf = (text: string | readonly string[]): Reply =>
  typeof text === 'string' ? { status: 200, body: text } : { status: 200, parts: text };

const streamOf = (result: unknown): Reply => ({
  status: 200,
  headers: eventStreamHeaders,
  events: result as EventSource,
});

/** @throws MockError `payload_too_large` if the answer is longer than the longest text */
function failToStringify(error: unknown): never {
  if (!(error instanceof RangeError)) throw error;
  throw new MockError(
    'payload_too_large',
    'The answer is longer than the longest text that JavaScript can have, which is about 512 MB, and nothing was changed; ask for less, or read the file of --state or --export-on-exit instead',
  );
}

const NO_BATCH: Batch = { items: [], indexed: false };

/** Reads the input of a route from a call. `prepared` is what the route has prepared for it. */
type ReadInput = (call: Call, context: ControlContext, prepared?: unknown) => RouteInput;

function inputReaderOf(service: Service, route: Route): ReadInput {
  const isControl = service.kind === 'control';
  const parseParams = route.params && paramsParser(route.params);
  const hasIds = service.routes.some(({ path }) => path.startsWith(`${route.path}/:`));
  const removesAll = isControl && route.method === 'DELETE' && hasIds;
  const querySchema = isControl ? strictQuery(route.query) : route.query && z.object(route.query);

  return (call, context, prepared) => {
    if (removesAll) expectNoSlash(call);
    const params = parseParams?.(call.params) ?? {};
    const found = route.find?.(params, context);
    const { url } = call.request;
    const query =
      querySchema === undefined
        ? {}
        : expectValid(querySchema, isControl ? singleParameters(url) : getQueryParam(url), { isSecret: isSecretName });
    // Errors of the path and the query take precedence over those of the body (X6).
    if (call.bodyFailure !== undefined) throw call.bodyFailure;
    const { body, request } = call;
    return {
      params,
      found,
      prepared,
      query,
      body: route.body && parseBody(route.body, body),
      batch: route.items === undefined ? NO_BATCH : batchOf(body, route.items),
      headers: request.headers,
    };
  };
}

export function routeHandlerOf(service: Service, route: Route): RouteHandler {
  const runner = new RouteRunner(service, route);
  if (route.isStream) return (call, context) => runner.run(call, context, streamOf);
  if (service.kind !== 'control' || !route.broadcast) return (call, context) => runner.answer(call, context);
  return (call, context) => {
    const { url } = call.request;
    if (getQueryParam(url, SESSIONS_QUERY) === undefined) return runner.answer(call, context);
    return runner.broadcast(call, context, singleParameters(url)[SESSIONS_QUERY] as string);
  };
}

/** Runs one route: reads its input, calls its handler in a transaction, and answers with what it returns. */
class RouteRunner {
  readonly #service: Service;
  readonly #route: Route;
  readonly #readInput: ReadInput;

  constructor(service: Service, route: Route) {
    this.#service = service;
    this.#route = route;
    this.#readInput = inputReaderOf(service, route);
  }

  answer(call: Call, context: ControlContext): Reply | Promise<Reply> {
    return this.#withPrepared(call, context, (prepared) =>
      this.run(call, context, (result) => success(call, this.#route, result), prepared),
    );
  }

  /** Answers with what the route returns in each session that matches the pattern. */
  broadcast(call: Call, context: ControlContext, pattern: string): Reply | Promise<Reply> {
    const route = this.#route;
    return this.#withPrepared(call, context, (prepared) => {
      const results = broadcast({
        sessions: context.sessions,
        pattern,
        body: call.body,
        run: (session) => {
          const { tables, clock } = session.state;
          return this.run(call, { ...context, tables, clock, session }, (result) => result, prepared);
        },
        change: (session, write) => transact(call, session, route, write),
      });
      return results instanceof Promise
        ? results.then((all) => success(call, route, all))
        : success(call, route, results);
    });
  }

  /** `finish` makes the answer of the result. It is part of the transaction, so that nothing is written that cannot be answered. */
  run<Answer>(
    call: Call,
    context: ControlContext,
    finish: (result: unknown) => Answer | Promise<Answer>,
    prepared?: unknown,
  ): Answer | Promise<Answer> {
    const route = this.#route;
    const input = this.#readInput(call, context, prepared);
    const respond = () => {
      const result = route.handle(input, context);
      if (!(result instanceof Promise)) return finish(result);
      const promised = this.#service.name === 'own' ? call.waiting.promised(result, handlerName(route)) : result;
      return promised.then(finish);
    };
    return route.method === 'GET' ? respond() : transact(call, context.session, route, respond);
  }

  /** Calls `proceed` with what the route prepares; at once if it prepares nothing. */
  #withPrepared(call: Call, context: ControlContext, proceed: (prepared?: unknown) => Reply | Promise<Reply>) {
    const route = this.#route;
    if (route.prepare === undefined) return proceed();
    const steps = route.prepare(this.#readInput(call, context), context);
    const prepared = stepsOfRequest(steps, context.session.shared.machine);
    if (!(prepared instanceof Promise)) return proceed(prepared);
    const endedMeanwhile = watchSession(call);
    return prepared.then((result) => {
      const ended = endedMeanwhile();
      if (ended !== undefined && !route.readsJournal) throw ended;
      return proceed(result);
    });
  }
}

/**
 * Runs a handler that may write, as one transaction of the session and one entry of its history. A broadcast also runs it in
 * sessions other than that of the call.
 */
function transact<Result>(call: Call, session: Session, { inParts }: Route, write: () => Result): Result {
  const { state } = session;
  const { changeCount } = state;
  try {
    const isInParts = inParts && session.shared.life !== undefined;
    return isInParts ? session.runInParts(causeOf(call), write) : session.run(causeOf(call), write);
  } finally {
    if (session === call.session) {
      call.revision = session.revision;
      call.hasChanged = state.changeCount !== changeCount;
    }
  }
}

/** What the history and the trace say of a call. */
export function causeOf(call: Call): Cause {
  const { request, path, isApi } = call;
  const { method } = request;
  return isApi ? { kind: 'request', id: call.requestId, method, path } : { kind: 'control', method, path };
}

/**
 * Checks that the path of a control call that removes all items does not end with a slash: with an empty variable as the id, a
 * script would remove all of them.
 * @throws MockError `malformed_data`
 */
function expectNoSlash({ path, request }: Call): void {
  if (!new URL(request.url).pathname.endsWith('/')) return;
  const problem = `The path ends with a slash, after which an id is missing`;
  throw malformed(`${problem}; to remove all, send DELETE ${path} without the slash`);
}
