import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** A Redis that takes connections and does not answer, until the test ends. Returns its URL. */
export async function startSilentRedis(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
