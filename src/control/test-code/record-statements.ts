import { comment } from '../../foundation/comment-source.js';
import type { Key } from '../../model/table-access.js';
import { foldCase, type StoredRow, schemas } from '../../model/table-schema.js';
import type { TableName } from '../../model/tables.js';
import { targetsFirst } from '../../model/targets-first.js';
import type { RecordChange, TableChanges } from '../../state/changes.js';
import type { Dialect } from './dialect.js';

interface RecordStep {
  readonly table: TableName;
  readonly key: Key;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
  /** What it sets of a record that exists; undefined if it creates or removes the record. */
  readonly columns?: readonly string[];
  readonly waits: Wait[];
}

/** A step that must come first. */
interface Wait {
  readonly for: RecordStep;
  /** The column whose value that step gives up; undefined if the record could not have another value meanwhile. */
  readonly column?: string | undefined;
}

/**
 * The statements that repeat changes of records. Each is valid where it stands: what others refer to is created first and removed
 * last, and a unique value is given up before another record takes it.
 */
export function recordStatements(tables: TableChanges, dialect: Dialect): string[] {
  const steps = stepsOf(tables);
  addWaits(steps);
  const left = new Set(steps);
  const statements: string[] = [];
  while (left.size > 0) {
    const { size } = left;
    for (const step of left) {
      if (step.waits.some((wait) => left.has(wait.for))) continue;
      left.delete(step);
      statements.push(statementOf(step, dialect));
    }
    if (left.size === size) statements.push(...untangled(left, dialect));
  }
  return statements;
}

function statementOf({ table, key, after, columns }: RecordStep, dialect: Dialect): string {
  if (after === null) return dialect.remove(table, keyOf(table, key));
  if (columns === undefined) return dialect.create(table, withoutGeneratedKey(table, after));
  return dialect.update(table, keyOf(table, key), pick(after, columns));
}

/** What lets one of the steps come first that wait for each other, such as those that swap the e-mails of two users. */
function untangled(left: Set<RecordStep>, dialect: Dialect): string[] {
  for (const { waits } of left) {
    const i = waits.findIndex((wait) => wait.column !== undefined && left.has(wait.for));
    if (i === -1) continue;
    const [{ for: owner, column = '' }] = waits.splice(i, 1) as [Wait];
    const { table, key, before } = owner;
    const values = { [column]: `temporary-${before?.[column]}` };
    return [
      comment(`Another record takes the ${column} before this one gets its own.`),
      dialect.update(table, keyOf(table, key), values),
    ];
  }
  const [step] = left as Iterable<RecordStep> as [RecordStep];
  left.delete(step);
  return [
    comment('Write this by hand: it takes a value of a record that takes one of this record, which no order allows.'),
    comment(statementOf(step, dialect)),
  ];
}

/** All steps, in the order in which they are written if none has to wait. */
function stepsOf(tables: TableChanges): RecordStep[] {
  const names = targetsFirst().filter((name) => tables[name] !== undefined);
  const changesOf = (name: TableName) => tables[name] as readonly RecordChange[];
  const updated = new Map(
    names.flatMap((name) =>
      changesOf(name).flatMap((change) =>
        change.before === null || change.after === null
          ? []
          : valuesOf(name, change.before).map(({ id }) => [id, change] as const),
      ),
    ),
  );
  const removed = names.toReversed().flatMap((table) =>
    changesOf(table)
      .filter(({ after }) => after === null)
      .map(({ key, before }): RecordStep => ({ table, key, before, after: null, waits: [] })),
  );
  const written = names.flatMap((table) =>
    changesOf(table).flatMap(({ key, before, after, columns = [] }): RecordStep[] => {
      if (after === null) return [];
      if (before === null) return created(table, key, after, changesOf(table));
      const following = followingColumns(table, before, after, updated);
      const own = columns.filter((column) => !following.includes(column));
      if (own.length === 0) return [];
      return [{ table, key, before: { ...before, ...pick(after, following) }, after, columns: own, waits: [] }];
    }),
  );
  return [...removed, ...written];
}

