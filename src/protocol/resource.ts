import * as z from 'zod/mini';
import { MockError } from '../foundation/mock-error.js';
import { once } from '../foundation/once.js';
import type { TableAccess } from '../model/table-access.js';
import type { Row, TableName, Values } from '../model/tables.js';
import type { Behavior } from './behavior.js';
import { type Items, writeEach } from './bulk.js';
import { columnSchemas, presentColumns, tableFailures } from './columns.js';
import { recordId } from './parameter-schemas.js';
import { defineRoute, type ResourceRoute, type Route, type RouteContext, type Schemas } from './route.js';

type ColumnName<Name extends TableName> = keyof Row<Name> & string;

/**
 * A plain CRUD resource: GET and POST of the collection; GET, PUT and DELETE by id. The rest is derived from the table:
 * schemas, optional columns, references, unique columns, cascades.
 */
export interface ResourceDefinition<Name extends TableName, Query extends Schemas = Record<never, never>> {
  /** The whole path of the collection. */
  readonly path: string;
  readonly table: Name;
  /** The name of a record in summaries and messages, in the singular. */
  readonly noun: string;
  readonly decisions?: readonly string[];
  /** The columns that POST accepts. */
  readonly columns: readonly ColumnName<Name>[];
  /** The columns that PUT accepts. Default: those of POST. */
  readonly updates?: readonly ColumnName<Name>[];
  /** Columns that this API requires although they are nullable in the table. */
  readonly required?: readonly ColumnName<Name>[];
  /** Columns that are optional although the table requires them, because another column of their reference fills them. */
  readonly optional?: readonly ColumnName<Name>[];
  /** Whether POST accepts a single object too (X7). */
  readonly orOne?: boolean;
  /** Whether there is a GET by id. Default: true. */
  readonly byId?: boolean;
  /** Whether PUT and DELETE answer with the record or with an array of it. Default: array. */
  readonly answersWith?: 'array' | 'object';
  /** Like `answersWith`, for DELETE only. */
  readonly removedAnswersWith?: 'array' | 'object';
  /** Other paths of PUT, with `:id`. */
  readonly putAliases?: readonly string[];
  /** Schemas of columns that accept more in requests than in the table. */
  readonly inputs?: { readonly [Input in ColumnName<Name>]?: z.core.$ZodType };
  /** Transforms an item or a PUT body before it is validated. */
  readonly read?: (body: unknown) => unknown;
  /** The columns in answers. Default: all. */
  readonly shows?: readonly ColumnName<Name>[];
  /** The record in answers and its schema, if they are not just columns. */
  readonly present?: {
    readonly schema: z.core.$ZodType;
    readonly record: (row: Row<Name>, context: RouteContext) => unknown;
  };
  /** The record in answers of DELETE, if it differs. */
  readonly presentRemoved?: { readonly schema: z.core.$ZodType; readonly record: (row: Row<Name>) => unknown };
  /** The query parameters of the collection. */
  readonly query?: Query;
  /** The records that the collection lists. Default: all. */
  readonly list?: (
    query: { readonly [Field in keyof Query]: z.output<Query[Field]> },
    context: RouteContext,
  ) => readonly Row<Name>[];
  /** Whether a record can be read. Default: true. */
  readonly visible?: (row: Row<Name>, context: RouteContext) => boolean;
  /** Runs before the items of a POST are written. */
  readonly beforeCreate?: (items: readonly unknown[], context: RouteContext) => void;
  /** Columns that must be unique in addition to those of the table. */
  readonly alsoUnique?: (behavior: Behavior) => readonly ColumnName<Name>[];
  /** What DELETE does. Default: deletes the record; references cascade. */
  readonly remove?: (row: Row<Name>, context: RouteContext) => Row<Name>;
}

/** Creates the routes of a plain resource. */
export function defineResource<Name extends TableName, Query extends Schemas = Record<never, never>>(
  definition: ResourceDefinition<Name, Query>,
): Route[] {
  const resource = new Resource(definition as unknown as ResourceDefinition<Name, Schemas>);
  const { collection, byId, create, update, destroy } = resource;
  return [collection, ...(definition.byId === false ? [] : [byId]), create, update, destroy];
}

type Id = { readonly id: number };
type Wrapping = 'array' | 'object';

/** A resource with what follows from its definition. Schemas are created on first use. */
class Resource<Name extends TableName> {
  readonly #definition: ResourceDefinition<Name, Schemas>;
  readonly #createSchema: () => z.core.$ZodType<Values<Name>>;
  readonly #updateSchema: () => z.core.$ZodType;
  readonly #listSchema: () => z.core.$ZodType;
  readonly #present: NonNullable<ResourceDefinition<Name>['present']>;

