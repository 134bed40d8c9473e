import { createMock, type Mock, type Scenario } from 'briefs-mock';
import { empty, newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';

interface Media {
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  parameters: { in: string; name: string; example?: string | number }[];
  requestBody?: { content: { 'application/json': Media } };
  responses: { 200: { content: { 'application/json': Media } } };
}

const mock = createMock({ scenario: newsroom });

async function operationsOf(mock: Mock) {
  const { paths } = await mock.openapi();
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation: operation as Operation })),
  );
}

function answerOf({ responses }: Operation): unknown {
  return responses[200].content['application/json'].examples?.newsroom?.value;
}

const EXAMPLES = ['responses', '200', 'content', 'application/json', 'examples'];

/** Paths without examples: the document itself, a whole snapshot, a stream that does not end, and records that a new mock does not have. */
const withoutExamples =
  /^\/__mock\/(openapi|restore|snapshots\/|faults\/|fault-profiles\/|requests\/\{|sessions\/|events$|trace$|trace\/end$)/;

/** Says which examples are missing, and where they come from. */
const missingExamples = (operations: readonly { method: string; path: string; operation: Operation }[]) =>
  operations
    .filter(({ operation }) => answerOf(operation) === undefined)
    .map(({ method, path }) => `${method.toUpperCase()} ${path} has no example; create a record in seeds/newsroom.ts`)
    .join('\n');

/** A whole state, in the body of `POST /__mock/changes`, is too long for an example. */
const hasExample = ({ method, path }: { method: string; path: string }) =>
  !withoutExamples.test(path) && `${method} ${path}` !== 'post /__mock/changes';

describe('The examples of the OpenAPI document', async () => {
  const operations = (await operationsOf(mock)).filter(hasExample);

  it.each(operations.map((each) => [each.method.toUpperCase(), each.path, each] as const))(
    '%s %s: the example request gets the example answer',
    async (_, __, { method, path, operation }) => {
      expect(missingExamples([{ method, path, operation }])).toBe('');
      const example = (parameter: { name: string; example?: string | number }) => [
        parameter.name,
        String(parameter.example),
      ];
      const given = (kind: string) =>
        operation.parameters.filter(({ in: where, example }) => where === kind && example);
      const filled = given('path').reduce(
        (path, { name, example }) => path.replace(`{${name}}`, String(example)),
        path,
      );
      const query = new URLSearchParams(given('query').map(example));
      const body = operation.requestBody?.content['application/json'].examples?.newsroom?.value;

      const fork = mock.fork();
      const headers = {
        ...Object.fromEntries(given('header').map(example)),
        authorization: `Bearer ${fork.tokenFor('alice@acme.example')}`,
      };
      const init = { method: method.toUpperCase(), headers, body: body === undefined ? null : JSON.stringify(body) };
      const response = await fork.fetch(`${filled}?${query}`, init);
      expect(comparable(await response.json())).toEqual(comparable(answerOf(operation)));
      expect(response.status).toBe(200);
    },
  );

  it('do not change the state', async () => {
    const before = mock.fingerprint();
    const first = JSON.stringify(await mock.openapi());
    expect(JSON.stringify(await mock.openapi())).toBe(first);
    expect(mock.fingerprint()).toBe(before);
  });
});

it('Every operation has an example, also with switches that make requests stricter', async () => {
  const strict = createMock({ scenario: newsroom, behavior: { serviceToken: 's3cret', requireContentType: true } });
  const operations = (await operationsOf(strict)).filter(hasExample);
  expect(operations.length).toBeGreaterThan(100);
  expect(missingExamples(operations)).toBe('');
});

it.each([
  ['a delay', { delay: 600_000 }, undefined],
  ['a fault rule that holds answers back', {}, { hold: true }],
  ['a fault rule that fails', {}, { status: 503 }],
  ['a fault rule with a body', {}, { body: { items: [] } }],
] as const)('The examples are the same with %s', async (_, options, rule) => {
  const other = createMock({ scenario: newsroom, ...options });
  if (rule !== undefined) other.faults.add(rule);
  expect(await other.openapi('public-api')).toEqual(await mock.openapi('public-api'));
});

it('An operation has no example when the state has no record for it', async () => {
  const get = async (scenario: Scenario) =>
    (await createMock({ scenario }).openapi('user-data')).paths['/user-data/v1/client/{id}']?.get as Operation;
  expect(await get(newsroom)).toHaveProperty(EXAMPLES);
  expect(await get(empty)).toHaveProperty(EXAMPLES.slice(0, -1));
  expect(await get(empty)).not.toHaveProperty(EXAMPLES);
});

/** An answer with lists cut to three items, as in examples, and without its id, which depends on earlier requests. */
function comparable(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (key, value) => {
    if (key === 'request_id') return 'id';
    return Array.isArray(value) ? value.slice(0, 3) : value;
  });
}
