import * as fc from 'fast-check';
import { expect, vi } from 'vitest';
import { operation } from './session-operations.js';
import { inSession, type Sent, ways } from './session-worlds.js';

/** What is in a log, as far as it matters here. */
interface LoggedBatch {
  readonly from: string;
  readonly number: number;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly commands: readonly ({ readonly headers: Readonly<Record<string, string | readonly string[]>> } | object)[];
}

/** A request, with its number, in the log. */
interface Logged {
  readonly number: number;
  readonly at: number;
}

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

/** Random requests to replicas: what each is, in which session, and whether it is sent before the last one is answered. */
export const request = {
  operation: fc.oneof({ weight: 9, arbitrary: operation }, { weight: 1, arbitrary: aboutSessions }),
  session: fc.constantFrom(null, null, 'a', 'b'),
  way: fc.constantFrom(...ways),
  isTogether: fc.boolean(),
};

/** Requests to a replica after all others: their answers contain everything that happened. */
export const atEnd = ['requests', 'history', 'trace', 'faults', 'snapshots', 'snapshot', 'sessions', 'health'].flatMap(
  (name) =>
    [null, 'a', 'b'].map(
      (session): Sent =>
        inSession(session, 'header', { method: 'GET', path: `/__mock/${name}`, headers: {}, body: undefined }),
    ),
);

/** The header that tells which request of a test a command is. */
const NUMBER = 'x-test-number';

export function withNumber(sent: Sent, number: number): Sent {
  return { ...sent, headers: { ...sent.headers, [NUMBER]: String(number) } };
}

/** An answer as text, without durations. `isOfMock` tells which headers the mock has set. */
export async function summaryOf(response: Response, isOfMock: (name: string) => boolean = () => true): Promise<string> {
  const text = (await response.text()).replaceAll(/"(duration_ms|idle_seconds)":[\d.e-]+/g, '"$1":0');
  const headers = [...response.headers].filter(([name]) => isOfMock(name));
  return `${response.status} ${JSON.stringify(headers)} ${text}`;
}

/** The requests of a test in the order of the log. */
function orderOf(log: readonly LoggedBatch[]): Logged[] {
  const applied = new Set<string>();
  return log.flatMap(({ from, number, at, commands }) => {
    if (applied.has(`${from} ${number}`)) return [];
    applied.add(`${from} ${number}`);
    return commands.flatMap((command) =>
      'headers' in command ? [{ number: Number(command.headers[NUMBER]), at }] : [],
    );
  });
}

/**
 * Expects that the answers of replicas are those of one server that gets the same requests in the order of the log, each at the
 * time of the log; that what was answered is in the log, unless the answer is that the store could not be used; and that nothing
 * is there twice. `answers` are by the numbers of the requests, undefined where none came. `ask` sends the request with a number
 * to the one server.
 */
export async function expectOneServer(
  answers: readonly (string | undefined)[],
  log: readonly LoggedBatch[],
  ask: (number: number) => Promise<string>,
): Promise<void> {
  const order = orderOf(log);
  const known = answers.map((answer) => (answer?.includes('it is not known whether') ? undefined : answer));
  for (const { number, at } of order) {
    vi.setSystemTime(at);
    const expected = await ask(number);
    if (known[number] !== undefined) expect(known[number]).toBe(expected);
  }
  const numbers = order.map(({ number }) => number).sort((a, b) => a - b);
  expect(numbers).toEqual([...new Set(numbers)]);
  for (const [number, answer] of known.entries()) {
    if (answer?.includes('so nothing was changed')) expect(numbers).not.toContain(number);
    else if (answer !== undefined) expect(numbers).toContain(number);
  }
}
