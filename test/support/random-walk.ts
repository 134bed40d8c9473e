import * as fc from 'fast-check';

/** A request of the random walk. */
interface Step {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
  /** What the clock is set to before the request. */
  readonly clock: string | undefined;
}

const slug = fc.constantFrom('morning', 'core-notes', 'steel-wire', 'retired', 'coming-soon', 'unknown');
const gid = fc.constantFrom('1-103', '1-104', '1-105', '2-1', '3-1', '9-9');
const article = fc.constantFrom('harvest_begins', 'ports_reopen', 'wire_prices', 'nothing');
const odd = fc.constantFrom(
  '%2F',
  '%',
  '%25',
  '%E2%82',
  '%20',
  '__proto__',
  '🚀',
  'a+b',
  '*',
  ':gid',
  '..%2F',
  ';',
  '(x)',
);
const segment = <Name>(name: fc.Arbitrary<Name>) =>
  fc.oneof({ weight: 9, arbitrary: name }, { weight: 1, arbitrary: odd });
const path = (...parts: (string | fc.Arbitrary<string>)[]) =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((chosen) => `/public-api/v1/${chosen.join('/')}`);

const read = fc.oneof(
  path('brief'),
  path('brief', segment(slug)),
  path('brief', segment(slug), segment(gid)),
  path('bookmark', 'brief'),
  path('bookmark', 'article'),
  slug.map((name) => `/v1/brief/${name}`),
);
const write = fc.oneof(
  path('bookmark', segment(slug), segment(gid)),
  path('bookmark', segment(slug), segment(gid), segment(article)),
  path('bookmark', 'morning', '1-104', fc.constantFrom('harvest_begins', 'ports_reopen')),
  path('bookmark', 'morning', fc.constantFrom('1-103', '1-104')),
);
const astray = fc.oneof(
  path(segment(fc.constantFrom('brief', 'briefs', 'bookmark', 'nothing')), odd),
  fc.constantFrom(
    '/public-api/v2/brief',
    '/public-api/',
    '/public-api/v1',
    '/public-api//v1/brief',
    '/public-api/v1/brief//',
  ),
);
const method = fc.constantFrom<string[]>('GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'PUT', 'PATCH');
const target: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant<string>('GET'), read) },
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom<string[]>('POST', 'POST', 'DELETE'), write) },
  { weight: 4, arbitrary: fc.tuple(method, fc.oneof(read, write, astray)) },
);
const suffix = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constant('/') },
  { weight: 1, arbitrary: fc.constantFrom('?page=2', '?', '?a=%', '?__proto__=1') },
);
const authorization = fc.oneof(
  { weight: 4, arbitrary: fc.constant('bearer noor-token') },
  { weight: 10, arbitrary: fc.constant('Bearer ann-token') },
  { weight: 1, arbitrary: fc.constantFrom('Bearer nobody', 'Basic ann-token', 'Bearer', '') },
);
const origin = fc.option(fc.constantFrom('https://app.example', 'null'), { nil: undefined, freq: 4 });
const clock = fc.constantFrom('2026-03-04T09:00:01Z', '2026-03-04T10:00:00Z', '2026-03-05T00:00:00Z');
const body = fc.option(fc.constantFrom('{}', '{"email":', 'text', '[1]'), { nil: undefined, freq: 4 });

const step: fc.Arbitrary<Step> = fc
  .record({ target, suffix, authorization, origin, body, clock: fc.option(clock, { nil: undefined, freq: 9 }) })
  .map(({ target: [method, path], suffix, authorization, origin, body, clock }) => ({
    method,
    path: path + suffix,
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }), ...(origin && { origin }) },
    body: method === 'GET' || method === 'HEAD' ? undefined : body,
    clock,
  }));

/** Random requests to the public API: valid and invalid ones, by several readers, while time passes. */
export const steps: readonly Step[] = fc.sample(step, { seed: 20260304, numRuns: 250 });
