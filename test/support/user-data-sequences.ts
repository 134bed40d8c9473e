import * as fc from 'fast-check';
import type { Sent } from './envelope.js';
import { keyOf, kindOf, laws, tableNames } from './state-tables.js';
import { userDataRoutes } from './user-data.js';

export interface Call extends Sent {
  readonly method: string;
  readonly path: string;
}

const id = fc.integer({ min: 1, max: 7 });
const name = fc.constantFrom('Reader', 'Desk', 'Colour', 'One', 'Two', 'Three', 'Zoë');
const slug = fc.constantFrom('steel-wire', 'harbour-log', 'gazette', 'core-notes', 'retired', 'theme', 'topics');
const flag = fc.boolean();
const email = fc.constantFrom(
  ...['ann@acme.example', 'ANN@Acme.example', 'ben@oak.example', 'cleo@free.example', 'dina@free.example'],
  ...['eve@acme.test', 'Eve@ACME.test', 'fay@oak.example'],
);
const type = fc.constantFrom('Generic', 'Entity', 'entity');
const contentType = fc.constantFrom('brief', 'brief', 'podcast');
const action = fc.constantFrom('sync', 'sync', 'delete');
const list = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 2 });
const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 4 });

/** An object of a body. */
export type Item = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const setting: Fields = {
  preference_hierarchy: id,
  user_id: id,
  application_preference: id,
  name,
  type,
  generic: list(fc.record({ preference_value: nullable(name), schema_version: nullable(id) })),
};
const user: Fields = { fname: name, lname: name, email, sf_id: name, user_type: fc.constant('power_user') };
const client: Fields = {
  short_name: name,
  display_name: name,
  type: name,
  status: fc.constantFrom('active', 'deleted'),
};
const subject: Fields = { application_user_id: id, slug, content_type: contentType, is_subscribed: flag };

/** The fields of each body, with values that often refer to existing records and often conflict. */
const bodies: Readonly<Record<string, Fields>> = {
  '/preference': { name, slug },
  '/user-preference': { user_email: email, preference_id: id, preference_value: fc.dictionary(name, fc.jsonValue()) },
  '/user': { ...user, client_id: nullable(id) },
  '/application': { name },
  '/application-user': { user_id: id, application_id: id, legacy_id: id },
  '/feature': { app_id: id, name, description: nullable(name) },
  '/package': { name, sf_id: nullable(name), display_name: name, description: name, status: name },
  '/feature-package': { package_id: id, feature_id: id, display_order: nullable(id) },
  '/application-preference': {
    application_id: id,
    preference_label: name,
    preference_slug: nullable(fc.constantFrom('', 'colour', 'one', 'zoe')),
    preference_description: nullable(name),
  },
  '/preference-hierarchy': { label: name, description: nullable(name), parent: nullable(id) },
  '/entity-preference': { preference_id: id, entity_gid: nullable(name) },
  '/generic-preference': { preference_id: id, preference_value: nullable(name), schema_version: nullable(id) },
  '/user-application-preference/:application_id/:user_id': { app_preference_id: id, user_id: id, type, value: name },
  '/set-preference': setting,
  '/get-preference': { user_id: list(id), user_email: list(email), type: list(type), id: list(id) },
  '/client': { name, ...client, domain: nullable(list(fc.constantFrom('acme.example', 'acme.test', 'oak.example'))) },
  '/brief-client': { brief_id: fc.constantFrom('b1', 'b5', 'b6', 'b8'), client_id: id },
  '/content-entitlement': subject,
  '/content-entitlement-sync': { action, ...subject },
  '/content-entitlement-sync/filter': { slug: list(slug), content_type: contentType },
  '/user-brief/filter': { email },
  '/brief-entitlement': {
    email,
    fname: name,
    lname: name,
    is_default: flag,
    is_redacted: flag,
    is_admin: flag,
    brief_slug: slug,
    is_subscribed: flag,
  },
};

const legacy: Fields = {
  action,
  application: fc.record({ name }),
  application_user: fc.record({ legacy_id: id }),
  entitlement: fc.record({ slug, content_type: contentType, is_subscribed: flag }),
  client: fc.record(client),
  user: fc.record(user),
};

