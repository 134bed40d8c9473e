import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { kill, run, runHere, stop } from '../support/cli.js';
import { startFailingRedis } from '../support/fake-redis.js';

async function argumentsWith(error: string) {
  const redis = await startFailingRedis(error);
  return ['--port', '0', '--store', redis.url];
}

it('SIGTERM ends a server that waits for its store, with 0', async () => {
  const server = run(await argumentsWith('LOADING Redis is loading the dataset in memory'));
  onTestFinished(() => kill(server));
  expect(await server.said(/waits for it/)).toContain('LOADING');
  expect(await stop(server)).toBe(0);
});

it('a server ends at once, with 1, if its store does not accept the password', async () => {
  const server = runHere(await argumentsWith('WRONGPASS invalid username-password pair'));
  expect(await server.exit).toBe(1);
  expect(server.errors()).toContain('cannot be used: WRONGPASS');
});

it('a server says where the password of its store belongs', async () => {
  const server = runHere(await argumentsWith('NOAUTH Authentication required.'));
  expect(await server.exit).toBe(1);
  expect(server.errors()).toContain('NOAUTH Authentication required; the password belongs in the URL of the store');
});

it('a server that waits for its store says what the URL of a store with TLS begins with', async () => {
  const store = createServer((socket) => socket.resetAndDestroy()).listen(0, '127.0.0.1');
  onTestFinished(() => void store.close());
  await once(store, 'listening');
  const { port } = store.address() as AddressInfo;
  const server = run(['--port', '0', '--store', `redis://127.0.0.1:${port}`]);
  onTestFinished(() => kill(server));
  expect(await server.said(/waits for it/)).toContain('; a store with TLS needs rediss://');
});

it('a server ends at once, with 2, if the database of its store is not a number', async () => {
  const { exit, errors } = runHere(['--port', '0', '--store', 'redis://127.0.0.1:6379/abc']);
  expect(await exit).toBe(2);
  expect(errors()).toContain('store: must end with the number of a database, such as /0, but ends with /abc');
});

it.each([
  ['redis://127.0.0.1:6379?prefx=a', 'may have a prefix, such as ?prefix=demo, and no other parameter'],
  ['redis://127.0.0.1:6379?prefix=', 'must not have an empty prefix'],
  ['redis://:se$s/cret@127.0.0.1:6379', 'a / in them is %2F'],
  ['redis://:12/secret@127.0.0.1:6379', 'a / in them is %2F'],
  ['redis://bo:6379?secret@127.0.0.1', 'a / in them is %2F'],
  ['redis://127.0.0.1:99999', 'a port is at most 65535'],
])('a server ends at once, with 2, if the URL of its store is %s', async (url, said) => {
  const { exit, errors } = runHere(['--port', '0', '--store', url]);
  expect([await exit, errors()]).toEqual([2, expect.stringContaining(said)]);
  expect(errors()).toContain('--store: ');
  expect(errors()).not.toMatch(/se\$s|secret/);
});
