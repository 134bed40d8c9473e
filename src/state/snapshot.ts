import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod';
import { type ClockReading, readingShape } from '../foundation/clock.js';
import { show } from '../foundation/format-value.js';
import { type Issue, MockError, refusal } from '../foundation/mock-error.js';
import { once } from '../foundation/once.js';
import { checkShape } from '../foundation/validate.js';
import { fromZero } from '../model/define-table.js';
import { schemas } from '../model/table-schema.js';
import { forEachTable, type Row, type TableName, tableNames } from '../model/tables.js';
import { copyRow } from './collection.js';
import { Database } from './mswjs-database.js';
import { brokenLinks } from './references.js';
import { type Counters, emptyImage, type Image, State } from './state.js';
import { conflictIssue } from './table.js';
import type { StoredRow } from './trees.js';

const FORMAT = 'briefs-mock/snapshot';
const VERSION = 1;

/**
 * A whole state as plain JSON: what `mock.snapshot()` gives and a snapshot file holds.
 *
 * `tables` and `fingerprint` are made when they are first read, so that taking a snapshot costs the same at any size;
 * `JSON.stringify` reads them. A snapshot is frozen: to edit one, edit its JSON.
 */
export interface Snapshot {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly scenario: string;
  readonly seed: number;
  readonly clock: ClockReading;
  /** How many records each table ever had: the last generated id. */
  readonly counters: Counters;
  readonly tables: { readonly [Name in TableName]: readonly Row<Name>[] };
  /** SHA-256, in hexadecimal, of all that stands before it. */
  readonly fingerprint: string;
}

const imageKey: unique symbol = Symbol.for('briefs-mock/image');

/** A state as JSON. */
export function takeSnapshot(image: Image): Snapshot {
  const { scenario, seed, clock, counters, trees } = image;
  const head = deepFreeze({ format: FORMAT, version: VERSION, scenario, seed, clock, counters } as const);
  const rowsOf = (name: TableName) => trees[name].rows.valuesArray().map((row) => copyRow(schemas[name], row));
  const tables = once(() => deepFreeze(forEachTable(rowsOf)));
  const fingerprint = once(() => bytesToHex(sha256(utf8ToBytes(JSON.stringify({ ...head, tables: tables() })))));
  const snapshot = Object.defineProperties(
    { ...head },
    {
      tables: { enumerable: true, get: tables },
      fingerprint: { enumerable: true, get: fingerprint },
      [imageKey]: { value: image },
    },
  );
  return Object.freeze(snapshot) as unknown as Snapshot;
}

const snapshotShape = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  scenario: z.string(),
  seed: fromZero,
  clock: readingShape,
  counters: z.strictObject(forEachTable(() => fromZero)),
  tables: z.strictObject(forEachTable(() => z.array(z.unknown()))),
  fingerprint: z.string(),
});

/**
 * The state that a snapshot describes. One that was taken in this process is put back as it is; any other is checked
 * whole: format and version, columns, references, keys, and the fingerprint last.
 * @throws MockError `malformed_data`, naming table, row and column of everything of the first kind that is wrong.
 */
export function readSnapshot(database: Database, input: unknown): Image {
  const taken = (input as { [imageKey]?: Image } | null | undefined)?.[imageKey];
  if (taken !== undefined) return taken;

  const checked = checkShape(snapshotShape, input);
  if ('issues' in checked) throw wrong(checked.issues);
  const { scenario, seed, clock, fingerprint } = checked.value;
  const counters = checked.value.counters as Counters;
  const rows = readRows(checked.value.tables as Record<TableName, unknown[]>, counters);

  const state = new State(database, emptyImage(scenario, seed, clock));
  state.resumeCounting(counters);
  const duplicates: Issue[] = [];
  for (const { name, row, place } of rows) {
    const columns = state.table(name).load(row);
    if (columns === undefined) continue;
    const { path, message } = conflictIssue(schemas[name], columns, row);
    duplicates.push({ path: `${place}.${path}`, message });
  }
  const broken = rows.flatMap(({ name, row, place }) =>
    brokenLinks(state, schemas[name], row).map(({ to, locals, columns }) => ({
      path: `${place}.${locals[0]}`,
      message: `no ${to} has ${locals.map((local) => `${columns[local]} ${show(row[local])}`).join(', ')}`,
    })),
  );
  if (broken.length > 0) throw wrong(broken);
  if (duplicates.length > 0) throw wrong(duplicates);
  const contradictions = rows.flatMap(({ name, row, place }) =>
    state
      .table(name)
      .brokenInvariants(row)
      .map(({ path, message }) => ({ path: `${place}.${path}`, message })),
  );
  if (contradictions.length > 0) throw wrong(contradictions);

  // A clock that runs has moved on meanwhile.
  const image = { ...state.capture(), clock };
  const actual = takeSnapshot(image).fingerprint;
  if (actual !== fingerprint) {
    throw wrong([{ path: 'fingerprint', message: `is ${fingerprint}, but the snapshot's contents have ${actual}` }]);
  }
  return image;
}

/** A snapshot that the package brings along, as one that was taken in this process: nothing of it is checked. */
export function trusted({ scenario, seed, clock, counters, tables }: Snapshot): Snapshot {
  const state = new State(new Database(), emptyImage(scenario, seed, clock));
  state.resumeCounting(counters);
  for (const name of tableNames) for (const row of tables[name]) state.table(name).load(row);
  return takeSnapshot(state.capture());
}

/** Every row with its place, the columns of each checked. */
function readRows(tables: Record<TableName, unknown[]>, counters: Counters) {
  const issues: Issue[] = [];
  const rows = tableNames.flatMap((name) => {
    const { key, generatedKey, shape } = schemas[name];
    return tables[name].map((value, i) => {
      const checked = checkShape(shape, value, ['tables', name, i]);
      if ('issues' in checked) issues.push(...checked.issues);
      const row = ('value' in checked ? checked.value : {}) as StoredRow;
      const place = `tables.${name}.${i}`;
      if (generatedKey && (row[key] as number) > counters[name]) {
        issues.push({ path: `${place}.${key}`, message: `is beyond counters.${name}, which is ${counters[name]}` });
      }
      return { name, row, place };
    });
  });
  if (issues.length > 0) throw wrong(issues);
  return rows;
}

function wrong(issues: readonly Issue[]): MockError {
  const { message } = refusal('malformed_data', issues);
  return new MockError('malformed_data', `The snapshot cannot be restored: ${message}`, issues);
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const part of Object.values(value)) deepFreeze(part);
    Object.freeze(value);
  }
  return value;
}
