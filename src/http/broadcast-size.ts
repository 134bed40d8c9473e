import { formatValue } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';

/** The maximum number of rows of a broadcast, in all sessions together: each takes about 10 µs and 1 KB in every server. */
export const ROW_LIMIT = 100_000;

const MEGABYTE = 1024 * 1024;

/** The maximum length of the rows of a broadcast, in all sessions together, in characters. */
export const ROWS_LENGTH_LIMIT = 16 * MEGABYTE;

const ADVICE = 'Send fewer rows, or name fewer sessions';

/** @throws MockError `payload_too_large` if a control call is too large for the number of sessions that it is sent to */
export function checkBroadcastSize(body: unknown, pattern: string, sessions: number): void {
  const which = `for each of the ${sessions} sessions that match ${formatValue(pattern)}`;
  const rows = rowsOf(body);
  if (rows * sessions > ROW_LIMIT) {
    const problem = `The body has ${rows} rows ${which}, which is ${rows * sessions} rows`;
    throw new MockError('payload_too_large', `${problem}; the limit is ${ROW_LIMIT}. ${ADVICE}`);
  }
  const length = isSnapshot(body) ? 0 : (JSON.stringify(body) ?? '').length;
  if (length * sessions > ROWS_LENGTH_LIMIT) {
    const megabytes = Math.ceil((length * sessions) / MEGABYTE);
    const problem = `The body has ${length} characters ${which}, which is ${megabytes} MiB`;
    throw new MockError('payload_too_large', `${problem}; the limit is ${ROWS_LENGTH_LIMIT / MEGABYTE} MiB. ${ADVICE}`);
  }
}

/** `records` is what a control call has created in a copy of a session. @throws MockError `payload_too_large` if that is too much for all of them */
export function checkCreated(records: number, sessions: number): void {
  if (records * sessions <= ROW_LIMIT) return;
  const problem = `The call would create ${records} records in each of the ${sessions} sessions, which is ${records * sessions} records`;
  throw new MockError(
    'payload_too_large',
    `${problem}; the limit is ${ROW_LIMIT}. Create fewer, or name fewer sessions`,
  );
}

/** The number of rows in a body: a row, a list of rows, or a snapshot. */
function rowsOf(body: unknown): number {
  if (Array.isArray(body)) return body.length;
  if (!isSnapshot(body)) return 1;
  return Object.values(body.tables).reduce((sum: number, rows) => sum + (Array.isArray(rows) ? rows.length : 0), 0);
}

/** The sessions share the records of a snapshot. */
function isSnapshot(body: unknown): body is { readonly tables: object } {
  const { tables } = Object(body);
  return typeof tables === 'object' && tables !== null;
}
