import { type FaultTarget, VALUE_LIMIT } from '../../faults/fault-conditions.js';
import type { FaultEffect } from '../../faults/fault-rule.js';
import { matchedPathsOf } from '../../faults/path-pattern.js';
import { once } from '../../foundation/once.js';
import { bodyTextOf, type Reply } from '../../protocol/reply.js';
import { queryOf } from '../../session/request-query.js';
import { faultAnswer, truncate } from '../answer.js';
import type { Call, CallStep } from '../call.js';
import { requestPathOf } from '../request-path.js';
import { causeOf } from './handle.js';

/** Fault rules replace the answer, or change it. Whether they delay it, `record` decides. */
export const injectFaults: CallStep = (call, next) => {
  const { session, match } = call;
  const { faults, state } = session;
  if (call.rejection !== undefined || !faults.active || match?.route.exemptFromFaults) return next(call);
  // A replay sends the requests again, and so counts them. It sends no control call.
  const before = call.isApi ? undefined : session.image;
  call.fault = faults.match(targetOf(call), state.seed);
  if (before !== undefined && faults.capture() !== before.faults) {
    session.log.addCall(causeOf(call), { before, after: session.image }, false);
  }
  const { effect } = call.fault;
  if (effect === undefined) return next(call);
  if (effect.abort) {
    call.reason = 'A fault rule broke the connection';
    return { status: 0 };
  }
  if (effect.status !== undefined || effect.body !== undefined) {
    const answer = faultAnswer(effect, call.service, call.requestId);
    call.reason = `A fault rule answered ${answer.status}`;
    return changed(call, answer, effect);
  }
  const reply = next(call);
  return reply instanceof Promise ? reply.then((one) => changed(call, one, effect)) : changed(call, reply, effect);
};

function changed(call: Call, reply: Reply, effect: FaultEffect): Reply {
  const { status, headers, events } = reply;
  if (events !== undefined) return reply;
  if (effect.malformed) call.reason = 'A fault rule truncated the answer';
  const body = bodyTextOf(reply);
  const isCut = effect.malformed && body !== undefined;
  return { status, headers: { ...headers, ...effect.headers }, body: isCut ? truncate(body) : body };
}

/** What fault rules are compared with. Query and caller are computed only if a rule has a condition for them. */
function targetOf(call: Call): FaultTarget {
  const { method, headers, url } = call.request;
  return {
    method,
    paths: matchedPathsOf(requestPathOf(call)),
    needsPath: !call.isApi,
    headers,
    body: call.body,
    valuesLeft: VALUE_LIMIT,
    valuesOf: new Map(),
    query: once(() => queryOf(url)),
    caller: once(() => callerEmail(call)),
  };
}

function callerEmail({ service, request, session, config }: Call): string | undefined {
  const { tables, clock } = session.state;
  try {
    return service?.authenticate(request.headers, { tables, clock, behavior: config.behavior })?.email;
  } catch {
    return undefined;
  }
}