/** Other forms of some objects, which the sequences do not have. */
const otherForms: Readonly<Record<string, Fields>> = {
  '/get-preference': { name: list(name), preference_hierarchy: list(id), application_preference: list(id) },
  '/set-preference': {
    preference_hierarchy: id,
    user_email: email,
    application_preference: id,
    type: fc.constantFrom('Entity', 'entity'),
    entity: list(fc.record({ entity_gid: nullable(name) })),
  },
  '/client': { name, ...client, legacy_id: nullable(id), sf_id: nullable(name) },
  '/content-entitlement-sync': legacy,
};

/** An object of fields: mostly complete, sometimes with missing fields. */
function objectOf(fields: Fields): fc.Arbitrary<unknown> {
  const whole = fc.record(fields);
  return fc.oneof({ weight: 6, arbitrary: whole }, { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) });
}

/** The fields of a body: if it is not described above, the columns of the table with the name of the collection. */
function fieldsAt(collection: string): Fields {
  const fields = bodies[collection];
  if (fields !== undefined) return fields;
  const table = tableNames.find((name) => collection === `/${name.replaceAll('_', '-')}`);
  if (table === undefined) throw new Error(`What ${collection} takes is not known here`);
  const values = { boolean: flag, number: nullable(id), string: nullable(name), nested: fc.jsonValue() };
  const columns = Object.keys(laws[table].columns).filter((column) => column !== keyOf(table));
  return Object.fromEntries(columns.map((column) => [column, values[kindOf(table, column)]]));
}

const collectionOf = (path: string) => path.replace(/\/:(id|preference_id)$/, '');

/** An object that a route takes, as its body or in an array; the path is that of the route below `/user-data/v1`. */
export function itemAt(method: string, path: string): fc.Arbitrary<Item> {
  if (method === 'DELETE') return fc.record({ ids: list(id), type });
  const forms = [fieldsAt(collectionOf(path)), otherForms[collectionOf(path)] ?? []].flat();
  return fc.oneof(...forms.map((fields) => fc.record(fields, method === 'PUT' ? { requiredKeys: [] } : {})));
}

/** A body for a route; the path is that of the route, relative to `/user-data/v1`. */
export function bodyOf(method: string, path: string): fc.Arbitrary<unknown> {
  if (method === 'GET') return fc.constant(undefined);
  if (path.startsWith('/user-application-preference') && method === 'DELETE') return itemAt(method, path);
  if (method === 'DELETE') return fc.constant(undefined);
  const fields = fieldsAt(collectionOf(path));
  if (method === 'PUT') return fc.record(fields, { requiredKeys: [] });
  if (/^\/(get-preference|user-brief)/.test(path)) return objectOf(fields);
  const items = fc.array(objectOf(fields), { minLength: 1, maxLength: 3 });
  return path === '/content-entitlement-sync' ? fc.oneof(items, fc.array(fc.record(legacy), { maxLength: 2 })) : items;
}

/** A request to any route, mostly for existing records. */
export const call: fc.Arbitrary<Call> = fc.oneof(
  ...userDataRoutes.map(({ method, path }) => {
    const below = path.replace('/user-data/v1', '');
    const weight = method === 'GET' ? 1 : method === 'POST' ? 6 : 3;
    const ids = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 3 });
    const query =
      below.includes('brief') && method === 'GET' ? email.map((value) => `?email=${value}`) : fc.constant('');
    const body = below.includes('service-description') ? fc.constant(undefined) : bodyOf(method, below);
    const arbitrary = fc.tuple(ids, query, body).map(([ids, query, body]) => {
      let n = 0;
      const filled = path.replaceAll(/:\w+/g, () => String(ids[n++]));
      return { method, path: filled + query, headers: { 'x-request-from': 'portal' }, body };
    });
    return { weight, arbitrary };
  }),
);

/** Requests to all routes, mostly for existing records. */
export function sequences(length: number): fc.Arbitrary<Call[]> {
  return fc.array(call, { minLength: length / 2, maxLength: length, size: 'max' });
}
