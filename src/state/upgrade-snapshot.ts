import { SNAPSHOT_FORMAT } from '../foundation/file-formats.js';
import type { Steps } from '../foundation/in-slices.js';
import { isPlainObject } from '../foundation/is-object.js';
import { type StoredRow, schemas } from '../model/table-schema.js';
import { forEachTable, type TableName, tableNames } from '../model/tables.js';
import { fillMissing } from './build-record.js';
import { contentsFingerprintSteps, type Snapshot, VERSION } from './snapshot.js';
import { emptyImage, State } from './state.js';

/** A snapshot with the tables and columns of this version of the package. */
interface Upgraded {
  readonly snapshot: object;
  /** The tables and columns that this version does not have, such as `user.nickname`. */
  readonly dropped: readonly string[];
}

/** The parts of a snapshot from another version of the package. */
interface SnapshotContents extends Omit<Snapshot, 'counters' | 'tables'> {
  readonly counters: Readonly<Record<string, number>>;
  readonly tables: Readonly<Record<string, readonly StoredRow[]>>;
}

/**
 * Upgrades a snapshot that another version of the package wrote: new tables are empty, new columns get their default, and
 * tables and columns that no longer exist are dropped. Remaining problems, such as a new column without a default, are
 * left to validation.
 *
 * The fingerprint shows whether another version wrote the snapshot: then it has other tables or columns, and a fingerprint
 * that fits them. If the fingerprint does not fit, the file was edited. Returns undefined then, and for a snapshot with the
 * tables and columns of this version.
 */
export function* upgradeSteps(input: unknown): Steps<Upgraded | undefined> {
  if (!isComplete(input)) return undefined;
  const { dropped, isLacking } = yield* differenceSteps(input);
  if (dropped.length === 0 && !isLacking) return undefined;
  const { fingerprint, ...contents } = input;
  if ((yield* contentsFingerprintSteps(contents)) !== fingerprint) return undefined;

  const { scenario, seed, clock } = contents;
  const state = new State(emptyImage(scenario, seed, clock));
  const counters = forEachTable((name) => contents.counters[name] ?? 0);
  state.setCounters(counters);
  const tables = forEachTable((): StoredRow[] => []);
  for (const name of tableNames) {
    for (const row of contents.tables[name] ?? []) {
      tables[name].push(upgradeRow(state, name, row));
      yield;
    }
  }
  return { snapshot: { ...contents, counters, tables, fingerprint }, dropped };
}

/** Whether the parts that an upgrade reads have the right types. */
function isComplete(input: unknown): input is SnapshotContents {
  const { format, version, seed, clock, counters, tables } = Object(input);
  return (
    format === SNAPSHOT_FORMAT &&
    version === VERSION &&
    typeof seed === 'number' &&
    isPlainObject(counters) &&
    isPlainObject(tables) &&
    Object.values(tables).every((rows) => Array.isArray(rows) && rows.every(isPlainObject)) &&
    isPlainObject(clock) &&
    !Number.isNaN(Date.parse(String(clock.now)))
  );
}

/** The tables and columns that this version does not have (`dropped`), and whether it has more (`isLacking`). */
function* differenceSteps({ tables }: SnapshotContents): Steps<{ dropped: string[]; isLacking: boolean }> {
  const dropped = new Set<string>();
  let isLacking = tableNames.some((name) => !Object.hasOwn(tables, name));
  for (const [name, rows] of Object.entries(tables)) {
    if (!Object.hasOwn(schemas, name)) {
      dropped.add(name);
      continue;
    }
    const { columns, columnSet } = schemas[name as TableName];
    for (const row of rows) {
      for (const column of Object.keys(row)) if (!columnSet.has(column)) dropped.add(`${name}.${column}`);
      isLacking ||= columns.some((column) => !Object.hasOwn(row, column));
      yield;
    }
  }
  return { dropped: [...dropped], isLacking };
}

/** Adds the row to `state`, so that the defaults of later rows see it. */
function upgradeRow(state: State, name: TableName, row: StoredRow): StoredRow {
  const schema = schemas[name];
  const upgraded: Record<string, unknown> = {};
  for (const column of schema.columns) if (Object.hasOwn(row, column)) upgraded[column] = row[column];
  fillMissing(state, schema, upgraded, state.table(name).size + 1);
  state.table(name).load(upgraded);
  return upgraded;
}
