import type * as z from 'zod/mini';
import { $ZodArray, $ZodObject, $ZodPipe } from 'zod/v4/core';
import { once } from '../../../../src/foundation/once.js';
import { type ReferenceSchema, schemas, type TableSchema } from '../../../../src/model/table-schema.js';
import type { TableName } from '../../../../src/model/tables.js';
import type { ResourceRoute, Route } from '../../../../src/protocol/route.js';
import type { ApiName } from '../../../../src/protocol/service.js';
import { services } from '../../../../src/services/index.js';
import { type RecordKind, recordKinds } from '../../kinds.js';

/** A resource of `defineResource`, as far as cases need to know it. Everything is read from its routes and its table. */
export interface PlainResource {
  readonly kind: RecordKind;
  readonly api: ApiName;
  /** Relative to the API: `/client`. */
  readonly path: string;
  /** A record in titles: `a client`. */
  readonly noun: string;
  readonly table: TableSchema;
  /** The fields of an item of POST. */
  readonly fields: readonly string[];
  /** Those that an item must have. */
  readonly required: ReadonlySet<string>;
  /** The fields of the body of PUT. */
  readonly updates: readonly string[];
  /** Whether there is a GET by id. */
  readonly byId: boolean;
  /** The methods of the path with an id. */
  readonly methodsById: readonly string[];
  /** Whether POST accepts a single record too. */
  readonly orOne: boolean;
  /** Whether DELETE only sets the status of a record. */
  readonly keepsDeleted: boolean;
  /** The record in an answer of PUT and of DELETE, which is in a list for most resources. */
  readonly answerOf: Readonly<Record<'PUT' | 'DELETE', (record: unknown) => unknown>>;
}

/** The end of a path after that of a collection: one parameter. */
const parameterPath = /^\/:\w+$/;

const resources = once(() =>
  recordKinds.flatMap((kind) => {
    const [api, name] = kind.split('/') as [ApiName, string];
    const routes = services.find((service) => service.name === api)?.routes ?? [];
    const resource = resourceOf(kind, api, `/${name}`, routes);
    return resource === undefined ? [] : [resource];
  }),
);

/** The plain resources, those that others refer to first. */
export function plainResources(): readonly PlainResource[] {
  return resources();
}

function resourceOf(kind: RecordKind, api: ApiName, path: string, routes: readonly Route[]): PlainResource | undefined {
  const whole = `/${api}/v1${path}`;
  const at = (method: string, end: string) =>
    routes.find((route) => route.method === method && route.path === `${whole}${end}`);
  const [list, create, update, remove] = [at('GET', ''), at('POST', ''), at('PUT', '/:id'), at('DELETE', '/:id')];
  const { table } = list?.resource ?? {};
  if (table === undefined || create?.items === undefined || update?.body === undefined || remove === undefined) {
    return undefined;
  }
  const does = (route: Route | undefined): ResourceRoute['does'] | undefined => route?.resource?.does;
  const fields = shapeOf(create.items.schema);
  return {
    kind,
    api,
    path,
    noun: remove.summary.replace('Delete ', ''),
    table: schemas[table],
    fields: Object.keys(fields),
    required: new Set(Object.keys(fields).filter((field) => fields[field]?._zod.optin !== 'optional')),
    updates: Object.keys(shapeOf(update.body)),
    byId: does(at('GET', '/:id')) === 'get',
    methodsById: routes
      .filter((route) => parameterPath.test(route.path.slice(whole.length)) && route.path.startsWith(`${whole}/`))
      .map(({ method }) => method),
    orOne: create.items.orOne === true,
    keepsDeleted: does(remove) === 'update',
    answerOf: { PUT: wrapOf(update), DELETE: wrapOf(remove) },
  };
}

/** The resource that has the records of a table: of the given API, if it has one. */
export function resourceFor(table: TableName, api: ApiName): PlainResource | undefined {
  const all = resources().filter((resource) => resource.table.name === table);
  return all.find((resource) => resource.api === api) ?? all[0];
}

/** The references whose columns are fields of an item, with the resource of their target. */
export function referencesOf({
  api,
  table,
  fields,
}: PlainResource): readonly { readonly reference: ReferenceSchema; readonly target: PlainResource }[] {
  return table.references.flatMap((reference) => {
    const target = resourceFor(reference.to, api);
    const isField = reference.localColumns.some((column) => fields.includes(column));
    return target !== undefined && isField ? [{ reference, target }] : [];
  });
}

/** Columns whose values no two records may have together. */
export function uniqueColumns({ table, fields }: PlainResource): readonly (readonly string[])[] {
  return table.indexes
    .filter((index) => index.unique && !index.partial && index.columns.every((column) => fields.includes(column)))
    .map(({ columns }) => columns);
}

/** The kinds of a record, and of all that it refers to. */
export function kindsOf(resource: PlainResource): readonly RecordKind[] {
  const targets = referencesOf(resource).filter(({ target }) => target !== resource);
  return [...new Set([...targets.flatMap(({ target }) => kindsOf(target)), resource.kind])];
}

/** The fields of a body, which may be transformed before it is validated. */
function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const object = schema instanceof $ZodPipe ? schema._zod.def.out : schema;
  return object instanceof $ZodObject ? object._zod.def.shape : {};
}

function wrapOf({ response }: Route): (record: unknown) => unknown {
  return shapeOf(response).data instanceof $ZodArray ? (record) => [record] : (record) => record;
}
