import * as fc from 'fast-check';
import type { Sent, userDataRoutes } from './user-data.js';
import { bulkRoutes, type Item, putRoutes } from './user-data-examples.js';

type Route = (typeof userDataRoutes)[number];

export interface OddRequest extends Sent {
  readonly method: string;
  readonly path: string;
}

/** JSON texts, since parsing and serializing would change some numbers and keys. */
const oddValues = [
  ...['null', 'true', 'false', '0', '-0', '1', '2', '-1', '1.5', '1.0', '1e0', '1e400', '-1e400', '1e-400'],
  ...['9007199254740991', '9007199254740992', '9007199254740993', '99999999999999999999', '4294967296', '2147483648'],
  ...['""', '" "', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"', '"\\ud83d\\ude00"', '"\\u2028"', '"\\ufeff"'],
  ...['"1"', '"01"', '"null"', '"[object Object]"', '"__proto__"', '"constructor"', '"toString"', '"%"', '"\'"'],
  ...['"ann@acme.example"', '"ANN@ACME.EXAMPLE"', '"\\u0130@\\u0130"', '"a@b@c"', '"@"', '"ann@acme.example\\u0000"'],
  ...['[]', '[[]]', '[null]', '[{}]', '[1,"a"]', '{}', '{"":1}', '{"a":{"b":[]}}', '{"length":5}', '{"then":1}'],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', '{"a":1e400}', '{"toJSON":1}'],
];

const oddValue = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...oddValues) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1000, max: 50_000 }).map((n) => JSON.stringify('x'.repeat(n))) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }).map((n) => '['.repeat(n) + ']'.repeat(n)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }).map((n) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`) },
);

const oddKey = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'id', 'status', '', '0'),
  fc.constantFrom("preference_value'", 'preference_value', 'application', 'type', 'action', 'user_id', 'email'),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

/** The JSON of an object like the example, with some odd, missing and additional fields. */
function oddObject(example: Item): fc.Arbitrary<string> {
  const fields = Object.entries(example).map(([key, value]) => [key, JSON.stringify(value)] as const);
  const kept = fc.tuple(
    ...fields.map(([key, text]) =>
      fc.oneof(
        { weight: 12, arbitrary: fc.constant([key, text]) },
        { weight: 2, arbitrary: oddValue.map((odd) => [key, odd]) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      ),
    ),
  );
  const more = fc.array(fc.tuple(oddKey, oddValue), { maxLength: 2 });
  return fc.tuple(kept, more).map(([some, others]) => {
    const written = [...some, ...others].filter((field) => field !== undefined);
    return `{${written.map(([key = '', text = '']) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
  });
}

const notJson = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '[{',
    'nul',
    '[1 2]',
    "{'a':1}",
    'NaN',
    'undefined',
    '[]]',
    '\u0000',
    '{"a":1e}',
    '[,]',
  ),
  fc.constantFrom('{"a":1,}', '"\n"', '01', '+1', '.5', '0x1', '"\\x41"', '"\\ud8"', '\ufeff[]', '// []', '[]//', '--'),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.uint8Array({ minLength: 1, maxLength: 20 }),
  fc.constantFrom(new Uint8Array([0x22, 0xff, 0x22]), new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])),
);

const moreExamples: Readonly<Record<string, readonly Item[]>> = {
  'POST /get-preference': [
    {
      id: [1, 2],
      name: ['Colour'],
      preference_hierarchy: [1],
      user_id: [1],
      user_email: ['ann@acme.example'],
      application_preference: [1],
      type: ['Generic'],
    },
  ],
  'POST /user-brief/filter': [{ email: 'ann@acme.example' }],
  'DELETE /user-application-preference/1/1': [{ ids: [2], type: 'entity' }],
  'POST /content-entitlement-sync': [
    { action: 'sync', application_user_id: 1, slug: 'gazette', content_type: 'brief', is_subscribed: true },
    { action: 'delete', application_user_id: 1, slug: 'harbour-log', content_type: 'brief' },
  ],
  'POST /set-preference': [
    {
      preference_hierarchy: 1,
      user_email: 'ann@acme.example',
      application_preference: 2,
      type: 'entity',
      entity: [{}],
    },
  ],
  'PUT /user/1': [
    { fname: 'Ada', lname: 'Ash', email: 'ada@acme.test', client_id: 1, user_type: 'normal', sf_id: 'x' },
  ],
  'PUT /client/1': [{ name: 'A', domain: ['acme.example'], legacy_id: 4, status: 'deleted', sf_id: null, type: 'x' }],
  'PUT /user-preference/1': [{ user_email: 'cleo@free.example', preference_id: 2, preference_value: { a: 1 } }],
  'PUT /user-application-preference/1/1/1': [{ app_preference_id: 2, user_id: 1, type: 'Entity', value: 'g' }],
};

