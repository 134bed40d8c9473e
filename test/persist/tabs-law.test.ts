import { createMock, type Mock } from 'briefs-mock';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MemoryStorage } from '../support/memory-storage.js';
import { readingRoom } from '../support/reading-room.js';
import { operation } from '../support/session-operations.js';
import { answerOf, inSession, Memory, type Sent, transportOf } from '../support/session-worlds.js';
import { runs } from '../support/state-runs.js';
import { office } from '../support/user-data-office.js';

// Properties run many times, so the default timeout is too short.
vi.setConfig({ testTimeout: 600_000 });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 4) });
  onTestFinished(() => void vi.useRealTimers());
});

const options = { scenario: office, scenarios: [readingRoom], seed: 3 };

/** Requests whose answers depend on what is kept: fault rules, journal and history belong to a page. */
const kept = operation.filter(
  ({ path }) => !/^\/__mock\//.test(path) || /^\/__mock\/(reset|restore|snapshots?|tokens|data|clock)\b/.test(path),
);
const step = fc.record({
  operation: kept,
  tab: fc.nat(1),
  session: fc.constantFrom(null, null, null, 'a', 'b'),
  /** Seconds. */
  later: fc.nat(3),
  isReloaded: fc.nat(9).map((nth) => nth === 0),
  /** A call in the process, before the request. */
  call: fc.option(fc.nat(999), { freq: 4 }),
});

/** Changes something without a request. */
function callOn({ clock, data, snapshots }: Mock, n: number): void {
  if (n % 3 === 0) clock.advance({ seconds: n });
  else if (n % 3 === 1)
    data.user.create({ fname: 'Bo', lname: 'Ek', email: `bo-${data.user.count()}-${n}@mailbox.example` });
  else snapshots.keep(`at-${n % 5}`);
}

/** An answer without the ids of requests, which each page counts. */
async function answered(mock: Mock, sent: Sent, memory?: Memory): Promise<string> {
  const { summary, text } = await answerOf(transportOf(mock), sent);
  memory?.note(sent, text);
  return summary.replaceAll(/\["x-request-id","[^"]*"\]|"request_id":"[^"]*"/g, '');
}

const sessionsOf = (mock: Mock) =>
  mock.sessions
    .list()
    .map(({ id }) => [id, JSON.stringify(mock.sessions.get(id).snapshot())])
    .sort();

describe('Mocks that share a storage', () => {
  it('answer as one mock, whichever of them gets a request, even if they are created again in between', async () => {
    let reloads = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
        const storage = new MemoryStorage();
        const open = () => createMock({ ...options, persist: { storage: storage.tab() } });
        const tabs = [open(), open()];
        const one = createMock(options);
        const memory = new Memory();
        for (const { operation, tab, session, later, isReloaded, call } of steps) {
          vi.setSystemTime(Date.now() + later * 1000);
          if (isReloaded) tabs[tab] = open();
          if (isReloaded) reloads++;
          if (call !== null) {
            await tabs[tab]?.persisted();
            for (const mock of [tabs[tab] as Mock, one]) callOn(mock, call);
            await tabs[tab]?.persisted();
          }
          const sent = inSession(session, 'header', memory.fill(operation));
          const expected = await answered(one, sent, memory);
          expect(await answered(tabs[tab] as Mock, sent)).toBe(expected);
        }
        for (const tab of [...tabs, open()]) {
          expect(await tab.persisted()).toEqual({ kept: true, restored: expect.any(Boolean) });
          expect(JSON.stringify(tab.snapshot())).toBe(JSON.stringify(one.snapshot()));
          expect(sessionsOf(tab)).toEqual(sessionsOf(one));
          expect(tab.snapshots.list()).toEqual(one.snapshots.list());
        }
      }),
      runs('tabs', 20, 3),
    );
    expect(reloads).toBeGreaterThan(0);
  });
});
