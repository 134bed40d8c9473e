import type { ServerResponse } from 'node:http';
import type { Reply } from '../protocol/reply.js';

/** Sends an answer without events, with a cookie if one is given. */
export function sendReply({ status, headers, body }: Reply, outgoing: ServerResponse, cookie?: string): void {
  const length = body === undefined ? undefined : { 'content-length': Buffer.byteLength(body) };
  const sent = { ...headers, ...length };
  // A fault rule may have set another one.
  const cookies = cookie === undefined ? undefined : [headers?.['set-cookie'] ?? [], cookie].flat();
  outgoing.writeHead(status, cookies === undefined ? sent : { ...sent, 'set-cookie': cookies }).end(body);
}
