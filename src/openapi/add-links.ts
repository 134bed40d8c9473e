import type { OpenApiDocument } from '../control/openapi-document.js';
import { schemas } from '../model/table-schema.js';
import type { TableName } from '../model/tables.js';
import type { Route } from '../protocol/route.js';
import type { Service } from '../protocol/service.js';
import { templateOf } from './operation.js';

interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly items?: SchemaObject;
  readonly allOf?: readonly SchemaObject[];
  readonly anyOf?: readonly SchemaObject[];
  readonly oneOf?: readonly SchemaObject[];
}

interface LinkedOperation {
  readonly operationId: string;
  readonly responses: {
    200: { content?: { 'application/json'?: { schema: SchemaObject } }; links?: Record<string, OpenApiLink> };
  };
}

interface OpenApiLink {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Linking {
  readonly document: OpenApiDocument;
  /** The tables of a service by the names of their resources, such as `legacy_preference` by `preference`. */
  readonly tables: ReadonlyMap<string, TableName>;
}

/** Reads and creations tell values that other operations need. */
const TELLING: ReadonlySet<string> = new Set(['GET', 'POST']);

/**
 * Adds links: from an operation whose answer has the values that another one needs in its path, to that operation. Tools that
 * generate requests chain calls by them. Both are of the same service, so that its own document has them too.
 */
export function addLinks(document: OpenApiDocument, services: readonly Service[]): void {
  for (const { kind, routes } of services) if (kind === 'api') addLinksBetween(routes, document);
}

function addLinksBetween(routes: readonly Route[], document: OpenApiDocument): void {
  const targets = routes.filter(({ path }) => path.includes('/:'));
  const tables = new Map(
    routes.flatMap((route) => (route.resource === undefined ? [] : [[resourceOf(route), route.resource.table]])),
  );
  for (const source of routes.filter(({ method }) => TELLING.has(method))) {
    const operation = operationOf(document, source);
    const schema = operation?.responses[200].content?.['application/json']?.schema;
    if (operation === undefined || schema === undefined) continue;
    const links = targets.flatMap((target) => linkTo(target, source, schema, { document, tables }));
    if (links.length === 0) continue;
    for (const path of [source.path, ...source.aliases]) {
      const spelling = operationOf(document, { method: source.method, path });
      if (spelling !== undefined) spelling.responses[200].links = Object.fromEntries(links);
    }
  }
}

function linkTo(target: Route, source: Route, schema: SchemaObject, linking: Linking): [string, OpenApiLink][] {
  const operation = operationOf(linking.document, target);
  if (target === source || operation === undefined) return [];
  const names = [...target.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const places = names.map((name) => placeOf(name, target, source, schema, linking));
  if (places.some((place) => place === undefined)) return [];
  const parameters = Object.fromEntries(names.map((name, i) => [name, `$response.body#/data${places[i]}`]));
  const { operationId } = operation;
  return [[operationId, { operationId, parameters }]];
}

/** Where an answer has the value of a parameter, as a JSON pointer below `data`; undefined if it has none. */
function placeOf(
  parameter: string,
  target: Route,
  source: Route,
  schema: SchemaObject,
  { document, tables }: Linking,
): string | undefined {
  const data = propertiesOf(schema, document).data;
  if (data === undefined) return undefined;
  const { record, prefix } = firstRecord(data, document);
  const fields = propertiesOf(record, document);
  const sourceResource = resourceOf(source);
  // Such as `client` of `client_id`. A parameter that names no owner is of the resource in the path.
  const [, owner = resourceOf(target), plain = parameter] = /^(\w+)_(id|gid|slug)$/.exec(parameter) ?? [];
  if (fields[plain] !== undefined && owner === sourceResource) return `${prefix}/${plain}`;
  const reference = referenceTo(owner, plain, tables.get(sourceResource), tables.get(owner));
  if (reference !== undefined && fields[reference] !== undefined) return `${prefix}/${reference}`;
  const nested = fields[owner];
  if (nested === undefined) return undefined;
  const below = firstRecord(nested, document);
  return propertiesOf(below.record, document)[plain] && `${prefix}/${owner}${below.prefix}/${plain}`;
}

/** The field of a record that refers to another one. That of a record of no table tells by its name, such as `client_id`. */
function referenceTo(owner: string, plain: string, from?: TableName, to?: TableName): string | undefined {
  if (from === undefined || to === undefined) return `${owner}_${plain}`;
  const found = schemas[from].references.find((reference) => reference.to === to);
  return found?.localColumns.find((column) => found.columns[column] === plain);
}

/** The schema of a record, or of the elements of a list of them. */
function firstRecord(schema: SchemaObject, document: OpenApiDocument): { record: SchemaObject; prefix: string } {
  const found = alternativesOf(schema, document).find(({ items }) => items !== undefined);
  return found?.items === undefined ? { record: schema, prefix: '' } : { record: found.items, prefix: '/0' };
}

function propertiesOf(schema: SchemaObject, document: OpenApiDocument): Record<string, SchemaObject> {
  return Object.assign({}, ...alternativesOf(schema, document).map(({ properties }) => properties));
}

/** A schema and those that it consists of, without references. */
function alternativesOf(schema: SchemaObject, document: OpenApiDocument): SchemaObject[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  if ($ref !== undefined) {
    const parts = $ref.slice(2).split('/');
    // biome-ignore lint/suspicious/noExplicitAny: a reference leads anywhere in the document.
    const found = parts.reduce<any>((part, name) => part?.[name], document);
    return alternativesOf(found as SchemaObject, document);
  }
  return [schema, ...[...allOf, ...anyOf, ...oneOf].flatMap((one) => alternativesOf(one, document))];
}

/** `application_user` of `/user-data/v1/application-user/:id`. */
function resourceOf({ path }: Route): string {
  const [, , , resource = ''] = path.split('/');
  return resource.replaceAll('-', '_');
}

function operationOf(
  { paths }: OpenApiDocument,
  { method, path }: Pick<Route, 'method' | 'path'>,
): LinkedOperation | undefined {
  return paths[templateOf(path)]?.[method.toLowerCase()] as LinkedOperation | undefined;
}
