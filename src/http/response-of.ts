import type { Reply } from '../protocol/reply.js';
import type { RequestData } from '../protocol/request-data.js';
import { eventStreamBody } from './event-stream.js';

/** The Response of a reply. If the connection is to be broken, it has the type `error`. */
export function responseOf(
  { status, headers = {}, parts, body = parts?.join(''), events }: Reply,
  request: RequestData,
): Response {
  if (status === 0) return Response.error();
  return new Response(events === undefined ? (body ?? null) : eventStreamBody(events, request), { status, headers });
}
