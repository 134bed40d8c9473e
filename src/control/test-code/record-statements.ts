import { comment } from '../../foundation/comment-source.js';
import type { Key } from '../../model/table-access.js';
import { foldCase, type StoredRow, schemas } from '../../model/table-schema.js';
import { isInDomains } from '../../model/tables/user.js';
import type { Row, TableName } from '../../model/tables.js';
import { targetsFirst } from '../../model/targets-first.js';
import type { RecordChange, TableChanges } from '../../state/changes.js';
import type { Image } from '../../state/state.js';
import type { Dialect } from './dialect.js';
import { INDENT, NameCode } from './literal.js';
import { placeholderIn } from './placeholder.js';

/** How many keys in a row a test skips: for each, it creates and removes a record. */
const SKIPPED_KEYS = 1_000;

interface RecordStep {
  readonly table: TableName;
  readonly key: Key;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
  /** What it sets of a record that exists; undefined if it creates or removes the record. */
  readonly columns?: readonly string[];
  readonly waits: Wait[];
  /** The first of the keys before its own that records had which are gone. */
  skipsFrom?: number;
}

/** A step that must come first. */
interface Wait {
  readonly for: RecordStep;
  /** The column whose value that step gives up; undefined if the record could not have another value meanwhile. */
  readonly column?: string | undefined;
}

/** The states before and after the changes; undefined if they are no longer kept. */
export interface StatesAround {
  readonly start: Image | undefined;
  readonly end: Image | undefined;
}

/** A record as it is after the changes. */
type RowAfter = (table: TableName, key: Key) => StoredRow | undefined;

/**
 * The statements that repeat changes of records. Each is valid where it stands: what others refer to is created first and removed
 * last, a unique value is given up before another record takes it, and the checks of the tables accept it. New records have the keys
 * that they had.
 */
export function recordStatements(tables: TableChanges, { start, end }: StatesAround, dialect: Dialect): string[] {
  const changed = new Map<string, StoredRow | null>();
  for (const [name, changes] of Object.entries(tables) as [TableName, readonly RecordChange[]][]) {
    for (const { key, after } of changes) changed.set(keyId(name, key), after);
  }
  const rowAfter: RowAfter = (table, key) => {
    const after = changed.get(keyId(table, key));
    return after === undefined ? start?.records.trees[table].rows.get(key) : (after ?? undefined);
  };
  const last: Partial<Record<TableName, number>> = { ...start?.records.counters };
  const steps = stepsOf(tables, rowAfter);
  for (const step of steps) addSkip(step, last);
  addWaits(steps, rowAfter);
  const left = new Set(steps);
  const statements: string[] = [];
  while (left.size > 0) {
    const { size } = left;
    for (const step of left) {
      if (step.waits.some((wait) => left.has(wait.for))) continue;
      left.delete(step);
      if (step.skipsFrom !== undefined) {
        statements.push(...skipStatements(step.table, [step.skipsFrom, Number(step.key) - 1], step.after, dialect));
      }
      statements.push(statementOf(step, dialect));
    }
    if (left.size === size) statements.push(...untangled(left, dialect));
  }
  if (end === undefined) return statements;
  for (const name of targetsFirst()) {
    const from = (last[name] ?? Number.POSITIVE_INFINITY) + 1;
    const to = end.records.counters[name];
    if (!schemas[name].generatedKey || from > to) continue;
    statements.push(...skipStatements(name, [from, to], placeholderIn(end, name), dialect));
  }
  return statements;
}

/** Adds the keys before that of a new record. `last` is the last key of each table, which the step moves on. */
function addSkip(step: RecordStep, last: Partial<Record<TableName, number>>): void {
  const { table, key, after, columns } = step;
  const before = last[table];
  if (after === null || columns !== undefined || !schemas[table].generatedKey || before === undefined) return;
  if (Number(key) > before + 1) step.skipsFrom = before + 1;
  last[table] = Number(key);
}

/** What skips keys: records that have them for a moment. `row` is a record that is valid there. */
function skipStatements(
  table: TableName,
  [from, to]: readonly [from: number, to: number],
  row: StoredRow | null | undefined,
  dialect: Dialect,
): string[] {
  const keys = from === to ? `the key ${from}` : `the keys ${from} to ${to}`;
  if (row == null || to - from >= SKIPPED_KEYS) {
    return [comment(`Write this by hand: in ${table}, ${keys} must be skipped.`)];
  }
  const { key: column } = schemas[table];
  const note = comment(
    `In ${table}, ${keys} belonged to ${from === to ? 'a record that is' : 'records that are'} gone.`,
  );
  const create = dialect.create(table, withoutGeneratedKey(table, row));
  if (from === to) return [note, create, dialect.remove(table, { column, value: from })];
  const remove = dialect.remove(table, { column, value: new NameCode('key') });
  const body = [create, remove].map((statement) => `${INDENT}${statement}`.replaceAll('\n', `\n${INDENT}`));
  return [note, `for (let key = ${from}; key <= ${to}; key++) {`, ...body, '}'];
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
function stepsOf(tables: TableChanges, rowAfter: RowAfter): RecordStep[] {
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
      if (columns.some((column) => schemas[table].fixed.has(column)))
        return recreated({ table, key, before, after, waits: [] });
      const following = followingColumns(table, before, after, updated);
      const own = columns.filter((column) => !following.includes(column));
      if (own.length === 0) return [];
      return [{ table, key, before: { ...before, ...pick(after, following) }, after, columns: own, waits: [] }];
    }),
  );
  return withOpenClients([...removed, ...written], rowAfter);
}

