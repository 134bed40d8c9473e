import { type Mock, replay, type Trace } from 'briefs-mock';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { delivered } from '../support/session-deliveries.js';
import { operation } from '../support/session-operations.js';
import { answerOf, Memory, Mocks } from '../support/session-worlds.js';
import { walks } from '../support/state-operations.js';
import { runs } from '../support/state-runs.js';
import { walk } from '../support/state-walk.js';
import { deliveries } from '../support/transports.js';

// Properties run many times, so the default timeout is too short.
vi.setConfig({ testTimeout: 600_000 });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 4) });
  onTestFinished(() => void vi.useRealTimers());
});

/** Replays the trace of a mock, and compares every answer, the state at the end, and the trace of the replay. */
async function expectSameAgain(mock: Mock): Promise<Trace> {
  const trace: Trace = JSON.parse(JSON.stringify(mock.trace()));
  vi.setSystemTime(Date.now() + 86_400_000);
  const { requests, differences, fingerprint, mock: again } = await replay(trace, { scenarios: mock.scenarios });
  expect(differences).toEqual([]);
  expect(fingerprint).toBeUndefined();
  expect(requests).toBe(trace.entries.filter(({ kind }) => kind === 'request').length);
  expect(again.revision).toBe(mock.revision);
  expect(again.trace().entries).toEqual(trace.entries);
  return trace;
}

describe('A trace replays with the same answers and the same state at the end', () => {
  it.each(deliveries)('of requests and control calls in any order, through %s', async (delivery) => {
    const mocks = new Mocks();
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(operation, fc.nat(3)), { minLength: 10, maxLength: 60, size: 'max' }),
        async (taken) => {
          const mock = mocks.fresh('replayed');
          await delivered(mock, delivery, async (transport) => {
            const memory = new Memory();
            for (const [one, later] of taken) {
              vi.setSystemTime(Date.now() + later * 1000);
              const sent = memory.fill(one);
              memory.note(sent, (await answerOf(transport, sent)).text);
            }
          });
          const { entries } = await expectSameAgain(mock);
          for (const { kind } of entries) kinds.add(kind);
        },
      ),
      runs(`replay through ${delivery}`, delivery === 'fetch' ? 20 : 6),
    );
    expect([...kinds].sort()).toEqual(['control', 'request']);
  });

  it('of calls in the process in any order', async () => {
    await fc.assert(
      fc.asyncProperty(walks(30), async (operations) => {
        for (const { mock } of await walk(operations)) await expectSameAgain(mock);
      }),
      runs('replay of calls', 10),
    );
  });
});