/** Bodies that a route accepts, or almost. */
function examplesOf({ method, path }: Route): Item[] {
  const at = path.replace('/user-data/v1', '').replaceAll(/:\w+/g, '1');
  const bulk = method === 'POST' ? bulkRoutes.filter((route) => route.path === at) : [];
  const put = method === 'PUT' ? putRoutes.filter((route) => route.path === at) : [];
  const whole = method === 'PUT' ? bulkRoutes.filter((route) => `${route.path}/1` === at) : [];
  return [
    ...bulk.flatMap(({ good, malformed, missing, taken }) => [good, malformed, missing, taken]),
    ...put.map(({ change }) => change),
    ...whole.map(({ good }) => good),
    ...(moreExamples[`${method} ${at}`] ?? []),
  ].filter((example) => example !== undefined);
}

function oddBody(route: Route): fc.Arbitrary<unknown> {
  if (route.body === undefined && route.item === undefined) return fc.constant(undefined);
  const object = fc.constantFrom(...examplesOf(route)).chain(oddObject);
  const item = fc.oneof({ weight: 8, arbitrary: object }, { weight: 1, arbitrary: oddValue });
  const array = fc.array(item, { maxLength: 4 }).map((items) => `[${items.join(',')}]`);
  return fc.oneof(
    { weight: route.item === undefined ? 1 : 10, arbitrary: array },
    { weight: route.item === undefined ? 10 : 2, arbitrary: object },
    { weight: 1, arbitrary: oddValue },
    { weight: 1, arbitrary: notJson },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

const oddId = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('1', '1', '1', '2', '3') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...['0', '99', '01', '1.0', '1e0', '-1', '+1', '9007199254740991', '9007199254740992', '9007199254740993'],
      ...['%00', '1%00', '%2e%2e%2f1', '..%2f', '%2f', '%', '%f', '%ff', '%ed%a0%80', '%20', '1%20', '1;a', '*', '[]'],
      ...['__proto__', 'constructor', 'NaN', 'null', '%EF%BC%91', '0x1', '9'.repeat(400), 'x'.repeat(5000)],
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'binary', minLength: 1, maxLength: 6 })
      .map(encodeURIComponent)
      .filter((segment) => !/^\.+$/.test(segment)),
  },
);

const known = ['v1', 'v2', 'client', 'client-brief', 'brief-client', 'filter', 'user-brief', 'service-description'];

/** A path below `/user-data/v1` with known and odd segments. */
export const oddPath: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...known, '', '1') }, { weight: 1, arbitrary: oddId }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((segments) => `/user-data/v1/${segments.join('/')}`);

const oddQueryValue = fc.oneof(
  fc.constantFrom('', '0', '1', '2', '-1', '01', '1.5', '1e9', 'abc', '9007199254740991', '9007199254740993', '1e400'),
  fc.constantFrom('%', '%25', '%00', '%ff', '%ed%a0%80', '%25%25%25', '+', '[]', '{}', 'null', '%22', '{"a":1e400}'),
  fc.constantFrom('ann@acme.example', 'ANN@acme.example', '%25acme%25', 'steel-wire', 'theme', 'colour,topics', ',,'),
  fc.constantFrom('{"mode":"dark"}', '{"__proto__":{}}', '{"mode":{"a":[]}}', '{"mode":"%25"}', '%7B%22a', '[[[[]]]]'),
  fc.string({ unit: 'binary', maxLength: 6 }).map(encodeURIComponent),
);

function oddQuery({ query }: Route): fc.Arbitrary<string> {
  const known = Object.keys(query?.shape ?? {});
  const name = fc.constantFrom(...known, ...known, 'page', 'email', 'nonsense', '__proto__', 'a[b]', '');
  return fc
    .array(
      fc.tuple(name, oddQueryValue).map((pair) => pair.join('=')),
      { maxLength: 3 },
    )
    .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
}

const oddHeaders = fc
  .record(
    {
      'x-request-from': fc.constantFrom('portal', '', ' ', '\u00e9', 'x'.repeat(5000), 'a, b', '__proto__'),
      'content-type': fc.constantFrom('text/plain', '', 'application/json; charset=utf-16', 'multipart/form-data', '/'),
      authorization: fc.constantFrom('Bearer x', 'Bearer', 'Basic eDp5', '', 'x'.repeat(5000)),
      accept: fc.constantFrom('text/html', '*/*', ''),
      'x-http-method-override': fc.constantFrom('DELETE', 'GET'),
      origin: fc.constantFrom('null', 'https://front.example', ''),
      cookie: fc.constantFrom('a=b', '__proto__=1'),
    },
    { requiredKeys: [] },
  )
  .map((headers) => headers as Record<string, string>);

/** A request to a route in which every part can be odd. */
export function oddRequest(route: Route): fc.Arbitrary<OddRequest> {
  const segments = route.path.split('/').map((part) => (part.startsWith(':') ? oddId : fc.constant(part)));
  const path = fc.tuple(...segments).map((parts) => parts.join('/'));
  return fc.tuple(path, oddQuery(route), oddHeaders, oddBody(route)).map(([path, query, headers, body]) => ({
    method: route.method,
    path: path + query,
    headers: { 'x-request-from': 'portal', ...headers },
    ...(body !== undefined && { body }),
  }));
}