function recreated(step: RecordStep): RecordStep[] {
  return [
    { ...step, after: null, waits: [] },
    { ...step, before: null, waits: [] },
  ];
}

/** A client can get its domains after a user whom they exclude. Such clients allow any e-mail until their users are written. */
function withOpenClients(steps: readonly RecordStep[], rowAfter: RowAfter): RecordStep[] {
  const users = steps.filter(({ table, after }) => table === 'user' && after?.client_id != null);
  const clientOf = ({ after }: RecordStep) => rowAfter('client', after?.client_id as Key) as Row<'client'> | undefined;
  const excluding = users.flatMap((user) => {
    const client = clientOf(user);
    return client === undefined || isInDomains(`${user.after?.email}`, client.domain ?? []) ? [] : [client];
  });
  const all = [...steps];
  for (const client of new Set(excluding)) {
    const { id: key } = client;
    const at = all.findIndex((step) => step.table === 'client' && step.key === key);
    const setting: RecordStep = {
      table: 'client',
      key,
      before: null,
      after: { ...client },
      columns: ['domain'],
      waits: [],
    };
    const { columns, ...own } = all[at] ?? setting;
    const open: RecordStep = {
      ...own,
      after: { ...client, domain: null },
      // A client that is created has all columns.
      ...(columns !== undefined && { columns: [...new Set([...columns, 'domain'])] }),
    };
    if (at === -1) all.unshift(open);
    else all[at] = open;
    const waits = [open, ...users.filter((user) => clientOf(user) === client)].map((step) => ({ for: step }));
    all.push({ ...setting, waits });
  }
  return all;
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

function addWaits(steps: readonly RecordStep[], rowAfter: RowAfter): void {
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
    for (const { id, to, columns: pairs } of referencesOf(table, after)) {
      const isSet = columns === undefined || Object.keys(pairs).some((local) => columns.includes(local));
      // Checks read the target, whatever is set. A record of the same table is created earlier, as its key tells.
      if (to !== table && (isSet || schemas[table].checks.length > 0)) wait(has.get(id));
    }
    for (const { id } of referencesOf(table, before)) {
      const target = had.get(id);
      // The type of a preference does not change while it has values.
      const isInTheWay = target?.after === null || (target?.table === 'preference' && target.columns?.includes('type'));
      if (isInTheWay && target !== step) target.waits.push({ for: step });
    }
    if (after === null || columns !== undefined || !schemas[table].generatedKey) continue;
    // The mock generates the keys in this order.
    wait(created.get(table));
    created.set(table, step);
  }
  addWaitsForAncestors(steps, rowAfter);
}

/** A category can get a parent that was below it, once all that is above that parent has moved. */
function addWaitsForAncestors(steps: readonly RecordStep[], rowAfter: RowAfter): void {
  const moves = new Map<unknown, RecordStep>();
  for (const step of steps) {
    const { table, key, after, columns = ['parent'] } = step;
    if (table === 'preference_hierarchy' && after !== null && columns.includes('parent')) moves.set(key, step);
  }
  for (const step of moves.values()) {
    if (step.columns === undefined) continue;
    let above = step.after?.parent as Key | null | undefined;
    while (above != null) {
      const move = moves.get(above);
      if (move !== undefined) step.waits.push({ for: move });
      above = rowAfter('preference_hierarchy', above)?.parent as Key | null | undefined;
    }
  }
}

/** What a record alone can have: its key, and its values in unique columns. `column` holds a text that another one can replace. */
function valuesOf(table: TableName, row: StoredRow | null): { id: string; column?: string }[] {
  if (row === null) return [];
  const { key, indexes, kinds } = schemas[table];
  const unique = indexes.filter((index) => index.unique && index.columns.every((column) => row[column] !== null));
  return [
    { id: keyId(table, row[key]) },
    ...unique.map(({ columns }) => {
      const values = columns.map((column) => [column, row[column]] as const);
      const id = idOf(table, values);
      const [column = ''] = columns;
      return columns.length === 1 && kinds[column] === 'string' ? { id, column } : { id };
    }),
  ];
}

interface ReferenceId {
  /** The id of the target, from a value that it alone has. */
  readonly id: string;
  readonly to: TableName;
  /** Each column, with that of the target. */
  readonly columns: Readonly<Record<string, string>>;
}

/** The records that a record refers to. */
function referencesOf(table: TableName, row: StoredRow | null): ReferenceId[] {
  if (row === null) return [];
  return schemas[table].references.flatMap(({ to, columns, targetKeys }) => {
    const known = targetKeys.find(({ localColumns }) => localColumns.every((local) => row[local] != null));
    if (known === undefined) return [];
    const values = known.localColumns.map((local) => [columns[local] as string, row[local]] as const);
    return [{ id: idOf(to, values), to, columns }];
  });
}

function keyId(table: TableName, value: unknown): string {
  return idOf(table, [[schemas[table].key, value]]);
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
