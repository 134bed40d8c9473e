import { createMock, defineRoute } from 'briefs-mock';
import { createServer, type StoreLog } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { eventually } from '../support/eventually.js';
import { MemoryStore } from '../support/memory-log.js';
import { office } from '../support/user-data-office.js';

/** A store, and servers that end when they execute `POST /bomb`, as long as there are lives to take. */
function world(lives: number) {
  const store = new MemoryStore();
  let deaths = 0;

  /** Starts a server. It reaches the store no more when it has ended. */
  function start() {
    let isDead = false;
    const problems: string[] = [];
    const bomb = defineRoute({
      method: 'POST',
      path: '/bomb',
      summary: 'Ends the server',
      response: z.object({}),
      handle: () => {
        if (deaths < lives) {
          deaths++;
          isDead = true;
        }
        return {};
      },
    });
    const mock = createMock({ scenario: office, routes: [bomb] });
    const log = store.connect();
    const mortal = Object.fromEntries(
      Object.entries(log).map(([name, call]) => [
        name,
        typeof call !== 'function'
          ? call
          : (...parts: unknown[]) =>
              isDead && name !== 'close' ? new Promise(() => {}) : (call as (...parts: unknown[]) => unknown)(...parts),
      ]),
    ) as unknown as StoreLog;
    const server = createServer(mock, { port: 0, store: mortal, onProblem: (message) => problems.push(message) });
    const listening = server.listen();
    onTestFinished(() => (isDead ? undefined : server.close()));
    return { mock, server, problems, listening };
  }

  return {
    store,
    start,
    get deaths() {
      return deaths;
    },
  };
}

const journalOf = async ({ mock }: ReturnType<ReturnType<typeof world>['start']>) =>
  (await (await mock.fetch('/__mock/requests', { headers: { 'x-mock-session': 'a' } })).json()).data;

/** A server executes the request, and ends; so does the next one that starts. */
async function endTwo(all: ReturnType<typeof world>) {
  const first = all.start();
  await first.listening;
  await first.mock.fetch('/user-data/v1/user', { headers: { 'x-mock-session': 'a' } });
  void first.mock.fetch('/bomb', { method: 'POST', headers: { 'x-mock-session': 'a' } });
  await eventually(() => expect(all.deaths).toBe(1));
  all.start();
  await eventually(() => expect(all.deaths).toBe(2));
}

describe('A request that servers do not survive', () => {
  it('is refused by all when it has ended one server, and two that started after it', async () => {
    const all = world(Number.POSITIVE_INFINITY);
    await endTwo(all);
    const third = all.start();
    const waiting = 'another server is executing a request, or has ended because of it; this server waits';
    await eventually(() => expect(third.problems).toEqual([waiting]));
    expect(all.deaths).toBe(2);
    all.store.now += 10_000;
    await eventually(() => expect(all.deaths).toBe(3));

    all.store.now += 10_000;
    const fourth = all.start();
    await fourth.listening;
    const refusal =
      'The request POST /bomb in the session "a" is refused by all servers: servers have ended while they executed it';
    expect(fourth.problems).toEqual([refusal]);
    expect(all.deaths).toBe(3);
    const fifth = all.start();
    await fifth.listening;
    expect(fifth.problems).toEqual([refusal]);
    const journal = await journalOf(fourth);
    expect(journal).toHaveLength(1);
    expect(await journalOf(fifth)).toEqual(journal);
  });

  it('is executed by all if a server survives it after all', async () => {
    const all = world(2);
    await endTwo(all);
    all.store.now += 10_000;
    const third = all.start();
    await third.listening;
    const fourth = all.start();
    await fourth.listening;
    for (const server of [third, fourth]) {
      expect(server.problems).toEqual([]);
      expect(await journalOf(server)).toHaveLength(2);
    }
  });

  it('is not waited for by a server that was started while it is executed, if that is closed', async () => {
    const all = world(Number.POSITIVE_INFINITY);
    await endTwo(all);
    const third = all.start();
    await eventually(() => expect(third.problems).toHaveLength(1));
    const failure = third.listening.catch((error: Error) => error.name);
    await third.server.close();
    expect(await failure).toBe('AbortError');
  });
});
