import * as z from 'zod/mini';
import { clockReadingSchema } from '../foundation/clock.js';
import { nonNegativeInteger } from '../foundation/common-schemas.js';
import { SNAPSHOT_FORMAT } from '../foundation/file-formats.js';
import { formatOf, partOf, wrongFile } from '../foundation/file-kind.js';
import { formatValue } from '../foundation/format-value.js';
import { atOnce, type Steps } from '../foundation/in-slices.js';
import { IssueList, type MockError, malformed } from '../foundation/mock-error.js';
import { once } from '../foundation/once.js';
import { validate } from '../foundation/validate.js';
import { type StoredRow, schemas } from '../model/table-schema.js';
import { forEachTable, type TableName, tableNames } from '../model/tables.js';
import { addAt, consistencySteps, type LoadedRow, loadRow, placeOf, type RecordsByTable } from './load-rows.js';
import type { Counters } from './records.js';
import { fingerprintSteps, imageOf, VERSION } from './snapshot.js';
import { emptyImage, type Image, State } from './state.js';
import { upgradeSteps } from './upgrade-snapshot.js';

export interface ReadSnapshot {
  readonly image: Image;
  /** Tables and columns of an older version that were dropped, such as `user.nickname`. */
  readonly dropped: readonly string[];
  /** That of the image, if it was computed. */
  readonly fingerprint: string | undefined;
}

// `z.array` would visit each item.
const rowsSchema = z.custom<unknown[]>(Array.isArray, {
  error: ({ input }) => (input === undefined ? 'is required' : `must be an array, but is ${formatValue(input)}`),
});

const snapshotSchema = once(() =>
  z.strictObject({
    format: z.literal(SNAPSHOT_FORMAT),
    version: z.literal(VERSION),
    scenario: z.string(),
    seed: nonNegativeInteger,
    clock: clockReadingSchema,
    counters: z.strictObject(forEachTable(() => nonNegativeInteger)),
    tables: z.strictObject(forEachTable(() => rowsSchema)),
    fingerprint: z.string(),
  }),
);

export interface ReadSnapshotOptions {
  /** Whether it was edited by hand, so that its fingerprint does not fit. */
  readonly edited?: boolean | undefined;
}

/**
 * Reads a snapshot. A snapshot from this process is used without validation. Any other is validated: format and version,
 * columns, references, unique columns, rules, and, unless it was edited, the fingerprint last. A snapshot from another version of the package,
 * which has other tables or columns and the right fingerprint, is upgraded first.
 * @throws MockError `malformed_data` with the table, row and column of the issues of the first kind found.
 */
export function readSnapshot(json: unknown, options?: ReadSnapshotOptions): ReadSnapshot {
  return atOnce(snapshotSteps(json, options));
}

/** Does the same in steps. */
export function* snapshotSteps(json: unknown, { edited = false }: ReadSnapshotOptions = {}): Steps<ReadSnapshot> {
  const input = partOf(json, 'snapshot');
  const ofThisProcess = imageOf(input);
  if (ofThisProcess !== undefined) return { image: ofThisProcess, dropped: [], fingerprint: undefined };
  const upgraded = yield* upgradeSteps(input);
  const image = yield* imageSteps(upgraded?.snapshot ?? input);
  const dropped = upgraded?.dropped ?? [];
  if (upgraded !== undefined || edited) return { image, dropped, fingerprint: undefined };
  const fingerprint = yield* fingerprintSteps(image);
  expectFingerprint(fingerprint, input as { fingerprint: string });
  return { image, dropped, fingerprint };
}

function* imageSteps(input: unknown): Steps<Image> {
  const problem = wrongFile(input, 'snapshot');
  if (problem !== undefined) throw malformed(`The snapshot cannot be restored: ${problem}`);
  const format = validate(formatOf(snapshotSchema()), input);
  if ('issues' in format) throw snapshotError(format.issues);
  const checked = validate(snapshotSchema(), input);
  if ('issues' in checked) throw snapshotError(checked.issues);
  const expectNone = (issues: IssueList) => {
    if (issues.count > 0) throw snapshotError(issues, checked.value.tables);
  };
  const { scenario, seed } = checked.value;
  // As a clock writes it, because times are compared as texts.
  const clock = { ...checked.value.clock, now: new Date(checked.value.clock.now).toISOString() };
  const counters = checked.value.counters as Counters;
  const invalid = new IssueList();
  const rows = yield* rowSteps(checked.value.tables as Record<TableName, unknown[]>, counters, invalid);
  expectNone(invalid);

  const state = new State(emptyImage(scenario, seed, clock));
  state.setCounters(counters);
  const duplicates = new IssueList();
  for (const row of rows) {
    loadRow(state, row, duplicates);
    yield;
  }
  // First, because a record that refers to a duplicate would have a broken reference.
  expectNone(duplicates);
  yield* consistencySteps(state, rows, expectNone);
  // The clock of the snapshot, because a running clock has advanced in the meantime.
  return { ...state.capture(), clock };
}

function expectFingerprint(actual: string, { fingerprint }: { fingerprint: string }): void {
  if (actual === fingerprint) return;
  const message = `is ${fingerprint}, but the contents have ${actual}; if it was edited by hand, accept it with --edited on the command line, ?edited=true over HTTP, { edited: true } of mock.restore, or "edited by hand" in the console`;
  const issues = new IssueList();
  issues.add({ path: 'fingerprint', message });
  throw snapshotError(issues);
}

/** Validates the columns of every row; returns the rows with their paths. */
function* rowSteps(tables: Record<TableName, unknown[]>, counters: Counters, issues: IssueList): Steps<LoadedRow[]> {
  const rows: LoadedRow[] = [];
  for (const name of tableNames) {
    const { key, generatedKey, recordSchema } = schemas[name];
    for (const [i, value] of tables[name].entries()) {
      const checked = validate(recordSchema, value, ['tables', name, i], issues);
      const row = ('value' in checked ? checked.value : {}) as StoredRow;
      const path = `tables.${name}.${i}`;
      if (generatedKey && (row[key] as number) > counters[name]) {
        addAt(path, { path: key, message: `is greater than counters.${name}, which is ${counters[name]}` }, issues);
      }
      rows.push({ name, row, path });
      yield;
    }
  }
  return rows;
}

function snapshotError(issues: IssueList, tables: RecordsByTable = {}): MockError {
  return issues.toError('malformed_data', 'The snapshot cannot be restored: ', (path) =>
    placeOf(path, tables, 'tables.'),
  );
}
