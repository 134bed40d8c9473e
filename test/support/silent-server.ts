import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/**
 * Starts a server that never answers, and ends the time of every `AbortSignal.timeout` of this process at the first request. Resolves with
 * its URL; the test ends both.
 */
export async function silentServer(): Promise<string> {
  const waiting = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(waiting.signal);
  onTestFinished(() => void vi.restoreAllMocks());
  const server = createServer(() => waiting.abort(new DOMException('', 'TimeoutError'))).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
