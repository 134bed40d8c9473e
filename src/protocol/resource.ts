import * as z from 'zod';
import { type ErrorCode, MockError } from '../foundation/mock-error.js';
import type { TableDefinition } from '../model/define-table.js';
import { schemas } from '../model/table-schema.js';
import { models, type Row, type TableName } from '../model/tables.js';
import type { Table, Values } from '../state/table.js';
import type { Behavior } from './behavior.js';
import { type Items, writeEach } from './bulk.js';
import { recordId } from './parameter-schemas.js';
import { defineRoute, type Route, type RouteContext } from './route.js';

type Column<Name extends TableName> = keyof Row<Name> & string;
type Shape = Record<string, z.ZodType>;

/**
 * A resource that is plain: a collection with GET, POST, and PUT and DELETE by id. What is not said here follows from the
 * table: the shapes of columns, which may be left out, references, uniqueness, cascades.
 */
export interface ResourceDefinition<Name extends TableName, Query extends Shape = Record<never, never>> {
  /** The whole path of the collection. */
  readonly path: string;
  readonly table: Name;
  /** What a record is called in summaries. */
  readonly noun: string;
  readonly decisions?: readonly string[];
  /** The columns that POST takes. */
  readonly columns: readonly Column<Name>[];
  /** The columns that PUT takes. Default: those that POST takes. */
  readonly updates?: readonly Column<Name>[];
  /** Columns that this API requires though the table lets them be null. */
  readonly required?: readonly Column<Name>[];
  /** Columns that may be left out though the table needs them, because another brings them. */
  readonly optional?: readonly Column<Name>[];
  /** Whether POST takes a single object too (X7). */
  readonly orOne?: boolean;
  /** Whether there is a GET by id. Default: yes. */
  readonly byId?: boolean;
  /** What PUT and DELETE answer with: an array holding the record, or the record. Default: an array. */
  readonly answersWith?: 'array' | 'object';
  /** As `answersWith`, for DELETE alone. */
  readonly removedAnswersWith?: 'array' | 'object';
  /** Other spellings of the path of PUT, the id as `:id`. */
  readonly putAliases?: readonly string[];
  /** The shapes of columns that requests may write in more ways than the table keeps. */
  readonly inputs?: { readonly [Input in Column<Name>]?: z.ZodType };
  /** How an item or a PUT body is read, before its shape is looked at. */
  readonly read?: (body: unknown) => unknown;
  /** A record as it is answered, and its shape. Default: the columns of the table, or those that `shows` names. */
  readonly shows?: readonly Column<Name>[];
  readonly present?: { readonly shape: z.ZodType; readonly record: (row: Row<Name>, context: RouteContext) => unknown };
  /** A removed record as it is answered, where that is something else. */
  readonly presentRemoved?: { readonly shape: z.ZodType; readonly record: (row: Row<Name>) => unknown };
  /** The query parameters of the collection, and what it lists. Default: every record. */
  readonly query?: Query;
  readonly list?: (
    query: { readonly [Field in keyof Query]: z.output<Query[Field]> },
    context: RouteContext,
  ) => readonly Row<Name>[];
  /** Whether a record can be read. Default: yes. */
  readonly visible?: (row: Row<Name>, context: RouteContext) => boolean;
  /** Before any item of a POST is written. */
  readonly beforeCreate?: (items: readonly unknown[], context: RouteContext) => void;
  /** Columns that may not repeat beyond those that never do. */
  readonly alsoUnique?: (behavior: Behavior) => readonly Column<Name>[];
  /** What DELETE does. Default: removes the record, with what cannot exist without it. */
  readonly remove?: (row: Row<Name>, context: RouteContext) => Row<Name>;
}

