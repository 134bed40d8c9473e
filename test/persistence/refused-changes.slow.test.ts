import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createMock, type Mock, MockError } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/cli.js';
import { crashed } from '../support/persistence.js';
import { readingRoom } from '../support/reading-room.js';
import { stopMachine } from '../support/session-machine.js';
import { office } from '../support/user-data-office.js';

/** A server whose state file was replaced by another program, so that it can no longer write. */
async function open() {
  const file = join(await temporaryFolder(), 'state.json');
  const mock = createMock({ scenario: readingRoom, scenarios: [office] });
  const server = await createServer(mock, { port: 0, state: file, onProblem: () => {} }).listen();
  onTestFinished(() => server.close().catch(() => {}));
  mock.sessions.create('one').make.user();
  mock.snapshots.keep('before');
  writeFileSync(`${file}.new`, readFileSync(file));
  renameSync(`${file}.new`, file);
  rmSync(`${file}.lock`, { recursive: true });
  // The server looks at its lock once per turn of the event loop, and another program acts between two turns.
  await nextTurn();
  return { mock, server };
}

it.each([
  ['of the scenario', { scenario: 'office' }],
  ['of the seed', { seed: 5 }],
])('A reset %s that cannot be saved changes neither the state nor the baseline', async (_, baseline) => {
  const { mock } = await open();
  const before = mock.snapshot();
  expect(() => mock.reset(baseline as { seed: number })).toThrow(
    expect.objectContaining({ name: MockError.name, code: 'unavailable' }),
  );
  expect(mock.snapshot()).toEqual(before);
  expect(mock.changes().tables).toEqual({});
});

it('POST /__mock/reset that cannot be saved gets 503, and changes neither the state nor the baseline', async () => {
  const { mock, server } = await open();
  const before = mock.snapshot();
  const body = JSON.stringify({ scenario: 'office', seed: 5 });
  const { status } = await fetch(`${server.url}/__mock/reset`, { method: 'POST', body });
  expect(status).toBe(503);
  expect(mock.snapshot()).toEqual(before);
  expect(mock.changes().tables).toEqual({});
});

const named = { sessions: ['one'], snapshots: ['before'] };
const namesIn = ({ sessions, snapshots }: Mock) => ({
  sessions: sessions.list().map(({ id }) => id),
  snapshots: snapshots.list().map(({ name }) => name),
});

it.each<[string, (mock: Mock) => unknown]>([
  ['data.user.create', ({ make }) => make.user()],
  ['clock.advance', ({ clock }) => clock.advance({ days: 1 })],
  ['reset', (mock) => mock.reset({ seed: 5 })],
  ['restore', (mock) => mock.restore(createMock({ scenario: office }).snapshot())],
  ['sessions.create', ({ sessions }) => sessions.create('two')],
  ['sessions.create with from', ({ sessions }) => sessions.create('two', { from: 'one' })],
  ['sessions.end', ({ sessions }) => sessions.end('one')],
  ['sessions.endAll', ({ sessions }) => sessions.endAll()],
  ['a change in a session', ({ sessions }) => sessions.get('one').make.user()],
  [
    'a request to a new session',
    (mock) => mock.fetch('/__mock/s/two/__mock/data/user', { method: 'POST', body: '{}' }),
  ],
  ['snapshots.keep', ({ snapshots }) => snapshots.keep('after')],
  ['snapshots.remove', ({ snapshots }) => snapshots.remove('before')],
])('What cannot be saved has not happened: %s', async (_, call) => {
  const { mock } = await open();
  const before = [mock.fingerprint(), mock.sessions.get('one').fingerprint()];
  const outcome = (async () => call(mock))();
  const result = await outcome.catch((error: MockError) => error.code);
  expect(result instanceof Response ? result.status : result).toBe(result instanceof Response ? 503 : 'unavailable');
  expect([mock.fingerprint(), mock.sessions.get('one').fingerprint()]).toEqual(before);
  expect(namesIn(mock)).toEqual(named);
});

/** Nothing can be saved until the returned function is called, because a file is in place of the lock, which is a folder. */
function blockLock(file: string): () => void {
  renameSync(`${file}.lock`, `${file}.moved`);
  writeFileSync(`${file}.lock`, '');
  return () => {
    rmSync(`${file}.lock`);
    renameSync(`${file}.moved`, `${file}.lock`);
  };
}

/** What a server has after a kill. Closing the first one would write everything again. */
async function afterKill(file: string): Promise<Mock> {
  const mock = createMock({ scenario: readingRoom });
  const server = await createServer(mock, { port: 0, state: await crashed(file) }).listen();
  onTestFinished(() => server.close());
  return mock;
}

it('A session that was lost while nothing could be saved stays lost after a restart', async () => {
  const file = join(await temporaryFolder(), 'state.json');
  const mock = createMock({ scenario: readingRoom, sessions: { idleSeconds: 0.001 } });
  const server = await createServer(mock, { port: 0, state: file, onProblem: () => {} }).listen();
  onTestFinished(() => server.close().catch(() => {}));
  mock.sessions.create('one');
  const unlock = blockLock(file);
  await expect.poll(() => mock.sessions.list()).toEqual([]);
  expect(() => mock.make.user()).toThrow('Nothing was changed');
  unlock();
  mock.make.user();
  const next = await afterKill(file);
  expect(next.data.user.count()).toBe(mock.data.user.count());
  expect(next.sessions.list()).toEqual([]);
});

it('A session of the same name that begins after one was lost is there after a restart', async () => {
  const pass = stopMachine();
  const file = join(await temporaryFolder(), 'state.json');
  const mock = createMock({ scenario: readingRoom, sessions: { idleSeconds: 60 } });
  const server = await createServer(mock, { port: 0, state: file, onProblem: () => {} }).listen();
  onTestFinished(() => server.close().catch(() => {}));
  mock.sessions.create('one');
  const unlock = blockLock(file);
  await nextTurn();
  pass(61);
  expect(mock.sessions.list()).toEqual([]);
  unlock();
  mock.make.user();
  mock.sessions.create('one').make.user();
  mock.make.user();
  const next = await afterKill(file);
  expect(next.fingerprint()).toBe(mock.fingerprint());
  expect(next.sessions.get('one').fingerprint()).toBe(mock.sessions.get('one').fingerprint());
});

it('A change is refused if another program has replaced the log and removed the lock, and the log stays as it is', async () => {
  const file = join(await temporaryFolder(), 'state.json');
  const mock = createMock({ scenario: readingRoom });
  const server = await createServer(mock, { port: 0, state: file, onProblem: () => {} }).listen();
  mock.make.user();
  const log = readFileSync(`${file}.log`);
  writeFileSync(`${file}.new`, log);
  renameSync(`${file}.new`, `${file}.log`);
  rmSync(`${file}.lock`, { recursive: true });
  await nextTurn();
  expect(() => mock.make.user()).toThrow('another program has changed the state file');
  await expect(server.close()).rejects.toThrow('another program has changed the state file');
  expect(readFileSync(`${file}.log`).equals(log)).toBe(true);
});
