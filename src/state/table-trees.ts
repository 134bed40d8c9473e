import sortedBTree from 'sorted-btree';
import { once } from '../foundation/once.js';
import type { Key } from '../model/table-access.js';
import type { StoredRow, TableSchema } from '../model/table-schema.js';
import type { TableName } from '../model/tables.js';
import { NumberRuns } from './number-runs.js';
import { compareIndexKeys, compareScalars, type IndexKey, type IndexTree, type RowTree } from './trees.js';

/** The records of one table and its indexes. Cloning takes constant time: trees share nodes until they are written. */
export interface TableTrees {
  readonly rows: RowTree;
  readonly indexes: readonly IndexTree[];
  /** The numbers in the keys; undefined if the key is not a numbered column. */
  readonly keyNumbers: NumberRuns | undefined;
  /** For each index, the numbers in its last column; undefined if that is not a numbered column. */
  readonly indexNumbers: readonly (NumberRuns | undefined)[];
}

export type Trees = Readonly<Record<TableName, TableTrees>>;

export function createTrees({ indexes, numberedKey }: TableSchema): TableTrees {
  return {
    rows: new sortedBTree.default<Key, StoredRow>(undefined, compareScalars),
    indexes: indexes.map(({ keyColumns }) => {
      const compare = keyColumns.length === 1 ? (compareScalars as typeof compareIndexKeys) : compareIndexKeys;
      return new sortedBTree.default<IndexKey, StoredRow>(undefined, compare);
    }),
    keyNumbers: numberedKey ? new NumberRuns() : undefined,
    indexNumbers: indexes.map(({ numbered }) => (numbered ? new NumberRuns() : undefined)),
  };
}

/** The trees that `create` returns, created when they are first used. */
export function lazyTrees(create: () => TableTrees): TableTrees {
  const trees = once(create);
  return {
    get rows() {
      return trees().rows;
    },
    get indexes() {
      return trees().indexes;
    },
    get keyNumbers() {
      return trees().keyNumbers;
    },
    get indexNumbers() {
      return trees().indexNumbers;
    },
  };
}

export function cloneTrees({ rows, indexes, keyNumbers, indexNumbers }: TableTrees): TableTrees {
  return {
    rows: rows.clone(),
    indexes: indexes.map((index) => index.clone()),
    keyNumbers: keyNumbers?.clone(),
    indexNumbers: indexNumbers.map((numbers) => numbers?.clone()),
  };
}
