import { ENTITY_TYPE, factory, nullable, PRIMARY_KEY, primaryKey } from '@mswjs/data';
import { once } from '../foundation/once.js';
import { withoutStackTraces } from '../foundation/without-stack-traces.js';
import type { Key } from '../model/table-access.js';
import { type StoredRow, schemas, type TableSchema } from '../model/table-schema.js';
import { forEachTable, type TableName } from '../model/tables.js';
import type { RowTree } from './trees.js';

/** The part of a query of @mswjs/data that is used. */
interface LibraryQuery {
  where: Record<string, Record<string, unknown>>;
}

type Candidates = RowTree | Map<Key, StoredRow> | Additions;

/** Wraps a tree so that the library adds records without overwriting any. */
interface Additions {
  to: RowTree | undefined;
  set(key: Key, row: StoredRow): boolean;
}

/** The part of the library's internal `Database` that is used. */
interface LibraryDatabase {
  getModel(name: string): Candidates;
  readonly events: { emit(): boolean };
  serializeEntity(entity: StoredRow): StoredRow;
  /** Returns what `set` returns. */
  create(name: string, entity: StoredRow): boolean;
  update(name: string, previous: StoredRow, next: StoredRow): void;
  delete(name: string, key: Key): void;
}

type EntityClass = new (values: StoredRow) => Record<string, unknown>;

interface LibraryModel {
  findMany(query: LibraryQuery): StoredRow[];
}

/**
 * The only file that depends on internals of @mswjs/data.
 *
 * The library keeps each model in a Map and gets that Map from `getModel`. Here `getModel` returns the records of the
 * current call instead: the copy-on-write tree of one state, or the candidates that an index found for a query. So all
 * states share one model, and copying a state copies no model.
 */
class MswjsDatabase {
  /** Only queries need the models. They are defined by the first one, because few tests query. */
  readonly #models = once(() => this.#factory(forEachTable((name) => modelOf(schemas[name]))).models);
  readonly #library = once(() => this.#factory({}).database);
  readonly #entities = once(
    (): Readonly<Record<TableName, EntityClass>> => forEachTable((name) => entityClassOf(schemas[name])),
  );
  #records: Candidates = new Map();
  readonly #additions: Additions = {
    to: undefined,
    set(key, row) {
      return (this.to as RowTree).set(key, row, false);
    },
  };

  /**
   * A record as the library expects it. The symbols that the library needs are on its prototype, so that its own properties
   * are only its columns.
   */
  entity(name: TableName, values: StoredRow): Record<string, unknown> {
    return new (this.#entities()[name])(values);
  }

  /** Adds a record; returns false, and adds nothing, if a record has its key. */
  create(records: RowTree, name: TableName, entity: StoredRow): boolean {
    this.#additions.to = records;
    this.#records = this.#additions;
    return this.#library().create(name, entity);
  }

  update(records: RowTree, name: TableName, previous: StoredRow, next: StoredRow): void {
    this.#records = records;
    this.#library().update(name, previous, next);
  }

  delete(records: RowTree, name: TableName, key: Key): void {
    this.#records = records;
    this.#library().delete(name, key);
  }

  /** The records among `records` that match a query. Reads each record, so narrow them by an index first. */
  query(records: Candidates, name: TableName, query: LibraryQuery): StoredRow[] {
    this.#records = records;
    return (this.#models()[name] as LibraryModel).findMany(query);
  }

  #factory(definitions: Parameters<typeof factory>[0]) {
    // The library makes an id from a stack trace, for its synchronisation between tabs.
    const api: object = withoutStackTraces(() => factory(definitions));
    const [instance] = Object.getOwnPropertySymbols(api);
    const database = (api as Record<symbol, LibraryDatabase>)[instance as symbol] as LibraryDatabase;
    database.getModel = () => this.#records;
    // By default the library broadcasts every write to other browser tabs.
    database.serializeEntity = (entity) => entity;
    database.events.emit = () => false;
    return { models: api as Record<string, LibraryModel>, database };
  }
}

/** One for all states: it keeps nothing between two calls. */
export const database = new MswjsDatabase();

/** The library does not validate entities; it needs the model only for the columns and the key. */
function modelOf(schema: TableSchema) {
  return Object.fromEntries(
    schema.columns.map((column) => {
      if (column === schema.key) return [column, primaryKey<Key>(schema.generatedKey ? Number : String)];
      return [column, schema.nullable.has(column) ? nullable(String) : String];
    }),
  );
}

/** One class per table: instances with the same columns in the same order take the least memory. */
function entityClassOf({ name, key, columns }: TableSchema): EntityClass {
  class Entity {
    [column: string]: unknown;
    constructor(values: StoredRow) {
      for (let i = 0; i < columns.length; i++) {
        const column = columns[i] as string;
        this[column] = values[column];
      }
    }
  }
  Object.assign(Entity.prototype, { [ENTITY_TYPE]: name, [PRIMARY_KEY]: key });
  return Entity;
}
