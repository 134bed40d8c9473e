import { describe, expect, it } from 'vitest';
import { type Running, start, stop } from '../support/cli.js';
import { type Connection, connectTo } from '../support/raw-http.js';

/** Starts a server that has received the headers of a request and waits for the body. */
async function inFlight(): Promise<{ server: Running; connection: Connection }> {
  const server = await start(['--drain', '86400']);
  const connection = await connectTo(server.url);
  connection.write(
    'POST /__mock/tokens HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 30\r\n\r\n',
  );
  await connection.received('100 Continue');
  return { server, connection };
}

describe('Stopping briefs-mock serve', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s finishes the request in flight, then the server exits with 0',
    async (signal) => {
      const { server, connection } = await inFlight();
      server.child.kill(signal);
      await server.said(/send it again to stop immediately/);
      await expect(fetch(server.url)).rejects.toThrow();
      connection.write('{"email":"alice@acme.example"}');
      expect(await connection.ended()).toContain('alice@acme.example');
      expect(await server.exit).toBe(0);
    },
  );

  it('a second signal stops the server immediately with 1', async () => {
    const { server, connection } = await inFlight();
    const stopped = stop(server, 'SIGINT');
    await server.said(/send it again to stop immediately/);
    // A signal right after the first is ignored: npm repeats the signal that the terminal sends to both processes.
    server.child.kill('SIGINT');
    const again = setInterval(() => server.child.kill('SIGINT'), 100);
    expect(await stopped).toBe(1);
    clearInterval(again);
    expect(server.errors()).toContain('stopped immediately');
    expect(await connection.ended()).not.toContain('HTTP/1.1 200');
  });

  it('the server does not wait for idle connections or incomplete request headers', async () => {
    const server = await start(['--scenario', 'empty', '--drain', '86400']);
    const [silent, begun] = await Promise.all([connectTo(server.url), connectTo(server.url)]);
    begun.write('GET /__mock/health HTTP/1.1\r\nHost: loc');
    await (await fetch(`${server.url}/__mock/health`)).arrayBuffer();
    expect(await stop(server)).toBe(0);
    // Bun accepts a connection when it sends something, so that this one learns of the end only now.
    silent.write('GET');
    expect(await silent.ended()).toBe('');
    expect(await begun.ended()).toBe('');
  });
});
