import { createMock } from 'briefs-mock';
import type { StoreLog } from 'briefs-mock/server';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MemoryStore } from '../support/memory-log.js';
import { readingRoom } from '../support/reading-room.js';
import { answerTo, hasty, orderOf, startReplica, type TestReplica } from '../support/replicas.js';
import { operation } from '../support/session-operations.js';
import { inSession, Memory, type Sent, ways } from '../support/session-worlds.js';
import { runs } from '../support/state-runs.js';
import { office } from '../support/user-data-office.js';

// Properties run many times, so the default timeout is too short.
vi.setConfig({ testTimeout: 600_000 });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 4) });
  onTestFinished(() => void vi.useRealTimers());
});

const options = { scenario: office, scenarios: [readingRoom], seed: 3 };

const aboutSessions = fc.oneof(
  fc.constantFrom(
    { method: 'GET', path: '/__mock/sessions' },
    { method: 'POST', path: '/__mock/sessions' },
    { method: 'GET', path: '/__mock/history' },
    { method: 'GET', path: '/__mock/trace' },
    { method: 'POST', path: '/__mock/reset?sessions=all' },
    { method: 'DELETE', path: '/__mock/sessions?sessions=*' },
  ),
  fc.constantFrom('a', 'b').map((id) => ({ method: 'DELETE', path: `/__mock/sessions/${id}` })),
  fc.record({ id: fc.constantFrom('a', 'b', 'c'), from: fc.constantFrom('a', 'b') }).map((body) => ({
    method: 'POST',
    path: '/__mock/sessions',
    headers: { 'content-type': 'application/json' },
    body,
  })),
);

const step = fc.record({
  operation: fc.oneof({ weight: 9, arbitrary: operation }, { weight: 1, arbitrary: aboutSessions }),
  replica: fc.nat(2),
  session: fc.constantFrom(null, null, 'a', 'b'),
  way: fc.constantFrom(...ways),
  /** Seconds. */
  later: fc.nat(2),
  /** Whether it is sent before the last request is answered. */
  isTogether: fc.boolean(),
  /** What happens to the replica first. */
  event: fc.constantFrom('killed', ...Array<undefined>(19).fill(undefined)),
  trouble: fc.constantFrom('lost before' as const, 'lost after' as const, ...Array<undefined>(18).fill(undefined)),
});

const atEnd = ['requests', 'history', 'trace', 'faults', 'snapshots', 'snapshot', 'sessions', 'health'].flatMap(
  (name) =>
    [null, 'a', 'b'].map(
      (session): Sent =>
        inSession(session, 'header', { method: 'GET', path: `/__mock/${name}`, headers: {}, body: undefined }),
    ),
);

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
    const known = (answer: string | undefined) => (answer?.includes('it is not known whether') ? undefined : answer);
    const answered = (await Promise.all(answers)).map(known);
    await Promise.all(replicas.map(({ server }) => server.close()));

    vi.setSystemTime(began);
    const single = createMock(options);
    const order = orderOf(store);
    for (const { number, at } of order) {
      vi.setSystemTime(at);
      const expected = await answerTo(single, sent[number] as Sent, number);
      if (answered[number] !== undefined) expect(answered[number]).toBe(expected);
    }
    // What was answered is in the log, and nothing is there twice.
    const numbers = order.map(({ number }) => number).sort((a, b) => a - b);
    expect(numbers).toEqual([...new Set(numbers)]);
    for (const [number, answer] of answered.entries()) if (answer !== undefined) expect(numbers).toContain(number);
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