/** The routes of a plain resource. */
export function defineResource<Name extends TableName, Query extends Shape = Record<never, never>>(
  definition: ResourceDefinition<Name, Query>,
): Route[] {
  const { path, noun, columns, updates = columns, orOne = false, decisions = [] } = definition;
  const { read = same, visible = always, beforeCreate, alsoUnique = () => [] } = definition;
  const present = definition.present ?? shownColumns(definition.table, definition.shows);
  const removed = definition.presentRemoved ?? present;
  const { answersWith = 'array', removedAnswersWith = answersWith } = definition;

  const tableOf = (tables: RouteContext['tables']) => tables[definition.table] as unknown as Table<Name>;
  const found = (id: number, context: RouteContext, counts: typeof visible = always): Row<Name> => {
    const row = tableOf(context.tables).get(id);
    if (row === undefined || !counts(row, context)) throw new MockError('not_found', `There is no ${noun} ${id}`);
    return row;
  };
  const readable = (shape: z.ZodObject) => z.preprocess(read, shape);
  const createShape = readable(z.object(columnShapes(definition.table, columns, definition)));
  const updateShape = readable(z.object(columnShapes(definition.table, updates, definition)).partial());
  const items: Items = { shape: createShape, orOne };
  const shapes = {
    [definition.table]: present.shape,
    [`new_${definition.table}`]: createShape,
    [`${definition.table}_changes`]: updateShape,
  };
  const failures = refusedByTable(definition.table);
  const listShape = z.strictObject({ data: z.array(present.shape) });
  const wrappedAs = (as: 'array' | 'object', shape: z.ZodType) =>
    z.strictObject({ data: as === 'array' ? z.array(shape) : shape });
  const wrapAs = (as: 'array' | 'object', record: unknown) => ({ data: as === 'array' ? [record] : record });

  const collection = defineRoute({
    method: 'GET',
    path,
    summary: `List every ${noun}`,
    decisions,
    query: (definition.query ?? {}) as Query,
    response: listShape,
    handle: ({ query }, context: RouteContext) => {
      const rows = definition.list?.(query, context) ?? tableOf(context.tables).all();
      return { data: rows.filter((row) => visible(row, context)).map((row) => present.record(row, context)) };
    },
  });
  const byId = defineRoute({
    method: 'GET',
    path: `${path}/:id`,
    summary: `One ${noun}`,
    decisions,
    params: { id: recordId },
    response: listShape,
    handle: ({ params }, context: RouteContext) => {
      return { data: [present.record(found(params.id, context, visible), context)] };
    },
  });
  const create = defineRoute({
    method: 'POST',
    path,
    summary: `Make one ${noun} or several: all or none`,
    decisions,
    items,
    response: listShape,
    failures,
    shapes,
    handle: ({ batch }, context: RouteContext) => {
      beforeCreate?.(batch.items, context);
      const rows = writeEach(batch, createShape, (values) =>
        tableOf(context.tables).insert(values as Values<Name>, alsoUnique(context.behavior)),
      );
      return { data: rows.map((row) => present.record(row, context)) };
    },
  });
  const update = defineRoute({
    method: 'PUT',
    path: `${path}/:id`,
    aliases: definition.putAliases ?? [],
    summary: `Change ${a(noun)}: fields that are left out stay`,
    decisions,
    params: { id: recordId },
    body: updateShape,
    response: wrappedAs(answersWith, present.shape),
    failures,
    handle: ({ params, body }, context: RouteContext) => {
      found(params.id, context);
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
    response: wrappedAs(removedAnswersWith, removed.shape),
    handle: ({ params }, context: RouteContext) => {
      const row = found(params.id, context);
      const after = definition.remove?.(row, context) ?? tableOf(context.tables).remove(params.id);
      return wrapAs(removedAnswersWith, removed.record(after, context));
    },
  });
  return [collection, ...(definition.byId === false ? [] : [byId]), create, update, destroy];
}

/** The shapes of columns as a request gives them: what can be null or has a default may be left out, or be null. */
export function columnShapes(
  table: TableName,
  columns: readonly string[],
  {
    required = [],
    optional = [],
    inputs = {},
  }: { required?: readonly string[]; optional?: readonly string[]; inputs?: Readonly<Record<string, unknown>> } = {},
): Shape {
  const { nullable, defaulted } = schemas[table];
  const { columns: shapes }: TableDefinition = models[table];
  const shapeOf = (column: string): z.ZodType => {
    const shape = (inputs[column] ?? shapes[column]) as z.ZodType;
    if (required.includes(column)) return shape instanceof z.ZodNullable ? (shape.unwrap() as z.ZodType) : shape;
    if (optional.includes(column) || nullable.has(column)) return shape.optional();
    return defaulted.includes(column) ? shape.nullish() : shape;
  };
  return Object.fromEntries(columns.map((column) => [column, shapeOf(column)]));
}

/** What a table refuses a record with, when its shape is right. */
function refusedByTable(table: TableName): ErrorCode[] {
  const { links, indexes } = schemas[table];
  return [
    ...(links.length > 0 ? (['not_found'] as const) : []),
    ...(indexes.some(({ unique }) => unique) ? (['conflict'] as const) : []),
  ];
}

/** Presents the columns of a table as they are. */
function shownColumns(table: TableName, shows: readonly string[] = schemas[table].columns) {
  const { columns, shape } = schemas[table];
  if (shows.length === columns.length) return { shape, record: same<object> };
  return {
    shape: z.strictObject(Object.fromEntries(shows.map((column) => [column, shape.shape[column] as z.ZodType]))),
    record: (row: object) =>
      Object.fromEntries(shows.map((column) => [column, (row as Record<string, unknown>)[column]])),
  };
}

/** A noun with its article. */
function a(noun: string): string {
  return /^[aeio]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

function same<Value>(value: Value): Value {
  return value;
}

function always(): boolean {
  return true;
}