/** A record that refers to one which is created after it, as its key tells, refers to it later. */
function created(table: TableName, key: Key, after: StoredRow, changes: readonly RecordChange[]): RecordStep[] {
  const isLater = (other: unknown) => changes.some((one) => one.before === null && one.key === other && one.key > key);
  const later = schemas[table].references.flatMap(({ to, columns }) =>
    Object.keys(columns).filter((local) => to === table && schemas[table].generatedKey && isLater(after[local])),
  );
  const first = { ...after, ...Object.fromEntries(later.map((column) => [column, null])) };
  const creation: RecordStep = { table, key, before: null, after: first, waits: [] };
  if (later.length === 0) return [creation];
  return [creation, { table, key, before: null, after, columns: later, waits: [{ for: creation }] }];
}

/** The columns of a record that the update of another one changes, because they refer to it. */
function followingColumns(
  table: TableName,
  before: StoredRow,
  after: StoredRow,
  updated: ReadonlyMap<string, RecordChange>,
): string[] {
  const ids = referencesOf(table, before);
  return ids.flatMap(({ id, columns }) => {
    const target = updated.get(id);
    const row = target?.after as StoredRow | undefined;
    const pairs = Object.entries(columns);
    if (target === undefined || pairs.some(([local, column]) => after[local] !== row?.[column])) return [];
    const changed: readonly string[] = target.columns ?? [];
    return pairs.filter(([, column]) => changed.includes(column)).map(([local]) => local);
  });
}

function addWaits(steps: readonly RecordStep[]): void {
  const had = new Map<string, RecordStep>();
  const has = new Map<string, RecordStep>();
  for (const step of steps) {
    for (const { id } of valuesOf(step.table, step.before)) had.set(id, step);
    for (const { id } of valuesOf(step.table, step.after)) if (!has.has(id)) has.set(id, step);
  }
  const created = new Map<TableName, RecordStep>();
  for (const step of steps) {
    const { table, before, after, columns, waits } = step;
    const wait = (other: RecordStep | undefined, column?: string) => {
      if (other !== undefined && other !== step) waits.push({ for: other, column });
    };
    for (const { id, column } of valuesOf(table, after)) wait(had.get(id), column);
    for (const { id, columns: pairs } of referencesOf(table, after)) {
      const isSet = columns === undefined || Object.keys(pairs).some((local) => columns.includes(local));
      if (isSet) wait(has.get(id));
    }
    for (const { id } of referencesOf(table, before)) {
      const target = had.get(id);
      if (target?.after === null && target !== step) target.waits.push({ for: step });
    }
    if (after === null || columns !== undefined || !schemas[table].generatedKey) continue;
    // The mock generates the keys in this order.
    wait(created.get(table));
    created.set(table, step);
  }
}

/** What a record alone can have: its key, and its values in unique columns. `column` holds a text that another one can replace. */
function valuesOf(table: TableName, row: StoredRow | null): { id: string; column?: string }[] {
  if (row === null) return [];
  const { key, indexes, kinds } = schemas[table];
  const unique = indexes.filter((index) => index.unique && index.columns.every((column) => row[column] !== null));
  return [
    { id: idOf(table, [[key, row[key]]]) },
    ...unique.map(({ columns }) => {
      const values = columns.map((column) => [column, row[column]] as const);
      const id = idOf(table, values);
      const [column = ''] = columns;
      return columns.length === 1 && kinds[column] === 'string' ? { id, column } : { id };
    }),
  ];
}

/** The records that a record refers to, by a value that they alone have, and each of its columns with that of the other. */
function referencesOf(table: TableName, row: StoredRow | null): { id: string; columns: Record<string, string> }[] {
  if (row === null) return [];
  return schemas[table].references.flatMap(({ to, columns, targetKeys }) => {
    const known = targetKeys.find(({ localColumns }) => localColumns.every((local) => row[local] != null));
    if (known === undefined) return [];
    const values = known.localColumns.map((local) => [columns[local] as string, row[local]] as const);
    return [{ id: idOf(to, values), columns }];
  });
}

function idOf(table: TableName, values: readonly (readonly [column: string, value: unknown])[]): string {
  return JSON.stringify([table, values.map(([column, value]) => [column, foldCase(schemas[table], column, value)])]);
}

/** The columns of a record, without a key that the mock generates. */
export function withoutGeneratedKey(name: TableName, row: StoredRow): StoredRow {
  const { key, generatedKey } = schemas[name];
  return generatedKey ? Object.fromEntries(Object.entries(row).filter(([column]) => column !== key)) : row;
}

export function pick(row: StoredRow, columns: readonly string[]): StoredRow {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}

function keyOf(name: TableName, value: Key) {
  return { column: schemas[name].key, value };
}
