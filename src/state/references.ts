import { didYouMean } from '../foundation/did-you-mean.js';
import { formatValueAt } from '../foundation/format-value.js';
import type { Issue } from '../foundation/mock-error.js';
import {
  foldCase,
  isValidColumn,
  type ReferenceSchema,
  type StoredRow,
  type TableSchema,
  type TargetKey,
} from '../model/table-schema.js';
import type { Store } from './store.js';
import { isScalar } from './trees.js';

export interface BadReferences {
  /** References without a target. */
  readonly missing: Issue[];
  /** References whose columns point to different targets. */
  readonly disagreeing: Issue[];
  /** The columns that a missing target would have filled. */
  readonly fillable: string[];
}

/**
 * Looks up the targets of the references that `given` sets, and copies their values into `row`. Returns undefined if all
 * references are valid. Code that runs for every record uses indexed loops: scenarios are seeded before the JIT compiles,
 * when each step of an iterator costs a call and an object.
 */
export function resolveReferences(
  store: Store,
  schema: TableSchema,
  row: Record<string, unknown>,
  given: StoredRow,
): BadReferences | undefined {
  let bad: BadReferences | undefined;
  for (let i = 0; i < schema.references.length; i++) {
    const reference = schema.references[i] as ReferenceSchema;
    const { to, localColumns, columns, targetKeys } = reference;
    if (!isAnyGiven(localColumns, given)) continue;
    const isKeyGiven = targetKeys.length > 1 && targetKeys.some((key) => isAnyGiven(key.localColumns, given));
    let found: StoredRow | undefined;
    for (let j = 0; j < targetKeys.length; j++) {
      const key = targetKeys[j] as TargetKey;
      if (isKeyGiven && !isAnyGiven(key.localColumns, given)) continue;
      if (!areAllSet(key.localColumns, row)) continue;
      const target = store.table(to).findReferenced(key, row);
      found ??= target;
      if (target !== undefined && found === target) continue;
      bad ??= { missing: [], disagreeing: [], fillable: [] };
      const path = key.localColumns.at(-1) as string;
      if (target === undefined) {
        const values = key.localColumns.map((local) => row[local]).join(', ');
        bad.missing.push({ path, message: `there is no ${to} ${values}${similarTo(store, reference, key, row)}` });
        bad.fillable.push(...localColumns);
      } else {
        const first = targetKeys[0]?.localColumns.join(', ');
        bad.disagreeing.push({ path, message: `must refer to the same ${to} as ${first}` });
      }
    }
    if (found === undefined) continue;
    for (let j = 0; j < localColumns.length; j++) {
      const local = localColumns[j] as string;
      const value = found[columns[local] as string];
      // Keeps an invalid given value, so that validation rejects it.
      const isInvalid = row[local] !== value && given[local] != null && !isValidColumn(schema, local, given[local]);
      if (!isInvalid) row[local] = value;
    }
  }
  return bad;
}

/** The maximum number of records to compare a name with: a body may have a thousand unknown names. */
const COMPARED_LIMIT = 100;

/** A hint at the records whose name is similar to that of a missing one. */
function similarTo(
  store: Store,
  { to, columns }: ReferenceSchema,
  { localColumns }: TargetKey,
  row: StoredRow,
): string {
  const [local, ...others] = localColumns;
  const table = store.table(to);
  if (local === undefined || others.length > 0 || table.size > COMPARED_LIMIT) return '';
  const names = () => table.all().map((target) => String(target[columns[local] as string]));
  return didYouMean(row[local], { count: table.size, list: names });
}

function isAnyGiven(columns: readonly string[], given: StoredRow): boolean {
  for (let i = 0; i < columns.length; i++) if (given[columns[i] as string] !== undefined) return true;
  return false;
}

function areAllSet(columns: readonly string[], row: StoredRow): boolean {
  for (let i = 0; i < columns.length; i++) {
    const value = row[columns[i] as string];
    if (value === null || !isScalar(value)) return false;
  }
  return true;
}

/** The references of a record that have no target, or whose columns differ from those of the target. */
export function brokenReferences(store: Store, { references }: TableSchema, row: StoredRow): ReferenceSchema[] {
  return references.filter(({ to, localColumns, columns, targetKeys }) => {
    const key = usedKey(targetKeys, row);
    if (key === undefined) return false;
    const target = store.table(to).findReferenced(key, row);
    return target === undefined || localColumns.some((local) => row[local] !== target[columns[local] as string]);
  });
}

/** The record with the spelling of the target of a broken reference; undefined if they differ in more than the case of letters. */
export function respelled(
  store: Store,
  schema: TableSchema,
  { to, localColumns, columns, targetKeys }: ReferenceSchema,
  row: StoredRow,
): StoredRow | undefined {
  const target = store.table(to).findReferenced(usedKey(targetKeys, row) as TargetKey, row);
  if (target === undefined) return undefined;
  const mended: Record<string, unknown> = { ...row };
  for (const local of localColumns) {
    const value = target[columns[local] as string];
    if (value === row[local]) continue;
    if (foldCase(schema, local, value) !== foldCase(schema, local, row[local])) return undefined;
    mended[local] = value;
  }
  return mended;
}

function usedKey(targetKeys: readonly TargetKey[], row: StoredRow): TargetKey | undefined {
  return targetKeys.find(({ localColumns }) => localColumns.every((local) => row[local] !== null));
}

/** The issue of a reference without a target. */
export function brokenReferenceIssue({ to, localColumns, columns }: ReferenceSchema, row: StoredRow): Issue {
  const values = localColumns.map((local) => `${columns[local]} ${formatValueAt([local], row[local])}`).join(', ');
  return { path: localColumns[0] as string, message: `no ${to} has ${values}` };
}
