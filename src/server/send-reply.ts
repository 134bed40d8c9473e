import type { ServerResponse } from 'node:http';
import type { Reply } from '../protocol/reply.js';

/** Sends an answer without events, with a cookie if one is given. */
export function sendReply({ status, headers, body }: Reply, outgoing: ServerResponse, cookie?: string): void {
  // A list of names and values: copying an object takes longer than everything else here.
  const lines: string[] = [];
  for (const name in headers) lines.push(name, headers[name] as string);
  if (cookie !== undefined) lines.push('set-cookie', cookie);
  if (body !== undefined) lines.push('content-length', String(Buffer.byteLength(body)));
  outgoing.writeHead(status, lines).end(body);
}
