import { formatValue } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';

/** The maximum number of rows of a broadcast, in all sessions together: each takes about 10 µs and 1 KB in every server. */
const ROW_LIMIT = 100_000;

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
