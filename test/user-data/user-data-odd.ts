import * as fc from 'fast-check';
import { notJson, oddHeaders, oddId, oddKey, oddQueryValue, oddValue } from '../support/odd-values.js';
import type { Sent, userDataRoutes } from '../support/user-data.js';
import { bulkRoutes, type Item, putRoutes } from '../support/user-data-examples.js';

type Route = (typeof userDataRoutes)[number];

export interface OddRequest extends Sent {
  readonly method: string;
  readonly path: string;
}

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

const known = ['v1', 'v2', 'client', 'client-brief', 'brief-client', 'filter', 'user-brief', 'service-description'];

/** A path below `/user-data/v1` with known and odd segments. */
export const oddPath: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...known, '', '1') }, { weight: 1, arbitrary: oddId }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((segments) => `/user-data/v1/${segments.join('/')}`);

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
