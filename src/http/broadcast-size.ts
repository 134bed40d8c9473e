import { formatValue } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';

/** The maximum number of rows of a broadcast, in all sessions together: each takes about 10 µs and 1 KB in every server. */
const ROW_LIMIT = 100_000;

/** The maximum length of the answer to a broadcast, in characters. */
const ANSWER_LIMIT = 16 * 1024 * 1024;

/**
 * Checks the length of an answer before anything changes. `answer` is that of the first session; those of the others are as long.
 * @throws MockError `payload_too_large` if the answers of all sessions together are too long
 */
export function checkAnswerSize(answer: unknown, sessions: number): void {
  const length = (JSON.stringify(answer) ?? '').length * sessions;
  if (length <= ANSWER_LIMIT) return;
  const megabytes = Math.ceil(length / 1024 / 1024);
  throw new MockError(
    'payload_too_large',
    `The answers of the ${sessions} sessions would have ${megabytes} MiB; the limit is ${ANSWER_LIMIT / 1024 / 1024} MiB, and nothing was changed. Send fewer or shorter rows, or name fewer sessions`,
  );
}

/** @throws MockError `payload_too_large` if a control call has too many rows for the number of sessions that it is sent to */
export function checkBroadcastSize(body: unknown, pattern: string, sessions: number): void {
  const rows = rowsOf(body);
  if (rows * sessions <= ROW_LIMIT) return;
  const problem = `The body has ${rows} rows for each of the ${sessions} sessions that match ${formatValue(pattern)}`;
  throw new MockError(
    'payload_too_large',
    `${problem}, which is ${rows * sessions} rows; the limit is ${ROW_LIMIT}. Send fewer rows, or name fewer sessions`,
  );
}

/** The number of rows in a body: a row, a list of rows, or a snapshot. */
function rowsOf(body: unknown): number {
  if (Array.isArray(body)) return body.length;
  const tables = (body as { tables?: unknown } | null | undefined)?.tables;
  if (typeof tables !== 'object' || tables === null) return 1;
  return Object.values(tables).reduce((sum: number, rows) => sum + (Array.isArray(rows) ? rows.length : 0), 0);
}
