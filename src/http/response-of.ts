import { bodyTextOf, type Reply } from '../protocol/reply.js';
import type { RequestData } from '../protocol/request-data.js';
import { eventStreamBody } from './event-stream.js';

/** The Response of a reply. If the connection is to be broken, it has the type `error`. */
export function responseOf(reply: Reply, request: Pick<RequestData, 'signal'>): Response {
  const { status, headers = {}, events } = reply;
  if (status === 0) return Response.error();
  const body = events === undefined ? (bodyTextOf(reply) ?? null) : eventStreamBody(events, request);
  return new Response(body, { status, headers });
}
