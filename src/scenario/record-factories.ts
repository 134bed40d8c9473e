import { isPlainObject } from '../foundation/is-object.js';
import type { StoredRow } from '../model/table-schema.js';
import { forEachTable, type Row, type TableName, type Values } from '../model/tables.js';
import { Collection } from '../state/collection.js';
import type { State } from '../state/state.js';
import { type Factory, factoryOf } from './factory.js';
import { sampleRecord } from './sample-record.js';

/** A factory for every table: takes columns, creates a record and returns it. */
export type RecordFactories = { readonly [Name in TableName]: Factory<Values<Name>, Row<Name>> };

export function recordFactoriesOf(state: State): RecordFactories {
  const collections = forEachTable((name) => new Collection<TableName>(state, name));
  const create = (name: TableName, given: StoredRow): StoredRow => {
    const collection = collections[name] as unknown as { create(values: StoredRow): StoredRow };
    // The table rejects any value that is not an object.
    return collection.create(isPlainObject(given) ? sampleRecord(state, name, given, factories) : given);
  };
  const factories = forEachTable((name) =>
    factoryOf(
      state,
      name,
      (given: StoredRow) => create(name, given),
      (created) => state.table(name).latest(created),
    ),
  );
  return factories as unknown as RecordFactories;
}