  constructor(definition: ResourceDefinition<Name, Schemas>) {
    const { table, columns, updates = columns, read = identity, shows } = definition;
    this.#definition = definition;
    this.#present = definition.present ?? presentColumns(table, shows);
    const readable = (schema: z.ZodMiniObject) => z.pipe(z.transform(read), schema);
    this.#createSchema = once(
      () => readable(z.object(columnSchemas(table, columns, definition))) as unknown as z.core.$ZodType<Values<Name>>,
    );
    this.#updateSchema = once(() => readable(z.partial(z.object(columnSchemas(table, updates, definition)))));
    this.#listSchema = wrappedSchema('array', this.#present);
  }

  get collection(): Route {
    const { path, noun, decisions = [], query = {}, list, visible = always } = this.#definition;
    const [schema, present] = [this.#listSchema, this.#present];
    return defineRoute({
      method: 'GET',
      path,
      summary: `List the ${plural(noun)}`,
      decisions,
      query,
      resource: this.#does('list'),
      get response() {
        return schema();
      },
      handle: (input, context: RouteContext) => {
        const rows = list?.(input.query, context) ?? this.#tableOf(context).all();
        return { data: rows.filter((row) => visible(row, context)).map((row) => present.record(row, context)) };
      },
    });
  }

  get byId(): Route {
    const { path, noun, decisions = [], visible = always } = this.#definition;
    const [schema, present] = [this.#listSchema, this.#present];
    return defineRoute({
      method: 'GET',
      path: `${path}/:id`,
      summary: `Get ${a(noun)} by id`,
      decisions,
      params: { id: recordId },
      find: this.#find,
      resource: this.#does('get'),
      get response() {
        return schema();
      },
      handle: ({ params, found }, context: RouteContext) => {
        if (!visible(found, context)) throw this.#noRecord(params);
        return { data: [present.record(found, context)] };
      },
    });
  }

  get create(): Route {
    const { path, table, noun, decisions = [], orOne = false, beforeCreate } = this.#definition;
    const [schema, itemSchema, changesSchema, present] = [
      this.#listSchema,
      this.#createSchema,
      this.#updateSchema,
      this.#present,
    ];
    return defineRoute({
      method: 'POST',
      path,
      summary: `Create one or more ${plural(noun)}, all or none`,
      decisions,
      get items() {
        return { schema: itemSchema(), orOne } satisfies Items;
      },
      creates: table,
      ...(beforeCreate === undefined && { resource: this.#does('create') }),
      get response() {
        return schema();
      },
      failures: tableFailures(table),
      get schemas() {
        return { [table]: present.schema, [`new_${table}`]: itemSchema(), [`${table}_changes`]: changesSchema() };
      },
      handle: ({ batch }, context: RouteContext) => {
        beforeCreate?.(batch.items, context);
        const rows = writeEach(batch, itemSchema(), (values) =>
          this.#tableOf(context).insert(values, this.#alsoUnique(context)),
        );
        return { data: rows.map((row) => present.record(row, context)) };
      },
    });
  }

  get update(): Route {
    const { path, table, noun, decisions = [], putAliases = [], answersWith = 'array' } = this.#definition;
    const [changesSchema, present] = [this.#updateSchema, this.#present];
    const schema = wrappedSchema(answersWith, present);
    return defineRoute({
      method: 'PUT',
      path: `${path}/:id`,
      aliases: putAliases,
      summary: `Update ${a(noun)}; omitted fields keep their values`,
      decisions,
      params: { id: recordId },
      find: this.#find,
      get body() {
        return changesSchema();
      },
      resource: this.#does('update'),
      get response() {
        return schema();
      },
      failures: tableFailures(table),
      handle: ({ params, body }, context: RouteContext) => {
        const row = this.#tableOf(context).update(params.id, body as Values<Name>, this.#alsoUnique(context));
        return wrapped(answersWith, present.record(row, context));
      },
    });
  }

  get destroy(): Route {
    const { path, noun, decisions = [], remove, answersWith = 'array' } = this.#definition;
    const { removedAnswersWith = answersWith, presentRemoved: present = this.#present } = this.#definition;
    const schema = wrappedSchema(removedAnswersWith, present);
    return defineRoute({
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Delete ${a(noun)}`,
      decisions,
      params: { id: recordId },
      find: this.#find,
      resource: this.#does(remove === undefined ? 'delete' : 'update'),
      get response() {
        return schema();
      },
      handle: ({ params, found }, context: RouteContext) => {
        const after = remove?.(found, context) ?? this.#tableOf(context).remove(params.id);
        return wrapped(removedAnswersWith, present.record(after, context));
      },
    });
  }

  readonly #find = (id: Id, context: RouteContext): Row<Name> => {
    const row = this.#tableOf(context).get(id.id);
    if (row === undefined) throw this.#noRecord(id);
    return row;
  };

  #tableOf({ tables }: RouteContext): TableAccess<Row<Name>> {
    return tables[this.#definition.table] as unknown as TableAccess<Row<Name>>;
  }

  #alsoUnique({ behavior }: RouteContext): readonly ColumnName<Name>[] {
    return this.#definition.alsoUnique?.(behavior) ?? [];
  }

  #noRecord({ id }: Id): MockError {
    return new MockError('not_found', `There is no ${this.#definition.noun} ${id}`);
  }

  #does(does: ResourceRoute['does']): ResourceRoute {
    return { table: this.#definition.table, does };
  }
}

function wrappedSchema(as: Wrapping, shown: { readonly schema: z.core.$ZodType }): () => z.core.$ZodType {
  return once(() => z.strictObject({ data: as === 'array' ? z.array(shown.schema) : shown.schema }));
}

function wrapped(as: Wrapping, record: unknown) {
  return { data: as === 'array' ? [record] : record };
}

/** A noun with its article. */
function a(noun: string): string {
  return /^[aeio]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

function plural(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

function identity<Value>(value: Value): Value {
  return value;
}

function always(): boolean {
  return true;
}
