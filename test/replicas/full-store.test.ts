import { expect, it } from 'vitest';
import { MemoryStore } from '../support/memory-log.js';
import { controlTime, startReplica } from '../support/replicas.js';
import { office } from '../support/user-data-office.js';

it('A store that can be read but takes nothing is not reported as usable when a request is given up', async () => {
  let isFull = false;
  const { mock, problems } = await startReplica(new MemoryStore(), { scenario: office }, (log) => ({
    ...log,
    exchange: (position, batch) =>
      isFull && batch !== undefined ? Promise.reject(new Error('the store is full')) : log.exchange(position, batch),
  }));
  const pass = controlTime();
  isFull = true;
  const answer = mock.fetch('/user-data/v1/user');
  await pass(6);
  expect((await answer).status).toBe(503);
  expect(problems).toEqual([expect.stringContaining('the store is full')]);
  isFull = false;
  await pass(1);
  expect(problems.slice(1)).toEqual(['the store can be used again']);
});
