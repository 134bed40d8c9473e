import type { Key } from '../model/table-access.js';
import type { StoredRow } from '../model/table-schema.js';

/** A value that an index can hold. */
export type Scalar = string | number | boolean | null;

/** The key of a record in an index: the values of its columns in order; the bare value if it is a single column. */
export type IndexKey = Scalar | readonly Scalar[];

/** The used part of the B+ tree's interface; declared here so that no public type refers to the bundled library. */
export interface Tree<TreeKey, Value> {
  readonly size: number;
  clone(): Tree<TreeKey, Value>;
  get(key: TreeKey): Value | undefined;
  set(key: TreeKey, value: Value, overwrite?: boolean): boolean;
  delete(key: TreeKey): boolean;
  minKey(): TreeKey | undefined;
  valuesArray(): Value[];
  getPairOrNextHigher(key: TreeKey): [TreeKey, Value] | undefined;
  getPairOrNextLower(key: TreeKey): [TreeKey, Value] | undefined;
  /** Iterates, starting at a key; writes each pair into `reused`. */
  entries(from: TreeKey, reused: [TreeKey, Value]): { next(): { done?: boolean | undefined } };
}

/**
 * A node of a sorted-btree. A leaf has keys and values; an internal node has children, and the greatest key of each of them.
 */
export interface TreeNode<TreeKey> {
  readonly keys: readonly TreeKey[];
  readonly values: readonly StoredRow[];
  readonly children?: readonly TreeNode<TreeKey>[];
  /** The position of a key, or of the next greater one. */
  indexOf(key: TreeKey, failXor: 0, compare: (a: TreeKey, b: TreeKey) => number): number;
}

export function rootOf<TreeKey>(tree: Tree<TreeKey, StoredRow>): TreeNode<TreeKey> {
  // The library has no public way to the nodes.
  return (tree as unknown as { _root: TreeNode<TreeKey> })._root;
}

export type RowTree = Tree<Key, StoredRow>;
export type IndexTree = Tree<IndexKey, StoredRow>;

// Compares greater than every value, so that [...prefix, HIGHEST] ends the range of keys with the prefix.
const HIGHEST = { type: 'highest' } as unknown as Scalar;

/** Looks up a key in an index. An `exact` key is complete and unique; any other is a prefix of the keys to find. */
export type IndexLookup<Result> = (index: IndexTree, key: IndexKey, exact: boolean) => Result;

/** The matching records in the order of the index. */
export const rowsAt: IndexLookup<StoredRow[]> = (index, key, exact) => {
  const found: StoredRow[] = [];
  if (exact) {
    const row = index.get(key);
    if (row !== undefined) found.push(row);
    return found;
  }
  collect(rootOf(index), key, found);
  return found;
};

/**
 * Adds the records whose keys start with a prefix. Returns false once a greater key follows. An iterator of the library
 * would allocate ten times as much memory.
 */
function collect(node: TreeNode<IndexKey>, prefix: IndexKey, found: StoredRow[]): boolean {
  const { keys, values, children } = node;
  for (let i = node.indexOf(prefix, 0, compareIndexKeys); i < keys.length; i++) {
    if (children !== undefined) {
      if (!collect(children[i] as TreeNode<IndexKey>, prefix, found)) return false;
    } else if (startsWith(keys[i] as IndexKey, prefix)) found.push(values[i] as StoredRow);
    else return false;
  }
  return true;
}

export const firstAt: IndexLookup<StoredRow | undefined> = (index, key, exact) =>
  exact ? index.get(key) : ifMatching(key, index.getPairOrNextHigher(key));

export const lastAt: IndexLookup<StoredRow | undefined> = (index, key, exact) =>
  exact ? index.get(key) : ifMatching(key, index.getPairOrNextLower(endOf(key)));

/** The records from a position on, at most `limit`, in order of their keys. Those before them are skipped, not collected. */
export function slice(rows: RowTree, offset: number, limit: number): StoredRow[] {
  const found: StoredRow[] = [];
  const first = rows.minKey();
  if (first === undefined) return found;
  const pair = [] as unknown as [Key, StoredRow];
  const pairs = rows.entries(first, pair);
  for (let i = 0; found.length < limit && !pairs.next().done; i++) if (i >= offset) found.push(pair[1]);
  return found;
}

function endOf(prefix: IndexKey): IndexKey {
  return [...(prefix as readonly Scalar[]), HIGHEST];
}

function ifMatching(prefix: IndexKey, pair: [IndexKey, StoredRow] | undefined): StoredRow | undefined {
  return pair !== undefined && startsWith(pair[0], prefix) ? pair[1] : undefined;
}

function startsWith(key: IndexKey, prefix: IndexKey): boolean {
  const values = key as readonly Scalar[];
  const start = prefix as readonly Scalar[];
  for (let i = 0; i < start.length; i++) if (values[i] !== start[i]) return false;
  return true;
}

export function isScalar(value: unknown): value is Scalar {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

export function compareIndexKeys(a: IndexKey, b: IndexKey): number {
  const left = a as readonly Scalar[];
  const right = b as readonly Scalar[];
  for (let i = 0; i < left.length && i < right.length; i++) {
    if (left[i] !== right[i]) return compareScalars(left[i] as Scalar, right[i] as Scalar);
  }
  return left.length - right.length;
}

/** Orders values of any type: null, then booleans, numbers, and strings by their code units. */
export function compareScalars(a: Scalar, b: Scalar): number {
  // The two common cases come first, for speed.
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a !== b);
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : Number(a !== b);
  return a === b ? 0 : rank(a) - rank(b) || Number(a) - Number(b);
}

function rank(value: Scalar): number {
  if (value === null) return 0;
  if (value === HIGHEST) return 4;
  if (typeof value === 'boolean') return 1;
  return typeof value === 'number' ? 2 : 3;
}
