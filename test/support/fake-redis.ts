import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A Redis that takes connections and does not answer, until the test ends. `connected` resolves with the first of them. */
export async function startSilentRedis(): Promise<{ readonly url: string; readonly connected: Promise<unknown> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  const connected = once(server, 'connection');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, connected };
}

/** A Redis that answers every command with the same error, until the test ends. */
export async function startFailingRedis(error: string): Promise<{ readonly url: string; error: string }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      // Each command is an array.
      for (const _ of `${chunk}`.matchAll(/\*\d+\r\n/g)) socket.write(`-${redis.error}\r\n`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const redis = { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, error };
  return redis;
}
