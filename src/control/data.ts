import * as z from 'zod/mini';
import { didYouMean } from '../foundation/did-you-mean.js';
import { formatValue } from '../foundation/format-value.js';
import { isPlainObject } from '../foundation/is-object.js';
import { notFound } from '../foundation/mock-error.js';
import type { Key } from '../model/table-access.js';
import { type StoredRow, schemas } from '../model/table-schema.js';
import { forEachTable, type TableName, tableNames } from '../model/tables.js';
import { writeEach } from '../protocol/bulk.js';
import type { ExampleRequest, ExampleState } from '../protocol/example.js';
import { optionalParameter, recordId } from '../protocol/parameter-schemas.js';
import type { Session } from '../session/session.js';
import { type ControlContext, defineControlRoute } from './control-route.js';
import { integer, integerUpTo } from './query-schemas.js';
import { list, listOf, one } from './response-schemas.js';

const table = z.enum(tableNames as [TableName, ...TableName[]], { error: `must be one of ${tableNames.join(', ')}` });
// The table validates the columns.
const record = z
  .custom<Record<string, never>>(isPlainObject, 'must be an object of column values')
  .check(z.meta({ type: 'object', additionalProperties: true, description: 'Column values of the table.' }));
const stored = z.union(tableNames.map((name) => schemas[name].recordSchema)) as z.core.$ZodType<object>;
export const recordParams = { table, key: z.string() };
const oneRecord = one(stored);
const records = list(stored);
const BODY_DECISIONS = ['X9', 'X19', 'X24', 'D5'];

const counts = z.strictObject(forEachTable(() => z.int()));

const listTables = defineControlRoute({
  method: 'GET',
  path: '/__mock/data',
  summary: 'List the tables and the number of records in each',
  description: 'The tables and their columns are those of `mock.data`.',
  response: z.strictObject({ data: counts }),
  handle: (_, { tables }) => ({ data: forEachTable((name) => tables[name].size) }),
});

/** The maximum number of records of a page. */
export const PAGE_LIMIT = 10_000;

const pageLimit = integerUpTo(PAGE_LIMIT, /^([1-9]\d{0,3}|10000)$/);

const listRecords = defineControlRoute({
  method: 'GET',
  path: '/__mock/data/:table',
  summary: 'List the records of a table, or a page of them',
  description: '`total` counts the matching records on all pages.',
  params: { table },
  query: {
    limit: optionalParameter(pageLimit, 'The maximum number of records. Default: all.'),
    offset: optionalParameter(integer, 'The number of records to leave out at the start. Default 0.'),
    sort: optionalParameter(
      z.string(),
      'A column such as `lname`, or `-lname` for descending order; null comes last. Default: the key.',
    ),
    search: optionalParameter(z.string(), 'A text that some column of the record contains, case-insensitive.'),
  },
  example: () => ({ params: { table: 'brief' } }),
  response: records,
  handle: ({ params, query }, { session }) => {
    const { rows, total } = session.pages.page(params.table, query);
    return { data: rows, total };
  },
});

const createRecord = defineControlRoute({
  method: 'POST',
  path: '/__mock/data/:table',
  summary: 'Create a record, or an array of records, all or none',
  decisions: BODY_DECISIONS,
  params: { table },
  items: { schema: record, orOne: true },
  example: () => ({ params: { table: 'brief' }, body: { name: 'Harbour Watch', is_public: true } }),
  response: z.union([oneRecord, records]),
  failures: ['conflict'],
  broadcast: true,
  handle: ({ params, batch }, { session }) => {
    const target = session.state.table(params.table);
    const data = writeEach(batch, record, (values) => target.insert(values)).map((row) => target.latest(row));
    return batch.indexed ? listOf(data) : { data: data[0] as Record<string, never> };
  },
});

const showRecord = defineControlRoute({
  method: 'GET',
  path: '/__mock/data/:table/:key',
  summary: 'Get a record by key',
  description: 'The key of a table is its first column.',
  params: recordParams,
  find: recordOf,
  example: aboutBrief,
  response: oneRecord,
  handle: ({ found }) => ({ data: found }),
});

