import type { Mock } from 'briefs-mock';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { struckByChance } from '../support/session-control.js';
import { delivered } from '../support/session-deliveries.js';
import { type Operation, operation } from '../support/session-operations.js';
import { Memory, Mocks, transportOf } from '../support/session-worlds.js';
import { runs } from '../support/state-runs.js';
import type { Delivery } from '../support/transports.js';
import { SideBySide, type Step, steps, type Tally } from './session-law.js';

// Speed is not tested here: see cost.test.ts.
vi.setConfig({ testTimeout: 600_000 });

// Running clocks use the machine's time, which must be the same for both sides.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 4) });
  onTestFinished(() => void vi.useRealTimers());
});

const mocks = new Mocks();
const idsOf = (mock: Mock) => mock.sessions.list().map(({ id }) => id);

/** Checks that these statuses occurred, and 200 often enough, which takes all runs. Set `LAW_TELL` to print the counts. */
function expectVariety(tally: Tally, statuses: readonly number[]): void {
  if (process.env.LAW_TELL) process.stderr.write(`${JSON.stringify(Object.fromEntries(tally))}\n`);
  expect([...tally.keys()].map(Number)).toEqual(expect.arrayContaining([...statuses]));
  const compared = [...tally.values()].reduce((sum, count) => sum + count);
  expect(tally.get('200')).toBeGreaterThan(compared / 3);
}

describe('Sessions: a session behaves like a separate mock', () => {
  it.each<[string, fc.Arbitrary<Operation>, number, readonly number[]]>([
    ['random requests', operation, 30, [0, 200, 204, 400, 401, 403, 404, 405, 409, 429, 503]],
    ['random faults', struckByChance, 10, [200, 500, 503]],
  ])('when requests go to sessions in turn: %s', async (name, kind, numRuns, statuses) => {
    const tally: Tally = new Map();
    await fc.assert(
      fc.asyncProperty(steps(80, kind), async (taken) => {
        const mock = mocks.fresh('all');
        const both = new SideBySide(transportOf(mock), mocks, tally);
        // One memory for all, so that a snapshot of one session may be restored in another.
        const memory = new Memory();
        for (const { in: id, way, operation, later } of taken) {
          vi.setSystemTime(Date.now() + later * 1000);
          await both.step(id, way, operation, memory);
        }
        await both.finish(memory);
        expect(idsOf(mock).sort()).toEqual(both.ids.sort());
      }),
      runs(`in turn, ${name}`, numRuns, numRuns),
    );
    expectVariety(tally, statuses);
  });

  it.each<[Delivery, number]>([
    ['fetch', 12],
    ['msw', 12],
    ['tcp', 12],
  ])('when requests go to all sessions at once, through %s', async (delivery, numRuns) => {
    const tally: Tally = new Map();
    await fc.assert(
      fc.asyncProperty(steps(80, operation), async (taken) => {
        const mock = mocks.fresh('all');
        await delivered(mock, delivery, async (transport) => {
          const both = new SideBySide(transport, mocks, tally);
          const clients = new Map<string | null, Step[]>();
          for (const step of taken) clients.set(step.in, [...(clients.get(step.in) ?? []), step]);
          // All sessions are created before any of them changes the baseline.
          const first = { method: 'DELETE', path: '/__mock/requests' };
          for (const id of clients.keys()) await both.step(id, 'prefix', first, new Memory());
          // Waits for all clients, so that no request of a failed run reaches the next run.
          const ends = await Promise.allSettled(
            [...clients].map(async ([id, taken]) => {
              const memory = new Memory();
              for (const { way, operation } of taken) await both.step(id, way, operation, memory);
            }),
          );
          for (const end of ends) if (end.status === 'rejected') throw end.reason;
          await both.finish(new Memory());
          expect(idsOf(mock).sort()).toEqual(both.ids.sort());
        });
      }),
      // What depends on the order of requests does not repeat, so shrinking would show another failure.
      { ...runs(`at once, through ${delivery}`, numRuns, numRuns), endOnFailure: true },
    );
    expectVariety(tally, [0, 200, 204, 400, 401, 404, 405, 503]);
  });
});
