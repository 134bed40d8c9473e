import * as z from 'zod/mini';
import { notFound } from '../foundation/mock-error.js';
import { once } from '../foundation/once.js';
import type { TableAccess } from '../model/table-access.js';
import type { Row, TableName, Values } from '../model/tables.js';
import type { Behavior } from './behavior.js';
import { type Items, writeEach } from './bulk.js';
import { columnSchemas, presentColumns, tableFailures } from './columns.js';
import { recordId } from './parameter-schemas.js';
import { defineRoute, type Route, type RouteContext, type Schemas } from './route.js';

type ColumnName<Name extends TableName> = keyof Row<Name> & string;

/** The record in answers, and its schema. */
interface Present<Name extends TableName> {
  readonly schema: z.core.$ZodType;
  readonly record: (row: Row<Name>, context: RouteContext) => unknown;
}

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
  readonly present?: Present<Name>;
  /** The record in answers of DELETE, if it differs. */
  readonly presentRemoved?: Present<Name>;
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

type Id = { readonly id: number };
type Wrapping = 'array' | 'object';

/** Creates the routes of a plain resource. Their schemas are created on first use. */
export function defineResource<Name extends TableName, Query extends Schemas = Record<never, never>>(
  definition: ResourceDefinition<Name, Query>,
): Route[] {
  const resource = partsOf(definition as unknown as ResourceDefinition<Name, Schemas>);
  const byId = definition.byId === false ? [] : [getRoute(resource)];
  return [listRoute(resource), ...byId, createRoute(resource), updateRoute(resource), removeRoute(resource)];
}

type ResourceParts<Name extends TableName> = ReturnType<typeof partsOf<Name>>;

/** A definition with its defaults, and what several of its routes use. */
function partsOf<Name extends TableName>(definition: ResourceDefinition<Name, Schemas>) {
  const { path, table, noun, shows, columns, updates = columns } = definition;
  const { decisions = [], read = identity, visible = always } = definition;
  const { answersWith = 'array', removedAnswersWith = answersWith } = definition;
  const present: Present<Name> = definition.present ?? presentColumns(table, shows);
  const { presentRemoved = present } = definition;
  const readable = (schema: z.ZodMiniObject) => z.pipe(z.transform(read), schema);
  const tableOf = ({ tables }: RouteContext) => tables[table] as unknown as TableAccess<Row<Name>>;
  const noRecord = ({ id }: Id) => notFound(`There is no ${noun} ${id}`);
  return {
    ...definition,
    decisions,
    visible,
    present,
    presentRemoved,
    answersWith,
    removedAnswersWith,
    itemSchema: once(
      () => readable(z.object(columnSchemas(table, columns, definition))) as unknown as z.core.$ZodType<Values<Name>>,
    ),
    changesSchema: once(() => readable(z.partial(z.object(columnSchemas(table, updates, definition))))),
    listSchema: wrappedSchema('array', present),
    tableOf,
    noRecord,
    alsoUnique: ({ behavior }: RouteContext) => definition.alsoUnique?.(behavior) ?? [],
    /** What the routes of one record have in common. */
    ofRecord: {
      path: `${path}/:id`,
      decisions,
      params: { id: recordId },
      find: (id: Id, context: RouteContext) => {
        const row = tableOf(context).get(id.id);
        if (row === undefined) throw noRecord(id);
        return row;
      },
    },
  };
}

function listRoute<Name extends TableName>(resource: ResourceParts<Name>): Route {
  const { path, table, noun, decisions, query = {}, list, visible, present, listSchema, tableOf } = resource;
  return defineRoute({
    method: 'GET',
    path,
    summary: `List the ${plural(noun)}`,
    decisions,
    query,
    resource: { table, does: 'list' },
    get response() {
      return listSchema();
    },
    handle: (input, context: RouteContext) => {
      const rows = list?.(input.query, context) ?? tableOf(context).all();
      return { data: rows.filter((row) => visible(row, context)).map((row) => present.record(row, context)) };
    },
  });
}

function getRoute<Name extends TableName>(resource: ResourceParts<Name>): Route {
  const { table, noun, visible, present, listSchema, noRecord, ofRecord } = resource;
  return defineRoute({
    ...ofRecord,
    method: 'GET',
    summary: `Get ${a(noun)} by id`,
    resource: { table, does: 'get' },
    get response() {
      return listSchema();
    },
    handle: ({ params, found }, context: RouteContext) => {
      if (!visible(found, context)) throw noRecord(params);
      return { data: [present.record(found, context)] };
    },
  });
}

function createRoute<Name extends TableName>(resource: ResourceParts<Name>): Route {
  const { path, table, noun, decisions, orOne = false, beforeCreate, present } = resource;
  const { itemSchema, changesSchema, listSchema, tableOf, alsoUnique } = resource;
  return defineRoute({
    method: 'POST',
    path,
    summary: `Create one or more ${plural(noun)}, all or none`,
    decisions,
    get items() {
      return { schema: itemSchema(), orOne } satisfies Items;
    },
    creates: table,
    ...(beforeCreate === undefined && { resource: { table, does: 'create' } }),
    get response() {
      return listSchema();
    },
    failures: tableFailures(table),
    get schemas() {
      return { [table]: present.schema, [`new_${table}`]: itemSchema(), [`${table}_changes`]: changesSchema() };
    },
    handle: ({ batch }, context: RouteContext) => {
      beforeCreate?.(batch.items, context);
      const rows = writeEach(batch, itemSchema(), (values) => tableOf(context).insert(values, alsoUnique(context)));
      return { data: rows.map((row) => present.record(row, context)) };
    },
  });
}

function updateRoute<Name extends TableName>(resource: ResourceParts<Name>): Route {
  const { table, noun, putAliases = [], present, answersWith, changesSchema, tableOf, alsoUnique, ofRecord } = resource;
  const schema = wrappedSchema(answersWith, present);
  return defineRoute({
    ...ofRecord,
    method: 'PUT',
    aliases: putAliases,
    summary: `Update ${a(noun)}; omitted fields keep their values`,
    get body() {
      return changesSchema();
    },
    resource: { table, does: 'update' },
    get response() {
      return schema();
    },
    failures: tableFailures(table),
    handle: ({ params, body }, context: RouteContext) => {
      const row = tableOf(context).update(params.id, body as Values<Name>, alsoUnique(context));
      return wrapped(answersWith, present.record(row, context));
    },
  });
}

function removeRoute<Name extends TableName>(resource: ResourceParts<Name>): Route {
  const { table, noun, presentRemoved, removedAnswersWith, remove, tableOf, ofRecord } = resource;
  const schema = wrappedSchema(removedAnswersWith, presentRemoved);
  return defineRoute({
    ...ofRecord,
    method: 'DELETE',
    summary: `Delete ${a(noun)}`,
    resource: { table, does: remove === undefined ? 'delete' : 'update' },
    get response() {
      return schema();
    },
    handle: ({ params, found }, context: RouteContext) => {
      const after = remove?.(found, context) ?? tableOf(context).remove(params.id);
      return wrapped(removedAnswersWith, presentRemoved.record(after, context));
    },
  });
}

function wrappedSchema(as: Wrapping, shown: { readonly schema: z.core.$ZodType }): () => z.core.$ZodType {
  return once(() => z.strictObject({ data: as === 'array' ? z.array(shown.schema) : shown.schema }));
}

function wrapped(as: Wrapping, record: unknown) {
  return { data: as === 'array' ? [record] : record };
}

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
