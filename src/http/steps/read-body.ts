import { toMockError } from '../../protocol/http-status.js';
import { type Route, readsBody } from '../../protocol/route.js';
import type { Call, CallStep } from '../call.js';
import { checkSizes } from '../check-sizes.js';
import { watchSession } from '../ended-session.js';
import { BodyIncomplete, bodyOf, checkLength, parseBody, readJson } from '../read-json.js';

/**
 * Waits for the body if the route reads one. The steps after this one run without interruption: fault rules and the route see the
 * same state. If the body does not arrive completely, the request is rejected. If it cannot be read for another reason, no condition
 * for it holds, and the route reports why.
 */
export const readBody: CallStep = (call, next) => {
  const route = call.match?.route;
  if (route === undefined || call.rejection !== undefined || !readsBody(route)) return next(call);
  const { session, from } = call;
  if (from.text !== undefined) {
    readAtOnce(call, from.text);
    return next(call);
  }
  const endedMeanwhile = watchSession(call);
  const proceed = (rejection?: unknown) => {
    call.rejection = rejection ?? endedMeanwhile();
    call.revision = session.revision;
    return next(call);
  };
  return read(call, route).then(
    (body) => {
      call.body = body;
      return proceed();
    },
    (error) => {
      call.bodyFailure = error;
      if (!(error instanceof BodyIncomplete)) return proceed();
      call.bodyError = error;
      return proceed(error);
    },
  );
};

/** A body that has arrived. It passes the same checks as one that arrives. */
function readAtOnce(call: Call, text: string): void {
  if (text === '') return;
  try {
    checkLength(text);
    call.bodyText = text;
    call.body = parseBody(text);
    checkSizes(call.body);
  } catch (error) {
    noteUnread(call, error);
    call.bodyFailure = error;
  }
}

/** The JSON body. @throws MockError as {@link readJson} and {@link checkSizes} */
async function read(call: Call, { bodyLimit: limit }: Route): Promise<unknown> {
  const { request, from, config } = call;
  const { requireContentType } = config.behavior;
  const onText = (text: string) => {
    // The journal has no control calls, and the text of a snapshot is large.
    if (call.isApi) call.bodyText = text;
  };
  try {
    const arriving = from.body ?? bodyOf(request, from.sender);
    const isInSlices = !from.defaultSession.shared.machine.isFollowed;
    const body = await readJson(request, arriving, { requireContentType, limit, onText, isInSlices });
    if (limit === undefined) checkSizes(body);
    return body;
  } catch (error) {
    noteUnread(call, error);
    throw error;
  }
}

/** A trace needs the error if it does not have the text. */
function noteUnread(call: Call, error: unknown): void {
  if (call.bodyText === undefined) call.bodyError = toMockError(error);
}
