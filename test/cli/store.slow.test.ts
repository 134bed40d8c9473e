import { expect, it, onTestFinished } from 'vitest';
import { kill, run, stop } from '../support/cli.js';
import { startFailingRedis } from '../support/fake-redis.js';

async function startWith(error: string) {
  const redis = await startFailingRedis(error);
  const server = run(['--port', '0', '--store', redis.url]);
  onTestFinished(() => kill(server));
  return server;
}

it('SIGTERM ends a server that waits for its store, with 0', async () => {
  const server = await startWith('LOADING Redis is loading the dataset in memory');
  expect(await server.said(/waits for it/)).toContain('LOADING');
  expect(await stop(server)).toBe(0);
});

it('a server ends at once, with 1, if its store does not accept the password', async () => {
  const server = await startWith('WRONGPASS invalid username-password pair');
  expect(await server.exit).toBe(1);
  expect(server.errors()).toContain('cannot be used: WRONGPASS');
});
