import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MemoryStore } from '../support/memory-log.js';
import { startReplica } from '../support/replicas.js';
import { office } from '../support/user-data-office.js';

it('A store that can be read but takes nothing is not reported as usable when a request is given up', async () => {
  let isFull = false;
  const { mock, problems } = await startReplica(new MemoryStore(), { scenario: office }, (log) => ({
    ...log,
    exchange: (position, batch) =>
      isFull && batch !== undefined ? Promise.reject(new Error('the store is full')) : log.exchange(position, batch),
  }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  /** Lets a time pass in which the replica tries again and again. */
  const pass = async (milliseconds: number) => {
    for (let i = 0; i < milliseconds; i += 50) {
      await vi.advanceTimersByTimeAsync(50);
      for (let turn = 0; turn < 5; turn++) await nextTurn();
    }
  };
  isFull = true;
  const answer = mock.fetch('/user-data/v1/user');
  await pass(6000);
  expect((await answer).status).toBe(503);
  expect(problems).toEqual([expect.stringContaining('the store is full')]);
  isFull = false;
  await pass(1000);
  expect(problems.slice(1)).toEqual(['the store can be used again']);
});