const changeRecord = defineControlRoute({
  method: 'PATCH',
  path: '/__mock/data/:table/:key',
  summary: 'Update columns of a record',
  decisions: BODY_DECISIONS,
  params: recordParams,
  find: recordOf,
  body: record,
  example: (given) => aboutBrief(given, { is_active: false }),
  response: oneRecord,
  failures: ['conflict'],
  broadcast: true,
  handle: ({ params, body }, { session }) => ({
    data: session.state.table(params.table).update(keyOf(params), body),
  }),
});

const removeRecord = defineControlRoute({
  method: 'DELETE',
  path: '/__mock/data/:table/:key',
  summary: 'Delete a record and the records that depend on it',
  decisions: ['X19'],
  params: recordParams,
  find: recordOf,
  example: aboutBrief,
  response: oneRecord,
  broadcast: true,
  handle: ({ params }, { session }) => ({ data: session.state.table(params.table).remove(keyOf(params)) }),
});

const change = z
  .object({
    table,
    create: z.optional(record),
    key: z.optional(z.string()),
    change: z.optional(record),
    remove: z.optional(z.literal(true)),
  })
  .check(
    z.refine(
      ({ create, key, change, remove }) =>
        [create, change, remove].filter((one) => one !== undefined).length === 1 &&
        (create === undefined) === (key !== undefined),
      'must have either `create`, or `key` with `change` or with `remove`',
    ),
  );

const writeRecords = defineControlRoute({
  method: 'POST',
  path: '/__mock/data',
  summary: 'Create, update and delete records of any tables, all or none',
  description:
    'The changes are made in their order. The answer has the record of each: the new, the updated, or the deleted one.',
  decisions: BODY_DECISIONS,
  items: { schema: change, orOne: false },
  example: () => ({ body: [{ table: 'brief', create: { name: 'Harbour Watch', is_public: true } }] }),
  response: records,
  failures: ['not_found', 'conflict'],
  broadcast: true,
  handle: ({ batch }, context) => listOf(writeEach(batch, change, (item) => write(item, context))),
});

function write({ table, create, key = '', change: columns, remove }: z.output<typeof change>, context: ControlContext) {
  const target = context.session.state.table(table);
  if (create !== undefined) return target.insert(create);
  recordOf({ table, key }, context);
  return remove ? target.remove(keyOf({ table, key })) : target.update(keyOf({ table, key }), columns ?? {});
}

export const dataRoutes = [writeRecords, listTables, listRecords, createRecord, showRecord, changeRecord, removeRecord];

interface RecordParams {
  readonly table: TableName;
  readonly key: string;
}

/** The record that the path names. @throws MockError `not_found` */
export function recordOf(params: RecordParams, { session }: ControlContext): StoredRow {
  const row = session.state.table(params.table).get(keyOf(params));
  if (row !== undefined) return row;
  throw notFound(`There is no ${params.table} ${params.key}${similarKeys(params, session)}`);
}

/** Suggests keys that are texts. Tokens are not suggested, because they are secrets. */
function similarKeys({ table, key }: RecordParams, { state }: Session): string {
  if (schemas[table].generatedKey || table === 'access_token') return '';
  const stored = state.table(table);
  const keys = () => stored.all().map((row) => row[schemas[table].key] as string);
  return didYouMean(key, { count: stored.size, list: keys });
}

/** A path segment as a key of the table. */
function keyOf({ table, key }: RecordParams): Key {
  if (!schemas[table].generatedKey) return key;
  const id = z.safeParse(recordId, key);
  if (!id.success) throw notFound(`There is no ${table} ${formatValue(key)}`);
  return id.data;
}

export function aboutBrief({ tables }: ExampleState, body?: object): ExampleRequest | undefined {
  const [brief] = tables.brief.all();
  return brief && { params: { table: 'brief', key: brief.id }, ...(body && { body }) };
}
