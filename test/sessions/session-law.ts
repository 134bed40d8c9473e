import type { Mock } from 'briefs-mock';
import * as fc from 'fast-check';
import type { Operation } from '../support/session-operations.js';
import {
  answerOf,
  type Baseline,
  inSession,
  type Memory,
  type Mocks,
  type Sent,
  sessionIds,
  type Transport,
  transportOf,
  type Way,
  ways,
} from '../support/session-worlds.js';

/** An operation in one session, or in the default session for null. */
export interface Step {
  readonly in: string | null;
  readonly way: Way;
  readonly operation: Operation;
  /** Seconds that pass on the machine before the operation. */
  readonly later: number;
}

/** Steps in two to four sessions and the default session. */
export function steps(length: number, operation: fc.Arbitrary<Operation>): fc.Arbitrary<Step[]> {
  return fc.uniqueArray(fc.constantFrom(...sessionIds), { minLength: 2, maxLength: 4 }).chain((ids) => {
    const step = fc.record({
      in: fc.constantFrom(null, ...ids),
      way: fc.constantFrom(...ways),
      operation,
      later: fc.constantFrom(0, 0, 0, 1, 3600),
    });
    return fc.array(step, { minLength: length / 2, maxLength: length, size: 'max' });
  });
}

/** The number of compared answers by status; `0` stands for a broken connection. */
export type Tally = Map<string, number>;

/** Control calls that read the whole state of a session; the headers of the answer contain its next request id. */
const everything = ['requests', 'requests/unmatched', 'faults', 'snapshots', 'clock', 'snapshot', 'health'];

/** Control calls that only read. */
const READS = /^((GET|HEAD|OPTIONS) \/__mock(\/|$)|POST \/__mock\/requests\/(count|verify)$)/;

/** Compares each session of one mock with a separate mock that gets the same requests without a session. */
export class SideBySide {
  readonly #subject: Transport;
  readonly #mocks: Mocks;
  readonly #tally: Tally;
  readonly #alone = new Map<string | null, Mock>();

  /** `subject` sends to the mock that has the sessions. */
  constructor(subject: Transport, mocks: Mocks, tally: Tally) {
    this.#subject = subject;
    this.#mocks = mocks;
    this.#tally = tally;
    this.#alone.set(null, mocks.fresh('none'));
  }

  /** Sends an operation to the session and to its separate mock, and compares the answers. */
  async step(id: string | null, way: Way, operation: Operation, memory: Memory): Promise<void> {
    const sent = memory.fill(operation);
    const asked = inSession(id, way, sent);
    const alone = this.#alone.get(id) ?? this.#begin(id, sent);
    if (alone === undefined) {
      const { summary } = await answerOf(this.#subject, asked);
      // The id of that answer is one of the default session.
      await this.#alone.get(null)?.fetch('/__mock/health');
      if (!/^40[45] /.test(summary))
        throw new Error(`${JSON.stringify(asked)} reads a session that does not exist: ${summary}`);
      return;
    }
    const [expected, found] = await Promise.all([answerOf(transportOf(alone), sent), answerOf(this.#subject, asked)]);
    const request = () => `${JSON.stringify(asked).slice(0, 2000)} in ${JSON.stringify(id)}:`;
    if (found.summary !== expected.summary)
      throw new Error(`${request()} found\n${found.summary}\nexpected\n${expected.summary}`);
    for (const [, session = ''] of found.text.matchAll(/"session":(null|"[^"]*")/g)) {
      if (JSON.parse(session) !== id) throw new Error(`${request()} the journal has a request of ${session}`);
    }
    memory.note(sent, found.text);
    const [status = ''] = found.summary.split(' ', 1);
    this.#tally.set(status, (this.#tally.get(status) ?? 0) + 1);
  }

  /** Compares the whole state of each session. */
  async finish(memory: Memory): Promise<void> {
    for (const [id, mock] of this.#alone) {
      const kept = mock.snapshots.list().map(({ name }) => `snapshots/${name}`);
      for (const path of [...everything, ...kept]) {
        await this.step(id, 'header', { method: 'GET', path: `/__mock/${path}` }, memory);
      }
    }
  }

  /** The ids of the sessions that must exist. */
  get ids(): string[] {
    return [...this.#alone.keys()].filter((id) => id !== null);
  }

  /** Undefined for a control call that only reads: it creates no session. */
  #begin(id: string | null, { method, path, headers }: Sent): Mock | undefined {
    if (READS.test(`${method} ${path}`)) return undefined;
    const mock = this.#mocks.fresh(`session ${id}`, this.#baseline);
    // A preflight of an API creates no session.
    const isPreflight = 'access-control-request-method' in headers && !path.startsWith('/__mock');
    if (!isPreflight) this.#alone.set(id, mock);
    return mock;
  }

  /** The baseline of the default session, from which new sessions start. */
  get #baseline(): Baseline {
    const fork = (this.#alone.get(null) as Mock).fork();
    fork.reset();
    return fork;
  }
}
