import * as z from 'zod';
import { clockReadingSchema } from '../foundation/clock.js';
import { nonNegativeInteger } from '../foundation/common-schemas.js';
import { formatValue } from '../foundation/format-value.js';
import { type Issue, issuesError, MockError } from '../foundation/mock-error.js';
import { validate } from '../foundation/validate.js';
import { type StoredRow, schemas } from '../model/table-schema.js';
import { forEachTable, type TableName, tableNames } from '../model/tables.js';
import type { MswjsDatabase } from './mswjs-database.js';
import { brokenReferences } from './references.js';
import { FORMAT, imageOf, toSnapshot, VERSION } from './snapshot.js';
import { type Counters, emptyImage, type Image, State } from './state.js';
import { conflictIssue } from './table.js';
import { upgradeSnapshot } from './upgrade-snapshot.js';

/** The result of reading a snapshot. */
export interface ReadSnapshot {
  readonly image: Image;
  /** Tables and columns of an older version that were dropped, such as `user.nickname`. */
  readonly dropped: readonly string[];
}

const snapshotSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  scenario: z.string(),
  seed: nonNegativeInteger,
  clock: clockReadingSchema,
  counters: z.strictObject(forEachTable(() => nonNegativeInteger)),
  tables: z.strictObject(forEachTable(() => z.array(z.unknown()))),
  fingerprint: z.string(),
});

/**
 * Reads a snapshot. A snapshot from this process is used without validation. Any other is validated: format and version,
 * columns, references, unique columns, rules, and the fingerprint last. A snapshot from another version of the package,
 * which has other tables or columns and the right fingerprint, is upgraded first.
 * @throws MockError `malformed_data` with the table, row and column of every issue of the first kind found.
 */
export function readSnapshot(database: MswjsDatabase, input: unknown): ReadSnapshot {
  const known = imageOf(input);
  if (known !== undefined) return { image: known, dropped: [] };
  const upgraded = upgradeSnapshot(input);
  const image = readImage(database, upgraded?.snapshot ?? input);
  if (upgraded === undefined) checkFingerprint(image, input as { fingerprint: string });
  return { image, dropped: upgraded?.dropped ?? [] };
}

function readImage(database: MswjsDatabase, input: unknown): Image {
  const checked = validate(snapshotSchema, input);
  if ('issues' in checked) throw snapshotError(checked.issues);
  const { scenario, seed, clock } = checked.value;
  const counters = checked.value.counters as Counters;
  const rows = readRows(checked.value.tables as Record<TableName, unknown[]>, counters);

  const state = new State(database, emptyImage(scenario, seed, clock));
  state.setCounters(counters);
  const duplicates: Issue[] = [];
  for (const { name, row, path } of rows) {
    const columns = state.table(name).load(row);
    if (columns === undefined) continue;
    const issue = conflictIssue(schemas[name], columns, row);
    duplicates.push({ path: `${path}.${issue.path}`, message: issue.message });
  }
  const broken = rows.flatMap(({ name, row, path }) =>
    brokenReferences(state, schemas[name], row).map(({ to, localColumns, columns }) => ({
      path: `${path}.${localColumns[0]}`,
      message: `no ${to} has ${localColumns.map((local) => `${columns[local]} ${formatValue(row[local])}`).join(', ')}`,
    })),
  );
  if (broken.length > 0) throw snapshotError(broken);
  if (duplicates.length > 0) throw snapshotError(duplicates);
  const contradictions = rows.flatMap(({ name, row, path }) =>
    state
      .table(name)
      .brokenInvariants(row)
      .map((issue) => ({ path: `${path}.${issue.path}`, message: issue.message })),
  );
  if (contradictions.length > 0) throw snapshotError(contradictions);
  // The clock of the snapshot, because a running clock has advanced in the meantime.
  return { ...state.capture(), clock };
}

function checkFingerprint(image: Image, { fingerprint }: { fingerprint: string }): void {
  const actual = toSnapshot(image).fingerprint;
  if (actual === fingerprint) return;
  const message = `is ${fingerprint}, but the contents have ${actual}; if you edited the snapshot, set that fingerprint`;
  throw snapshotError([{ path: 'fingerprint', message }]);
}

/** Validates the columns of every row; returns the rows with their paths. */
function readRows(tables: Record<TableName, unknown[]>, counters: Counters) {
  const issues: Issue[] = [];
  const rows = tableNames.flatMap((name) => {
    const { key, generatedKey, recordSchema } = schemas[name];
    return tables[name].map((value, i) => {
      const checked = validate(recordSchema, value, ['tables', name, i]);
      if ('issues' in checked) issues.push(...checked.issues);
      const row = ('value' in checked ? checked.value : {}) as StoredRow;
      const path = `tables.${name}.${i}`;
      if (generatedKey && (row[key] as number) > counters[name]) {
        issues.push({
          path: `${path}.${key}`,
          message: `is greater than counters.${name}, which is ${counters[name]}`,
        });
      }
      return { name, row, path };
    });
  });
  if (issues.length > 0) throw snapshotError(issues);
  return rows;
}

function snapshotError(issues: readonly Issue[]): MockError {
  const { message } = issuesError('malformed_data', issues);
  return new MockError('malformed_data', `The snapshot cannot be restored: ${message}`, issues);
}
