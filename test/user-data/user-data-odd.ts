import * as fc from 'fast-check';
import type { Sent } from '../support/envelope.js';
import { notJson, oddHeaders, oddId, oddKey, oddQueryValue, oddValue } from '../support/odd-values.js';
import type { userDataRoutes } from '../support/user-data.js';
import { type Item, itemAt } from '../support/user-data-sequences.js';

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

function oddBody(route: Route): fc.Arbitrary<unknown> {
  if (route.body === undefined && route.item === undefined) return fc.constant(undefined);
  const path = route.path.replace('/user-data/v1', '').replace('client-brief', 'brief-client');
  const object = itemAt(route.method, path).chain(oddObject);
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
