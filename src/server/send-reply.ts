import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { mapSteps, stepsInSlices } from '../foundation/in-slices.js';
import type { Reply } from '../protocol/reply.js';

/** Sends an answer without events, with a cookie if one is given. Returns a promise for an answer in parts. */
export function sendReply(
  { status, headers, body, parts }: Reply,
  outgoing: ServerResponse,
  cookie?: string,
): Promise<void> | undefined {
  // A list of names and values: copying an object takes longer than everything else here.
  const lines: string[] = [];
  for (const name in headers) lines.push(name, headers[name] as string);
  if (cookie !== undefined) lines.push('set-cookie', cookie);
  if (parts !== undefined) return sendParts(status, lines, parts, outgoing);
  if (body !== undefined) lines.push('content-length', String(Buffer.byteLength(body)));
  outgoing.writeHead(status, lines).end(body);
  return undefined;
}

/** Sends the parts one after the other, and waits while the client does not read. */
async function sendParts(
  status: number,
  lines: readonly string[],
  parts: readonly string[],
  outgoing: ServerResponse,
): Promise<void> {
  const lengths = await stepsInSlices(mapSteps(parts, (part) => Buffer.byteLength(part)));
  const length = lengths.reduce((sum, one) => sum + one, 0);
  outgoing.writeHead(status, [...lines, 'content-length', String(length)]);
  await pipeline(Readable.from(parts), outgoing).catch((error) => {
    // The client has gone.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
