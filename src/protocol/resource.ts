import * as z from 'zod/mini';
import { withoutNull } from '../foundation/common-schemas.js';
import { type ErrorCode, MockError } from '../foundation/mock-error.js';
import { once } from '../foundation/once.js';
import type { TableAccess } from '../model/table-access.js';
import { schemas as tableSchemas } from '../model/table-schema.js';
import type { Row, TableName, Values } from '../model/tables.js';
import type { Behavior } from './behavior.js';
import { type Items, writeEach } from './bulk.js';
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
  const { path, noun, columns, updates = columns, orOne = false, decisions = [] } = definition;
  const { read = identity, visible = always, beforeCreate, alsoUnique = () => [] } = definition;
  const present = definition.present ?? presentColumns(definition.table, definition.shows);
  const removed = definition.presentRemoved ?? present;
  const { answersWith = 'array', removedAnswersWith = answersWith } = definition;

  const tableOf = (tables: RouteContext['tables']) => tables[definition.table] as unknown as TableAccess<Row<Name>>;
  const find = ({ id }: { id: number }, { tables }: RouteContext): Row<Name> => {
    const row = tableOf(tables).get(id);
    if (row === undefined) throw noRecord(id);
    return row;
  };
  const noRecord = (id: number) => new MockError('not_found', `There is no ${noun} ${id}`);
  const readable = (schema: z.ZodMiniObject) => z.pipe(z.transform(read), schema);
  const createSchema = once(() => readable(z.object(columnSchemas(definition.table, columns, definition))));
  const updateSchema = once(() => readable(z.partial(z.object(columnSchemas(definition.table, updates, definition)))));
  const failures = tableFailures(definition.table);
  const resource = (does: ResourceRoute['does']) => ({ table: definition.table, does });
  const wrappedAs = (as: 'array' | 'object', shown: { schema: z.core.$ZodType }) =>
    once(() => z.strictObject({ data: as === 'array' ? z.array(shown.schema) : shown.schema }));
  const listSchema = wrappedAs('array', present);
  const changedSchema = wrappedAs(answersWith, present);
  const removedSchema = wrappedAs(removedAnswersWith, removed);
  const wrapAs = (as: 'array' | 'object', record: unknown) => ({ data: as === 'array' ? [record] : record });

  const collection = defineRoute({
    method: 'GET',
    path,
    summary: `List the ${plural(noun)}`,
    decisions,
    query: (definition.query ?? {}) as Query,
    resource: resource('list'),
    get response() {
      return listSchema();
    },
    handle: ({ query }, context: RouteContext) => {
      const rows = definition.list?.(query, context) ?? tableOf(context.tables).all();
      return { data: rows.filter((row) => visible(row, context)).map((row) => present.record(row, context)) };
    },
  });
  const byId = defineRoute({
    method: 'GET',
    path: `${path}/:id`,
    summary: `Get ${a(noun)} by id`,
    decisions,
    params: { id: recordId },
    find,
    resource: resource('get'),
    get response() {
      return listSchema();
    },
    handle: ({ params, found }, context: RouteContext) => {
      if (!visible(found, context)) throw noRecord(params.id);
      return { data: [present.record(found, context)] };
    },
  });
  const create = defineRoute({
    method: 'POST',
    path,
    summary: `Create one or more ${plural(noun)}, all or none`,
    decisions,
    get items() {
      return { schema: createSchema(), orOne } satisfies Items;
    },
    creates: definition.table,
    ...(beforeCreate === undefined && { resource: resource('create') }),
    get response() {
      return listSchema();
    },
    failures,
    get schemas() {
      return {
        [definition.table]: present.schema,
        [`new_${definition.table}`]: createSchema(),
        [`${definition.table}_changes`]: updateSchema(),
      };
    },
    handle: ({ batch }, context: RouteContext) => {
      beforeCreate?.(batch.items, context);
      const rows = writeEach(batch, createSchema(), (values) =>
        tableOf(context.tables).insert(values as Values<Name>, alsoUnique(context.behavior)),
      );
      return { data: rows.map((row) => present.record(row, context)) };
    },
  });
  const update = defineRoute({
    method: 'PUT',
    path: `${path}/:id`,
    aliases: definition.putAliases ?? [],
    summary: `Update ${a(noun)}; omitted fields keep their values`,
    decisions,
    params: { id: recordId },
    find,
    get body() {
      return updateSchema();
    },
    resource: resource('update'),
    get response() {
      return changedSchema();
    },
    failures,
    handle: ({ params, body }, context: RouteContext) => {
      const row = tableOf(context.tables).update(params.id, body as Values<Name>, alsoUnique(context.behavior));
      return wrapAs(answersWith, present.record(row, context));
    },
  });
  const destroy = defineRoute({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: `Delete ${a(noun)}`,
    decisions,
    params: { id: recordId },
    find,
    resource: resource(definition.remove === undefined ? 'delete' : 'update'),
    get response() {
      return removedSchema();
    },
    handle: ({ params, found }, context: RouteContext) => {
      const after = definition.remove?.(found, context) ?? tableOf(context.tables).remove(params.id);
      return wrapAs(removedAnswersWith, removed.record(after, context));
    },
  });
  return [collection, ...(definition.byId === false ? [] : [byId]), create, update, destroy];
}

/** The schemas of columns in requests: nullable columns and columns with a default are optional. */
export function columnSchemas(
  table: TableName,
  columns: readonly string[],
  {
    required = [],
    optional = [],
    inputs = {},
  }: { required?: readonly string[]; optional?: readonly string[]; inputs?: Readonly<Record<string, unknown>> } = {},
): Schemas {
  const { nullable, columnsWithDefault, recordSchema } = tableSchemas[table];
  const schemaOf = (column: string): z.core.$ZodType => {
    const schema = (inputs[column] ?? recordSchema.shape[column]) as z.core.$ZodType;
    if (required.includes(column)) return withoutNull(schema);
    if (optional.includes(column) || nullable.has(column)) return z.optional(schema);
    return columnsWithDefault.includes(column) ? z.nullish(schema) : schema;
  };
  return Object.fromEntries(columns.map((column) => [column, schemaOf(column)]));
}

/** The error codes of writes to a table, in addition to those of validation. */
function tableFailures(table: TableName): ErrorCode[] {
  const { references, indexes } = tableSchemas[table];
  return [
    ...(references.length > 0 ? (['not_found'] as const) : []),
    ...(indexes.some(({ unique }) => unique) ? (['conflict'] as const) : []),
  ];
}

/** Presents a record by its columns, unchanged. */
function presentColumns(table: TableName, shows: readonly string[] = tableSchemas[table].columns) {
  const { columns, recordSchema } = tableSchemas[table];
  if (shows.length === columns.length) return { schema: recordSchema, record: identity<object> };
  const schema = once(() =>
    z.strictObject(Object.fromEntries(shows.map((column) => [column, recordSchema.shape[column] as z.core.$ZodType]))),
  );
  return {
    get schema() {
      return schema();
    },
    record: (row: object) =>
      Object.fromEntries(shows.map((column) => [column, (row as Record<string, unknown>)[column]])),
  };
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
