import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { MemoryStore } from '../support/memory-log.js';
import { startReplica } from '../support/replicas.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 4) });
  onTestFinished(() => void vi.useRealTimers());
});

it('Replicas agree while actors act, whichever advances the clock', async () => {
  const options = { scenario: newsroom, life: 'calm' } as const;
  const store = new MemoryStore();
  store.now = Date.now();
  const replicas = [];
  for (let i = 0; i < 3; i++) replicas.push(await startReplica(store, options));
  for (const hours of [20, 3, 30]) {
    for (const { server } of replicas) {
      const body = JSON.stringify({ advance_seconds: hours * 1200 });
      expect((await fetch(`${server.url}/__mock/clock`, { method: 'PUT', body })).status).toBe(200);
    }
  }
  const single = createMock(options);
  single.clock.advance({ hours: 53 });
  const seen = [];
  for (const { server } of replicas) {
    const health = await (await fetch(`${server.url}/__mock/health?fingerprint`)).json();
    const requests = await (await fetch(`${server.url}/__mock/requests`)).text();
    seen.push({ fingerprint: health.fingerprint ?? health.data?.fingerprint, requests });
  }
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
  expect(seen[0]?.fingerprint).toBe(single.fingerprint());
});
