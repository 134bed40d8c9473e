import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import * as fc from 'fast-check';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { cast } from '../support/casts.js';
import { MemoryStore } from '../support/memory-log.js';
import { startReplica } from '../support/replicas.js';
import { runs } from '../support/state-runs.js';

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

it('Replicas of a random cast agree with one mock, whichever advances the clock', async () => {
  const advance = fc.record({ by: fc.nat(2), seconds: fc.integer({ min: 1, max: 86_400 }) });
  await fc.assert(
    fc.asyncProperty(
      cast,
      fc.nat(1000),
      fc.array(advance, { minLength: 1, maxLength: 4 }),
      async (scenario, seed, advances) => {
        const options = { scenario, seed, life: 'busy' } as const;
        const store = new MemoryStore();
        store.now = Date.now();
        const replicas = await Promise.all([0, 1, 2].map(() => startReplica(store, options)));
        const single = createMock(options);
        for (const { by, seconds } of advances) {
          const body = JSON.stringify({ advance_seconds: seconds });
          const { url } = (replicas[by] as (typeof replicas)[number]).server;
          expect((await fetch(`${url}/__mock/clock`, { method: 'PUT', body })).status).toBe(200);
          single.clock.advance({ seconds });
        }
        for (const { server } of replicas) {
          const health = await (await fetch(`${server.url}/__mock/health?fingerprint`)).json();
          expect(health.fingerprint).toBe(single.fingerprint());
        }
        await Promise.all(replicas.map(({ server }) => server.close()));
      },
    ),
    runs('replica life', 20, 3),
  );
});
