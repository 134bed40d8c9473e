import sortedBTree from 'sorted-btree';
import type { Key } from './table-definition.js';

/** What a column holds when it can be looked up. */
export type Scalar = string | number | boolean | null;

/** A record as the trees hold it: one column per own property; never changed, only replaced. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** What is used of a B+ tree; written out so that no public type depends on the library that is bundled. */
interface Tree<TreeKey, Value> {
  readonly size: number;
  clone(): Tree<TreeKey, Value>;
  get(key: TreeKey): Value | undefined;
  has(key: TreeKey): boolean;
  set(key: TreeKey, value: Value, overwrite?: boolean): boolean;
  delete(key: TreeKey): boolean;
  minKey(): TreeKey | undefined;
  valuesArray(): Value[];
  getPairOrNextHigher(key: TreeKey): [TreeKey, Value] | undefined;
  getPairOrNextLower(key: TreeKey): [TreeKey, Value] | undefined;
  forRange(
    low: TreeKey,
    high: TreeKey,
    includeHigh: boolean,
    visit?: (key: TreeKey, value: Value) => undefined,
  ): number;
}

export type RowTree = Tree<Key, StoredRow>;
export type IndexTree = Tree<readonly Scalar[], Key>;

/** The records of one table and its indexes. Cloning takes constant time: trees share their nodes until written. */
export interface TableTrees {
  readonly rows: RowTree;
  readonly indexes: readonly IndexTree[];
}

export function plantTrees(indexCount: number): TableTrees {
  return {
    rows: new sortedBTree.default<Key, StoredRow>(undefined, compareScalars),
    indexes: Array.from({ length: indexCount }, () => new sortedBTree.default(undefined, compareKeys)),
  };
}

export function cloneTrees({ rows, indexes }: TableTrees): TableTrees {
  return { rows: rows.clone(), indexes: indexes.map((index) => index.clone()) };
}

// Greater than every key, so that [...prefix, HIGHEST] ends the range of the keys that start with the prefix.
const HIGHEST = { type: 'highest' } as unknown as Scalar;

/** The values of an index whose keys start with `prefix`, in order. */
export function valuesWithPrefix(index: IndexTree, prefix: readonly Scalar[]): Key[] {
  const found: Key[] = [];
  index.forRange(prefix, [...prefix, HIGHEST], false, (_, key) => {
    found.push(key);
  });
  return found;
}

/** How many keys of an index start with `prefix`. */
export function countWithPrefix(index: IndexTree, prefix: readonly Scalar[]): number {
  return index.forRange(prefix, [...prefix, HIGHEST], false);
}

/** The value of the first key that starts with `prefix`. */
export function firstWithPrefix(index: IndexTree, prefix: readonly Scalar[]): Key | undefined {
  const exact = index.get(prefix);
  return exact ?? valueIfPrefixed(index.getPairOrNextHigher(prefix), prefix);
}

/** The value of the last key that starts with `prefix`. */
export function lastWithPrefix(index: IndexTree, prefix: readonly Scalar[]): Key | undefined {
  return valueIfPrefixed(index.getPairOrNextLower([...prefix, HIGHEST]), prefix);
}

function valueIfPrefixed(pair: [readonly Scalar[], Key] | undefined, prefix: readonly Scalar[]): Key | undefined {
  return pair !== undefined && prefix.every((part, i) => pair[0][i] === part) ? pair[1] : undefined;
}

export function isScalar(value: unknown): value is Scalar {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function compareKeys(a: readonly Scalar[], b: readonly Scalar[]): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const order = compareScalars(a[i] as Scalar, b[i] as Scalar);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** The order of values of any kinds: null, then booleans, numbers, texts by their code units. */
export function compareScalars(a: Scalar, b: Scalar): number {
  if (a === b) return 0;
  const type = typeof a;
  if (type === typeof b && type !== 'object') return (a as string) < (b as string) ? -1 : 1;
  return rank(a) - rank(b);
}

function rank(value: Scalar): number {
  if (value === null) return 0;
  if (value === HIGHEST) return 4;
  if (typeof value === 'boolean') return 1;
  return typeof value === 'number' ? 2 : 3;
}
