import { createMock } from 'briefs-mock';
import type { StoreLog } from 'briefs-mock/server';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MemoryStore } from '../support/memory-log.js';
import { readingRoom } from '../support/reading-room.js';
import { atEnd, expectOneServer, request } from '../support/replica-law.js';
import { answerTo, hasty, startReplica, type TestReplica } from '../support/replicas.js';
import { inSession, Memory, type Sent } from '../support/session-worlds.js';
import { runs } from '../support/state-runs.js';
import { office } from '../support/user-data-office.js';

// Properties run many times, so the default timeout is too short.
vi.setConfig({ testTimeout: 600_000 });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 4) });
  onTestFinished(() => void vi.useRealTimers());
});

const options = { scenario: office, scenarios: [readingRoom], seed: 3 };

const step = fc.record({
  ...request,
  replica: fc.nat(2),
  /** Seconds. */
  later: fc.nat(2),
  /** What happens to the replica first. */
  event: fc.constantFrom('killed', ...Array<undefined>(19).fill(undefined)),
  trouble: fc.constantFrom('lost before' as const, 'lost after' as const, ...Array<undefined>(18).fill(undefined)),
});

/** How often the interesting things happened. */
const tally = { kills: 0, resumed: 0 };

/** The answers of three replicas are those of one server that got the same requests in the order of the log. */
function law(spoil?: (log: StoreLog) => StoreLog) {
  return fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80, size: 'max' }), async (steps) => {
    const store = new MemoryStore();
    const began = Date.now();
    const start = () => startReplica(store, options, spoil);
    const replicas = [await start(), await start(), await start()];
    const sent: Sent[] = [];
    /** Undefined for a request whose replica was killed before it answered. */
    const answers: Promise<string | undefined>[] = [];
    const memory = new Memory();
    const send = (replica: TestReplica, one: Sent) => {
      const number = sent.push(one) - 1;
      answers.push(Promise.race([answerTo(replica.mock, one, number), replica.death]));
    };
    for (const { operation, replica: i, session, way, later, isTogether, event, trouble } of steps) {
      if (!isTogether) await Promise.all(answers);
      vi.setSystemTime(Date.now() + later * 1000);
      store.now = Date.now();
      if (event === 'killed') {
        store.trouble = () => undefined;
        replicas[i]?.kill();
        replicas[i] = await start();
        tally.kills++;
        if (store.checkpoint !== undefined) tally.resumed++;
      }
      let left = trouble === undefined ? 0 : 1;
      store.trouble = () => (left-- > 0 ? trouble : undefined);
      send(replicas[i] as TestReplica, inSession(session, way, memory.fill(operation)));
    }
    await Promise.all(answers);
    store.trouble = () => undefined;
    for (const one of atEnd) for (const replica of replicas) send(replica, one);
    const answered = await Promise.all(answers);
    await Promise.all(replicas.map(({ server }) => server.close()));

    vi.setSystemTime(began);
    const single = createMock(options);
    await expectOneServer(answered, store.history, (number) => answerTo(single, sent[number] as Sent, number));
  });
}

describe('Replicas', () => {
  it('answer as one server does, whichever gets a request, and also if they are killed and started meanwhile', async () => {
    await fc.assert(law(), { ...runs('replicas', 24, 4), endOnFailure: true });
    expect(tally.kills).toBeGreaterThan(0);
    expect(tally.resumed).toBeGreaterThan(0);
  });

  it('would not, if they answered before a request is in the log', async () => {
    const { failed } = await fc.check(law(hasty), { ...runs('hasty replicas', 24, 4), endOnFailure: true });
    expect(failed).toBe(true);
  });
});
