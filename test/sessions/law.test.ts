import type { Mock } from 'briefs-mock';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Delivery } from '../support/deliveries.js';
import { struckByChance } from '../support/session-control.js';
import { delivered } from '../support/session-deliveries.js';
import { SideBySide, type Step, steps, type Tally } from '../support/session-law.js';
import { type Operation, operation } from '../support/session-operations.js';
import { Memory, Mocks, transportOf } from '../support/session-worlds.js';
import { runs } from '../support/state-runs.js';

// How long a property takes says nothing here: see the tests of cost.
vi.setConfig({ testTimeout: 600_000 });

// Clocks that run do so by the machine's; both sides are to see the same.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 4) });
  onTestFinished(() => void vi.useRealTimers());
});

const mocks = new Mocks();
const idsOf = (mock: Mock) => mock.sessions.list().map(({ id }) => id);

/** That the answers were of these kinds, and more. To be told of them, set `LAW_TELL`. */
function expectVariety(tally: Tally, statuses: readonly number[]): void {
  if (process.env.LAW_TELL) process.stderr.write(`${JSON.stringify(Object.fromEntries(tally))}\n`);
  expect([...tally.keys()].map(Number)).toEqual(expect.arrayContaining([...statuses]));
  const compared = [...tally.values()].reduce((sum, count) => sum + count);
  expect(tally.get('200')).toBeGreaterThan(compared / 3);
}

describe('Sessions: each is as a mock of its own', () => {
  it.each<[string, fc.Arbitrary<Operation>, number, readonly number[]]>([
    ['anything', operation, 30, [0, 200, 204, 400, 401, 403, 404, 405, 409, 429, 503]],
    ['what rules strike by chance', struckByChance, 10, [200, 500, 503]],
  ])('whatever is asked of them in turn: %s', async (name, kind, numRuns, statuses) => {
    const tally: Tally = new Map();
    await fc.assert(
      fc.asyncProperty(steps(80, kind), async (taken) => {
        const mock = mocks.fresh('all');
        const both = new SideBySide(transportOf(mock), mocks, tally);
        // One memory: a snapshot of one may be restored in another.
        const memory = new Memory();
        for (const { in: id, way, operation, later } of taken) {
          vi.setSystemTime(Date.now() + later * 1000);
          await both.step(id, way, operation, memory);
        }
        await both.finish(memory);
        expect(idsOf(mock).sort()).toEqual(both.ids.sort());
      }),
      runs(`in turn, ${name}`, numRuns),
    );
    expectVariety(tally, statuses);
  });

  it.each<[Delivery, number]>([
    ['fetch', 12],
    ['msw', 12],
    ['tcp', 12],
  ])('whatever is asked of all at once, through %s', async (delivery, numRuns) => {
    const tally: Tally = new Map();
    await fc.assert(
      fc.asyncProperty(steps(80, operation), async (taken) => {
        const mock = mocks.fresh('all');
        await delivered(mock, delivery, async (transport) => {
          const both = new SideBySide(transport, mocks, tally);
          const clients = new Map<string | null, Step[]>();
          for (const step of taken) clients.set(step.in, [...(clients.get(step.in) ?? []), step]);
          // They begin before any of them changes the baseline.
          const first = { method: 'GET', path: '/__mock/clock' };
          for (const id of clients.keys()) await both.step(id, 'prefix', first, new Memory());
          await Promise.all(
            [...clients].map(async ([id, taken]) => {
              const memory = new Memory();
              for (const { way, operation } of taken) await both.step(id, way, operation, memory);
            }),
          );
          await both.finish(new Memory());
          expect(idsOf(mock).sort()).toEqual(both.ids.sort());
        });
      }),
      runs(`at once, through ${delivery}`, numRuns),
    );
    expectVariety(tally, [0, 200, 204, 400, 401, 404, 405, 503]);
  });
});
