import type { Reply } from '../protocol/reply.js';
import { lengthOfBody, type RequestContent, type RequestRecord, recordedBody } from '../session/journal-entry.js';
import type { TracedExchange } from '../session/trace-log.js';
import type { Call } from './call.js';
import { requestPathOf } from './request-path.js';
import { type SharedRecord, splitAt } from './response-cache.js';
import { tracedBody, tracedHeaders, tracedLength } from './traced-request.js';

const NONE: readonly number[] = [];

/** What is recorded of an API request and its answer, but for ids and times. Repeated reads share it. */
export function sharedRecordOf(call: Call, reply: Reply): SharedRecord {
  const content = contentOf(call, reply);
  return { record: recordOf(call, reply.status), content, traced: tracedOf(call, reply, content) };
}

export function recordOf(call: Call, status: number, isHeld = false): RequestRecord {
  const { method, url } = call.request;
  const { path, ownPath, spelling, route } = requestPathOf(call);
  const { email, reason } = call;
  return {
    method,
    url,
    path,
    ownPath,
    spelling,
    route,
    status,
    email,
    faults: faultsOf(call),
    reason,
    isHeld,
    length: url.length + path.length + (ownPath?.length ?? 0) + (reason?.length ?? 0),
  };
}

/** The ids of the fault rules that apply. */
export function faultsOf({ fault }: Call): readonly number[] {
  return fault?.ids ?? NONE;
}

function contentOf(call: Call, { status, headers, body }: Reply): RequestContent {
  const { bodyText, request, reason, fault } = call;
  const requestBody = bodyText === undefined ? undefined : recordedBody(bodyText);
  const hasBody = status !== 0 && body !== undefined && request.method !== 'HEAD';
  // Repeated answers differ in the id.
  const id = reason === undefined && fault?.effect === undefined ? call.idInBody : undefined;
  const sent = hasBody ? recordedBody(...splitAt(body, id)) : undefined;
  const response = status === 0 ? undefined : { headers, body: sent };
  return { requestBody, response, length: lengthOfBody(requestBody) + lengthOfBody(sent) };
}

/** What is rejected before its handler runs is left out: a replay could not repeat it. */
function tracedOf(call: Call, reply: Reply, content: RequestContent): TracedExchange | undefined {
  const { session, request, path, bodyText, bodyError, service, match, config, email } = call;
  const { trace, state } = session;
  if (trace === undefined || call.rejection !== undefined) return undefined;
  const { method, url } = request;
  const answer = method === 'HEAD' ? undefined : tracedBody(reply.body, content, call.idInBody);
  const headers = tracedHeaders(request.headers, {
    service,
    route: match?.route,
    behavior: config.behavior,
    session,
    email,
  });
  return {
    at: state.clock.now,
    method,
    url,
    path,
    headers: trace.sharedHeaders(headers),
    body: bodyText,
    bodyError,
    status: reply.status,
    answer,
    length: url.length + (bodyText?.length ?? 0) + tracedLength(answer),
  };
}
