import sortedBTree from 'sorted-btree';
import type { Key } from '../model/define-table.js';

/** What a column holds when it can be looked up. */
export type Scalar = string | number | boolean | null;

/** A record as the trees hold it: one column per own property; never changed, only replaced. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** A place in an index: the values of its columns in their order; the value itself where there is but one. */
export type Place = Scalar | readonly Scalar[];

/** What is used of a B+ tree; written out so that no public type depends on the library that is bundled. */
interface Tree<TreeKey, Value> {
  readonly size: number;
  clone(): Tree<TreeKey, Value>;
  get(key: TreeKey): Value | undefined;
  set(key: TreeKey, value: Value, overwrite?: boolean): boolean;
  delete(key: TreeKey): boolean;
  minKey(): TreeKey | undefined;
  valuesArray(): Value[];
  getPairOrNextHigher(key: TreeKey): [TreeKey, Value] | undefined;
  getPairOrNextLower(key: TreeKey): [TreeKey, Value] | undefined;
  /** From a key on; `reused` holds each pair in turn. */
  entries(from: TreeKey, reused: [TreeKey, Value]): { next(): { done?: boolean | undefined } };
  forRange(low: TreeKey, high: TreeKey, includeHigh: boolean): number;
}

export type RowTree = Tree<Key, StoredRow>;
export type IndexTree = Tree<Place, StoredRow>;

/** The records of one table and its indexes. Cloning takes constant time: trees share their nodes until written. */
export interface TableTrees {
  readonly rows: RowTree;
  readonly indexes: readonly IndexTree[];
}

/** Trees without records; `widths` tells of each index how many values make a place. */
export function plantTrees(widths: readonly number[]): TableTrees {
  return {
    rows: new sortedBTree.default<Key, StoredRow>(undefined, compareScalars),
    indexes: widths.map((width) => {
      const compare = width === 1 ? (compareScalars as typeof comparePlaces) : comparePlaces;
      return new sortedBTree.default<Place, StoredRow>(undefined, compare);
    }),
  };
}

export function cloneTrees({ rows, indexes }: TableTrees): TableTrees {
  return { rows: rows.clone(), indexes: indexes.map((index) => index.clone()) };
}

// Greater than every value, so that [...prefix, HIGHEST] ends the range of the places that start with the prefix.
const HIGHEST = { type: 'highest' } as unknown as Scalar;

/**
 * A question to an index about a place. An exact place is a whole one that at most one record has; any other stands for
 * all places that start with it.
 */
export type Ask<Answer> = (index: IndexTree, place: Place, exact: boolean) => Answer;

/** The records at a place, in the order of the index. */
export const rowsAt: Ask<StoredRow[]> = (index, place, exact) => {
  const found: StoredRow[] = [];
  if (exact) {
    const row = index.get(place);
    if (row !== undefined) found.push(row);
    return found;
  }
  // To go on from the first is faster than to look for both ends.
  const pair = [] as unknown as [Place, StoredRow];
  const pairs = index.entries(place, pair);
  while (!pairs.next().done && startsWith(pair[0], place)) found.push(pair[1]);
  return found;
};

/** How many records are at a place. */
export const countAt: Ask<number> = (index, place, exact) =>
  exact ? Number(index.get(place) !== undefined) : index.forRange(place, endOf(place), false);

/** The first of the records at a place. */
export const firstAt: Ask<StoredRow | undefined> = (index, place, exact) =>
  exact ? index.get(place) : ifBelow(place, index.getPairOrNextHigher(place));

/** The last of them. */
export const lastAt: Ask<StoredRow | undefined> = (index, place, exact) =>
  exact ? index.get(place) : ifBelow(place, index.getPairOrNextLower(endOf(place)));

function endOf(place: Place): Place {
  return [...(place as readonly Scalar[]), HIGHEST];
}

function ifBelow(place: Place, pair: [Place, StoredRow] | undefined): StoredRow | undefined {
  return pair !== undefined && startsWith(pair[0], place) ? pair[1] : undefined;
}

function startsWith(whole: Place, start: Place): boolean {
  const values = whole as readonly Scalar[];
  const prefix = start as readonly Scalar[];
  for (let i = 0; i < prefix.length; i++) if (values[i] !== prefix[i]) return false;
  return true;
}

export function isScalar(value: unknown): value is Scalar {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function comparePlaces(a: Place, b: Place): number {
  const left = a as readonly Scalar[];
  const right = b as readonly Scalar[];
  for (let i = 0; i < left.length && i < right.length; i++) {
    if (left[i] !== right[i]) return compareScalars(left[i] as Scalar, right[i] as Scalar);
  }
  return left.length - right.length;
}

/** The order of values of any kinds: null, then booleans, numbers, texts by their code units. */
export function compareScalars(a: Scalar, b: Scalar): number {
  // Each kind for itself, which is the faster for it.
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
