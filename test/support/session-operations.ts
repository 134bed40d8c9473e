import * as fc from 'fast-check';
import { controlOperation } from './session-control.js';
import { call } from './user-data-sequences.js';

/** A request without a session. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent unchanged, any other value as JSON. */
  readonly body?: unknown;
  /** A token or snapshot of an earlier answer to insert, counted from the last. */
  readonly recall?: { readonly what: 'token' | 'snapshot'; readonly nth: number };
}

const json = { 'content-type': 'application/json' };
const id = fc.integer({ min: 1, max: 4 });

const slug = fc.constantFrom(
  ...['steel-wire', 'steel-wire', 'core-notes', 'harbour-log', 'morning', 'retired', 'unknown', '__proto__', '%2F'],
);
const gid = fc.constantFrom('1-1', '1-1', '1-104', '2-1', '9-9');
const article = fc.constantFrom('one', 'one', 'harvest_begins', 'nothing');
const token = fc.constantFrom(
  ...['Bearer ann-token', 'Bearer ann-token', 'bearer ben-token', 'Bearer cleo-token', 'Bearer nobody', 'Basic x', ''],
);

function publicPath(...parts: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> {
  const segments = parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part));
  return fc.tuple(...segments).map((chosen) => `/public-api/v1/${chosen.join('/')}`);
}

const bookmark = fc.oneof(publicPath('bookmark', slug, gid), publicPath('bookmark', slug, gid, article));
const document = fc.oneof(publicPath('brief', slug), publicPath('brief', slug, gid));
const astray = fc.constantFrom(
  ...['/public-api/v1/briefs', '/public-api/v2/brief', '/public-api', '/nowhere', '/', '/user-data/v1', '//brief'],
  ...['/public-api/v1/brief/', '/public-api/v1/brief?page=2&token=t', '/user-preference/v2/preference'],
);
const publicTarget: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('GET'), fc.oneof(publicPath('brief'), document)) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('GET'), publicPath('bookmark', fc.constantFrom('brief', 'article'))) },
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom('POST', 'POST', 'DELETE'), bookmark) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH'), astray) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('HEAD', 'PUT', 'PATCH', 'DELETE'), fc.oneof(document, bookmark)) },
);

const publicOperation: fc.Arbitrary<Operation> = fc
  .record({
    target: publicTarget,
    authorization: token,
    origin: fc.option(fc.constantFrom('https://app.example', 'null'), { freq: 5 }),
    recall: fc.option(fc.record({ what: fc.constant('token' as const), nth: fc.nat(2) }), { nil: undefined, freq: 4 }),
  })
  .map(({ target: [method, path], authorization, origin, recall }) => ({
    method,
    path,
    headers: { ...(authorization && { authorization }), ...(origin !== null && { origin }) },
    ...(recall !== undefined && { recall }),
  }));

const preflight: fc.Arbitrary<Operation> = fc.oneof(document, bookmark).map((path) => ({
  method: 'OPTIONS',
  path,
  headers: {
    origin: 'https://app.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,x-mock-session',
  },
}));

const userDataOperation: fc.Arbitrary<Operation> = call.map(({ method, path, headers, body }) => ({
  method,
  path,
  headers: { ...json, ...headers },
  body,
}));

const value = fc.constantFrom('dark', 'light', 'daily');
const preference = fc.record(
  {
    name: value,
    preference_hierarchy: id,
    user_id: id,
    application_preference: id,
    type: fc.constantFrom('Generic', 'Entity'),
    generic: fc.array(fc.record({ preference_value: value }), { maxLength: 2 }),
  },
  { requiredKeys: ['user_id', 'application_preference'] },
);
const preferenceWrites: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  application: fc.record({ name: value }),
  preference,
  'set-preference': preference,
  'generic-preference': fc.record({ preference_id: id, preference_value: value }),
  'entity-preference': fc.record({ preference_id: id, entity_gid: value }),
  'preference-hierarchy': fc.record({ label: value, parent: id }),
};
const userPreferenceOperation: fc.Arbitrary<Operation> = fc.oneof(
  ...Object.entries(preferenceWrites).flatMap(([resource, item]) => {
    const path = `/user-preference/v1/${resource}`;
    const post = fc.array(item, { maxLength: 2 }).map((body) => ({ method: 'POST', path, headers: json, body }));
    if (resource === 'set-preference') return [post];
    const put = fc.tuple(id, item).map(([key, body]) => ({ method: 'PUT', path: `${path}/${key}`, body }));
    const remove = id.map((key) => ({ method: 'DELETE', path: `${path}/${key}` }));
    return [post, put, remove, fc.constant({ method: 'GET', path })];
  }),
  fc.constant({ method: 'POST', path: '/user-preference/v1/get-preference', body: {} }),
);

const unreadable: fc.Arbitrary<Operation> = fc.record({
  method: fc.constantFrom('POST', 'PUT'),
  path: fc.constantFrom(
    '/user-data/v1/user',
    '/user-data/v1/user/1',
    '/user-preference/v1/application',
    '/__mock/reset',
  ),
  body: fc.constantFrom('{"a":', '', '[1', 'null', '[]'),
});

/** API requests: reads, writes, rejected requests and requests without a route. */
const apiOperation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 10, arbitrary: publicOperation },
  { weight: 10, arbitrary: userDataOperation },
  { weight: 4, arbitrary: userPreferenceOperation },
  { weight: 1, arbitrary: preflight },
  { weight: 1, arbitrary: unreadable },
);

/** Any request to a mock: an API request or a control call. */
export const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 3, arbitrary: apiOperation },
  { weight: 2, arbitrary: controlOperation },
);
