import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { expect, it } from 'vitest';

interface Operation {
  operationId: string;
  parameters: { in?: string; name?: string; required?: boolean; example?: unknown }[];
  requestBody?: { content: { 'application/json': { examples?: Record<string, { value: unknown }> } } };
  responses: { 200: { links?: Record<string, { operationId: string; parameters: Record<string, string> }> } };
}

/** The value at a runtime expression such as `$response.body#/data/0/id`. */
function valueAt(expression: string, body: unknown): unknown {
  const [, pointer = ''] = expression.split('#');
  const names = pointer.split('/').slice(1);
  // biome-ignore lint/suspicious/noExplicitAny: an answer can be anything.
  return names.reduce<any>((part, name) => part?.[name], body);
}

/**
 * What a tool does with links in a stateful phase: it calls the operations that need no id, takes the values of their answers, and calls
 * the operations that the links lead to; then it goes on from these.
 */
it('Following its links, a tool reaches at least four of five routes that need an id, successfully', async () => {
  const mock = createMock({ scenario: newsroom });
  const { paths } = await mock.openapi();
  const operations = Object.entries(paths)
    .filter(([path]) => !path.startsWith('/__mock'))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation: operation as Operation,
      })),
    );
  const byId = new Map(operations.map((one) => [one.operation.operationId, one]));
  const reached = new Set<string>();

  const call = async (id: string, values: Readonly<Record<string, unknown>>, depth: number): Promise<void> => {
    const { method, path, operation } = byId.get(id) as (typeof operations)[number];
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
    const query = new URLSearchParams();
    for (const { in: place, name = '', required, example } of operation.parameters) {
      if (place === 'query' && required) query.set(name, String(example));
    }
    const [example] = Object.values(operation.requestBody?.content['application/json'].examples ?? {});
    const headers = {
      authorization: 'Bearer alice-token',
      'content-type': 'application/json',
      'x-request-from': 'tool',
    };
    const body = example === undefined ? {} : { body: JSON.stringify(example.value) };
    const copy = mock.fork();
    const answer = await copy.fetch(`${target}?${query}`, { method, headers, ...body });
    if (answer.status !== 200) return;
    if (Object.keys(values).length > 0) reached.add(id);
    if (depth === 0) return;
    const json: unknown = await answer.json();
    for (const { operationId, parameters } of Object.values(operation.responses[200].links ?? {})) {
      const found = Object.entries(parameters).map(([name, expression]) => [name, valueAt(expression, json)] as const);
      const isNew = !reached.has(operationId) && found.every(([, value]) => value !== undefined);
      if (isNew) await call(operationId, Object.fromEntries(found), depth - 1);
    }
  };
  for (const { path, operation } of operations) if (!path.includes('{')) await call(operation.operationId, {}, 3);

  const needing = operations.filter(({ path }) => path.includes('{')).map(({ operation }) => operation.operationId);
  const left = needing.filter((id) => !reached.has(id));
  expect(reached.size / needing.length, `not reached: ${left.join(', ')}`).toBeGreaterThanOrEqual(0.8);
});

it('Every link leads to an operation, and gives each of its path parameters a place in the answer', async () => {
  const { paths } = await createMock({ scenario: newsroom }).openapi();
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({ path, operation: operation as Operation })),
  );
  const byId = new Map(operations.map(({ path, operation }) => [operation.operationId, path]));
  for (const { operation } of operations) {
    for (const { operationId, parameters } of Object.values(operation.responses[200]?.links ?? {})) {
      const names = [...(byId.get(operationId) ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(parameters).sort()).toEqual(names.sort());
      for (const place of Object.values(parameters)) expect(place).toMatch(/^\$response\.body#\/data(\/\w+)+$/);
    }
  }
});

it.each<[string, string, Readonly<Record<string, string>> | undefined]>([
  [
    '/public-api/v1/bookmark/article',
    'getPublicApiBriefByBriefSlugAndGid',
    { brief_slug: '/data/0/brief/slug', gid: '/data/0/brief/gid' },
  ],
  ['/user-data/v1/user', 'getUserDataClientById', { id: '/data/0/client_id' }],
  ['/user-data/v1/feature', 'getUserDataApplicationById', { id: '/data/0/app_id' }],
  ['/user-data/v1/preference-hierarchy', 'putUserDataPreferenceHierarchyById', { id: '/data/0/id' }],
  // There, preferences are those of another table.
  ['/user-data/v1/generic-preference', 'getUserDataPreferenceById', undefined],
  ['/user-data/v1/user-preference', 'getUserDataPreferenceById', { id: '/data/0/preference_id' }],
  ['/user-preference/v1/generic-preference', 'deleteUserPreferencePreferenceById', { id: '/data/0/preference_id' }],
])('A link of %s to %s gives the key of the record that the answer refers to', async (path, id, places) => {
  const { paths } = await createMock({ scenario: newsroom }).openapi();
  const operation = paths[path]?.get as Operation | undefined;
  const { links = {} } = operation?.responses[200] ?? {};
  const expected = Object.entries(places ?? {}).map(([name, place]) => [name, `$response.body#${place}`]);
  expect(links[id]?.parameters).toEqual(places && Object.fromEntries(expected));
});
