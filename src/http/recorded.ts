import type { Reply } from '../protocol/reply.js';
import type { HttpExchange, ReplayParts } from '../session/entry.js';
import type { Call } from './call.js';
import { requestPathOf } from './request-path.js';
import { lengthOf, recordedText, tracedHeaders } from './traced-request.js';

const NONE: readonly number[] = [];

/** What is recorded about an API request and its answer, except ids and times. Repeated reads share it. */
export function exchangeOf(call: Call, { status, headers, body }: Reply): HttpExchange {
  const { request, bodyText, session, email, reason, idInBody } = call;
  const { method, url } = request;
  const { path, ownPath, spelling, route } = requestPathOf(call);
  const isTraced = session.history !== undefined;
  const hasBody = status !== 0 && body !== undefined && method !== 'HEAD';
  const answer = hasBody ? recordedText(body, idInBody, isTraced) : undefined;
  const requestBody = bodyText === undefined ? undefined : recordedText(bodyText, undefined, isTraced);
  return {
    method,
    url,
    path,
    ownPath,
    spelling,
    route,
    email,
    requestBody,
    replay: isTraced ? replayPartsOf(call) : undefined,
    status,
    headers,
    answer,
    faults: faultsOf(call),
    skippedBy: call.fault?.skipped.length ? call.fault.skipped : undefined,
    reason,
    length: url.length + lengthOf(requestBody) + lengthOf(answer),
  };
}

/** The ids of the fault rules that apply. */
export function faultsOf({ fault }: Call): readonly number[] {
  return fault?.ids ?? NONE;
}

/**
 * Requests rejected before their handler runs, or undone, are left out: a replay could not repeat them. It can repeat that a body
 * does not arrive completely.
 */
function replayPartsOf(call: Call): ReplayParts | undefined {
  const { rejection, commitFailed, bodyError } = call;
  if ((rejection !== undefined && rejection !== bodyError) || commitFailed) return undefined;
  return { headers: tracedHeaders(call), bodyError };
}
