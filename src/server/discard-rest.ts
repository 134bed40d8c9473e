import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRead } from '../protocol/route-address.js';
import { streamOf } from './node-request.js';

/** The maximum size of what is read of a body after the answer, in bytes. */
export const DISCARD_LIMIT = 64 * 1024 * 1024;

/** How long the rest may pause in HTTP/2, in milliseconds. In HTTP/1, Node has a limit of its own. */
const PAUSE_LIMIT = 5_000;

/**
 * Sees to it that the rest of a body is read after the request is answered. Closing the connection while the client is still
 * sending would make the client lose the answer.
 */
export function discardAfterAnswer(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const stream = streamOf(outgoing);
  if (stream === undefined ? isRead(incoming.method as string) : stream.endAfterHeaders) return;
  // Node resets the stream of a body that nobody has begun to read as soon as the answer is sent.
  stream?.read(0);
  // An HTTP/2 answer finishes only when its request does.
  (stream ?? outgoing).once('finish', () => {
    if (incoming.complete) return;
    stream?.setTimeout(PAUSE_LIMIT, () => stream.close());
    void discardRest(incoming, outgoing);
  });
}

/** Reads the rest of a body. Beyond the limit, the connection of HTTP/1 or the stream of HTTP/2 is closed nevertheless. */
export async function discardRest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  let length = 0;
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (length > DISCARD_LIMIT) {
        (streamOf(outgoing) ?? incoming).destroy();
        return;
      }
    }
  } catch {
    // The client has closed the connection.
  }
}
