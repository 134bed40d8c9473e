import type { Reply } from '../../protocol/reply.js';
import type { Call, CallStep } from '../call.js';
import { exchangeOf } from '../recorded.js';

/** Answers a read from the cache, or adds the answer of the route to it. */
export const repeat: CallStep = (call, next) => {
  const { cached } = call;
  if (cached === undefined) {
    const reply = next(call);
    if (!(reply instanceof Promise)) addToCache(call, reply);
    return reply;
  }
  const { head, tail, exchange } = cached;
  call.exchange = exchange;
  return { status: 200, body: tail === undefined ? head : head + call.requestId + tail };
};

/**
 * Caches reads of the mocked APIs that depend on no header other than Authorization. With fault rules, journal and trace record
 * more of the request than its answer depends on.
 */
function addToCache(call: Call, reply: Reply): void {
  const { match, request, isApi, session, config } = call;
  const { status, body } = reply;
  if (match === undefined || request.method !== 'GET' || match.route.headers !== undefined || !isApi) return;
  if (status !== 200 || body === undefined || !session.isUndisturbed) return;
  call.exchange = exchangeOf(call, reply);
  config.cacheOf(session).add(request, match, body, call.exchange, call.idInBody);
}
