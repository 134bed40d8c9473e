import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** Passes what arrives on a port on to a Unix socket, because a browser can only open ports. Closed at the end of the test. */
export async function openPort(socket: () => string): Promise<number> {
  const server = createServer((client) => {
    const upstream = connect(socket());
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
