import { createMock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { createServer } from 'briefs-mock/server';
import * as fc from 'fast-check';
import { setupServer } from 'msw/node';
import { expect, it } from 'vitest';
import { readingRoom } from '../support/reading-room.js';

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

const steps = fc.sample(step, { seed: 20260304, numRuns: 250 });

/** Headers that belong to the connection and not to the answer. */
const HOP_BY_HOP = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

async function describeResponse(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const told = [...response.headers].filter(([name]) => !HOP_BY_HOP.includes(name));
  return `${response.status} ${JSON.stringify(told)} ${bytes.toString('latin1')}`;
}

/** Sends the requests of the walk. Returns each answer as a line, and the fingerprint last. */
async function walk(mock: ReturnType<typeof createMock>, origin: string, send: typeof fetch): Promise<string[]> {
  const lines: string[] = [];
  for (const { method, path, headers, body, clock } of steps) {
    if (clock !== undefined) mock.clock.set(clock);
    const init = { method, headers, ...(body !== undefined && { body }) };
    lines.push(`${method} ${path} → ${await send(origin + path, init).then(describeResponse, String)}`);
  }
  lines.push(mock.fingerprint());
  return lines;
}

const create = () => createMock({ scenario: readingRoom, seed: 42 });

async function walkThroughFetch(): Promise<string[]> {
  const mock = create();
  return walk(mock, 'http://mock.example', mock.fetch as typeof fetch);
}

async function walkThroughHandlers(): Promise<string[]> {
  const mock = create();
  const server = setupServer(...createHandlers(mock, { baseUrl: 'http://mock.example' }));
  server.listen({ onUnhandledRequest: 'error' });
  try {
    return await walk(mock, 'http://mock.example', fetch);
  } finally {
    server.close();
  }
}

async function walkOverTcp(): Promise<string[]> {
  const mock = create();
  const server = await createServer(mock, { port: 0 }).listen();
  try {
    return await walk(mock, server.url, fetch);
  } finally {
    await server.close();
  }
}

it('the walk gets answers of every status', async () => {
  const lines = await walkThroughFetch();
  const seen = new Set(lines.map((line) => /→ (\d+)/.exec(line)?.[1]));
  expect([...seen].filter(Boolean).sort()).toEqual(['200', '204', '401', '403', '404', '405']);
  expect(lines.filter((line) => line.includes('→ 200')).length).toBeGreaterThan(60);
});

it('the walk gets the same answers through handlers as through mock.fetch, byte for byte', async () => {
  expect(await walkThroughHandlers()).toEqual(await walkThroughFetch());
});

it('the walk gets the same answers over TCP as through mock.fetch, byte for byte', async () => {
  expect(await walkOverTcp()).toEqual(await walkThroughFetch());
});

it('a second walk gets the same answers as the first, byte for byte', async () => {
  expect(await walkThroughFetch()).toEqual(await walkThroughFetch());
});
