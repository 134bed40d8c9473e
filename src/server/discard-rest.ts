import type { IncomingMessage } from 'node:http';

/** The maximum size of what is read of a body after the answer, in bytes. */
export const DISCARD_LIMIT = 64 * 1024 * 1024;

/**
 * Reads the rest of a body after the request is answered. Closing the connection while the client is still sending would
 * make the client lose the answer. Beyond the limit the connection is closed nevertheless.
 */
export async function discardRest(incoming: IncomingMessage): Promise<void> {
  let length = 0;
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (length > DISCARD_LIMIT) {
        incoming.destroy();
        return;
      }
    }
  } catch {
    // The client has closed the connection.
  }
}
