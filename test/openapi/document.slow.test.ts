import { createMock, defineRoute, type OpenApiDocument } from 'briefs-mock';
import { routes } from 'briefs-mock/schemas';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readAnswer } from '../support/conformance.js';
import { expectDocumented } from '../support/openapi.js';
import { openapi as whole } from '../support/openapi-document.js';
import { OpenApiValidator } from '../support/openapi-validator.js';

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: { $ref?: string; in?: string; name?: string; required?: boolean; schema?: object }[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: object } } };
  responses: Record<string, { $ref?: string; headers?: object; content: { 'application/json': { schema: object } } }>;
}

const services = ['public-api', 'user-data', 'user-preference', 'control'];
const mock = createMock();

function operation(method: string, path: string, { paths }: OpenApiDocument = whole): Operation {
  const found = paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`There is no operation ${method} ${path}`);
  return found as Operation;
}

function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.values(paths).flatMap((item) => Object.values(item) as Operation[]);
}

function parameter(name: string, { parameters }: Operation) {
  return parameters.find((parameter) => parameter.name === name);
}

function component(document: OpenApiDocument, kind: string): Record<string, object> {
  return (document.components as Record<string, Record<string, object>>)[kind] ?? {};
}

describe('The OpenAPI document', () => {
  it('has version 3.1 and an operation for every route', () => {
    expect(whole.openapi).toMatch(/^3\.1\./);
    for (const name of Object.keys(routes)) {
      const [method = '', path = ''] = name.split(' ');
      expect(operation(method, path.replace(/:(\w+)/g, '{$1}')).summary).not.toBe('');
    }
  });

  it('P17, D29: contains each alias as a separate operation with the same answers', () => {
    const alias = operation('GET', '/v1/brief/{brief_slug}');
    const main = operation('GET', '/public-api/v1/brief/{brief_slug}');
    expect({ ...alias, operationId: '', description: '' }).toEqual({ ...main, operationId: '', description: '' });
    expect(alias.operationId).toBe('getBriefByBriefSlug');
    expect(alias.description).toContain('`GET /public-api/v1/brief/{brief_slug}`');
    expect(main.description).toContain('`/v1/brief/{brief_slug}`');
    expect(operation('PUT', '/user-data/v1/client-brief/{id}').tags).toEqual(['user-data.brief-client']);
  });

  it('gives every operation a unique id made of method and path', () => {
    const ids = operationsOf(whole).map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('putUserDataClientById');
    expect(ids).toContain('deletePublicApiBookmarkByBriefSlugAndBriefGidAndArticleGid');
  });

  it('describes every operation, and names a contact', () => {
    for (const { operationId, description } of operationsOf(whole)) expect(description, operationId).toMatch(/\.$/m);
    expect(whole.info).toHaveProperty('contact.name');
  });

  it('describes tuples as arrays of a length, since not all tools know prefixItems', () => {
    expect(JSON.stringify(whole)).not.toContain('prefixItems');
    const { responses } = operation('POST', '/public-api/v1/bookmark/{brief_slug}/{brief_gid}');
    const items = { $ref: '#/components/schemas/BookmarkRecord' };
    expect(responses[200]?.content['application/json'].schema).toMatchObject({
      properties: { data: { type: 'array', items, minItems: 1, maxItems: 1 } },
    });
  });

  it.each([
    ['off', ['preference_value']],
    ['on', ["preference_value'"]],
    ['both', ['preference_value', "preference_value'"]],
  ] as const)('D11: with apostropheKey %s, the value has the keys %j, as in answers', async (apostropheKey, keys) => {
    const mock = createMock({ scenario: newsroom, behavior: { apostropheKey } });
    for (const service of ['user-preference', 'user-data']) {
      const document = await mock.openapi(service);
      for (const name of ['GenericValue', 'GenericPreferenceItem']) {
        const { properties, required } = component(document, 'schemas')[name] as {
          properties: object;
          required: string[];
        };
        for (const names of [Object.keys(properties), required]) {
          expect(names.filter((key) => key.startsWith('preference_value'))).toEqual(keys);
        }
      }
      const path = `/${service}/v1/generic-preference`;
      const answer = await readAnswer(await mock.fetch(path));
      expect(answer.json).toHaveProperty(['data', 0, keys[0]]);
      expect(new OpenApiValidator(document).answerProblems({ method: 'GET', path }, answer)).toEqual([]);
    }
  });

  it('lists the decisions that affect an operation', () => {
    const list = operation('GET', '/public-api/v1/brief');
    expect(list).toMatchObject({ 'x-decisions': ['P3', 'P4'], description: expect.stringContaining('P3, P4') });
  });

  it('X10, D19: gives the type of each parameter', () => {
    expect(parameter('id', operation('PUT', '/user-data/v1/client/{id}'))).toMatchObject({
      in: 'path',
      required: true,
      schema: { type: 'integer', minimum: 1 },
    });
    const list = operation('GET', '/user-data/v1/brief-entitlement');
    expect(parameter('size', list)).toEqual({
      in: 'query',
      name: 'size',
      schema: { type: 'integer', minimum: 1, default: 24 },
    });
    expect(parameter('table', operation('GET', '/__mock/data/{table}'))?.schema).toMatchObject({
      enum: expect.arrayContaining(['brief', 'user']),
    });
  });

  it('D23: lists the headers that a route reads, and the session header in every operation', () => {
    const filter = operation('POST', '/user-data/v1/user-brief/filter');
    expect(parameter('X-REQUEST-FROM', filter)).toMatchObject({ in: 'header', required: true });
    for (const { parameters } of operationsOf(whole)) {
      expect(parameters).toContainEqual({ $ref: '#/components/parameters/Session' });
    }
    const session = component(whole, 'parameters').Session as { example: string; schema: { pattern: string } };
    const isValid = (name: string) => new RegExp(session.schema.pattern).test(name);
    expect([session.example, 'a.b', '...', 'x'.repeat(64)].map(isValid)).toEqual([true, true, true, true]);
    expect(['', '.', '..', '<string>', 'x'.repeat(65)].map(isValid)).toEqual([false, false, false, false, false]);
    expect(session).toMatchObject({ in: 'header', name: 'X-Mock-Session', schema: { type: 'string' } });
    expect(session).not.toHaveProperty('required');
  });

  it('X7, X26: the request body is an array of items, or also a single item where that is allowed', () => {
    const schemaOf = (path: string) => operation('POST', path).requestBody?.content['application/json'].schema;
    const newUser = { $ref: '#/components/schemas/NewUser' };
    const newClient = { $ref: '#/components/schemas/NewClient' };
    expect(schemaOf('/user-data/v1/user')).toEqual({
      anyOf: [newUser, { type: 'array', maxItems: 2_000, items: newUser }],
    });
    expect(schemaOf('/user-data/v1/client')).toEqual({ type: 'array', maxItems: 2_000, items: newClient });
    expect(operation('POST', '/user-data/v1/user').requestBody?.required).toBe(true);
    expect(operation('POST', '/__mock/reset').requestBody?.required).toBe(false);
  });

  it('X2, X3: describes the envelope of user-data and user-preference, for errors too', () => {
    const { responses } = operation('GET', '/user-data/v1/client/{id}');
    expect(responses['200']?.content['application/json'].schema).toMatchObject({
      properties: { status_code: { const: 200 }, request_id: { format: 'uuid' }, data: { type: 'array' } },
      additionalProperties: false,
    });
    expect(responses['404']).toEqual({ $ref: '#/components/responses/UserDataNotFound' });
    expect(component(whole, 'responses').UserDataNotFound).toMatchObject({
      content: {
        'application/json': {
          schema: {
            properties: { status_code: { const: 404 }, error: { properties: { code: { enum: ['not_found'] } } } },
          },
        },
      },
    });
  });

  it('X5: lists exactly the error statuses that each route can answer', () => {
    const statuses = (method: string, path: string) => Object.keys(operation(method, path).responses).join(' ');
    expect(statuses('GET', '/public-api/v1/brief')).toBe('200 400 401 414');
    expect(statuses('GET', '/public-api/v1/brief/{brief_slug}')).toBe('200 400 401 403 404 414');
    expect(statuses('POST', '/public-api/v1/bookmark/{brief_slug}/{brief_gid}')).toBe('200 400 401 403 404 409 414');
    expect(statuses('DELETE', '/public-api/v1/bookmark/{brief_slug}/{brief_gid}')).toBe('200 400 401 404 414');
    expect(statuses('GET', '/user-data/v1/client')).toBe('200 400 401 414');
    expect(statuses('POST', '/user-data/v1/client')).toBe('200 400 401 409 413 414 415');
    expect(statuses('POST', '/user-data/v1/feature')).toBe('200 400 401 404 409 413 414 415');
    expect(statuses('POST', '/user-data/v1/preference-hierarchy')).toBe('200 400 401 404 409 413 414 415');
    expect(statuses('PUT', '/user-data/v1/client/{id}')).toBe('200 400 401 404 409 413 414 415');
    expect(statuses('GET', '/user-data/v1/user-brief/filter')).toBe('200 400 401 403 414');
  });

  it('X13: lists the token that each service requires or accepts', () => {
    expect(operation('GET', '/public-api/v1/brief').security).toEqual([{ userToken: [] }]);
    expect(operation('GET', '/user-data/v1/client').security).toEqual([{}, { serviceToken: [] }]);
    expect(operation('GET', '/__mock/health').security).toEqual([{}, { controlToken: [] }]);
  });

  it('X13: requires the service token when the mock has one', async () => {
    const { paths } = await createMock({ behavior: { serviceToken: 's3cret' } }).openapi();
    const securityOf = (path: string) => (paths as Record<string, { get: unknown }>)[path]?.get;
    expect(securityOf('/user-data/v1/client')).toMatchObject({ security: [{ serviceToken: [] }] });
    expect(securityOf('/__mock/health')).toMatchObject({ security: [{}, { controlToken: [] }] });
  });

  it('X13: describes the security schemes of the tokens', () => {
    expect(component(whole, 'securitySchemes')).toMatchObject({
      userToken: { type: 'http', scheme: 'bearer' },
      serviceToken: { type: 'http', scheme: 'bearer' },
      controlToken: { type: 'http', scheme: 'bearer' },
    });
  });

  it('X5, X15: describes the errors for requests that no operation matches', () => {
    expect(whole['x-unrouted']).toMatchObject({
      'public-api': { prefixes: ['/public-api', '/v1/brief'], responses: { 404: {}, 405: { headers: { Allow: {} } } } },
      control: { responses: { 403: {}, 404: {}, 405: {} } },
      outside: { prefixes: ['/'], responses: { 404: {} } },
    });
  });

  it.each(['/public-api/v1/briefs', '/user-data/v2/user', '/nowhere'])(
    'X5: %s, which no operation matches, gets a documented error for an invalid session or a long URL',
    async (path) => {
      const invalid = { headers: { 'x-mock-session': 'a b' } };
      for (const [target, init, status] of [
        [path, invalid, 400] as const,
        [path + '?'.repeat(20_000), {}, 414] as const,
      ]) {
        const answer = await readAnswer(await createMock().fetch(target, init));
        expect(answer.status).toBe(status);
        expectDocumented({ method: 'GET', path: target }, answer);
      }
    },
  );

  it('X5: declares the error for an unknown query parameter of an open control call', async () => {
    const path = '/__mock/ready?page=2';
    const answer = await readAnswer(await createMock().fetch(path));
    expect(answer.status).toBe(400);
    expectDocumented({ method: 'GET', path }, answer);
  });

  it('has no empty schema, except where any value is allowed', () => {
    const empty: string[] = [];
    const visit = (part: unknown, path: string) => {
      if (typeof part !== 'object' || part === null) return;
      const entries = Object.entries(part);
      if (entries.length === 0) empty.push(path);
      for (const [key, value] of entries) visit(value, `${path}.${key}`);
    };
    const schemas = JSON.parse(
      JSON.stringify({ ...whole, 'x-unrouted': null }, (key, value) => {
        // In these keys an empty object or array has a meaning of its own.
        return ['security', 'additionalProperties', 'not', 'extra', 'examples', 'v2'].includes(key) ? 0 : value;
      }),
    );
    visit(schemas, '');
    expect(
      empty.map((path) => path.split('.').at(-1)).filter((name) => !/^(created|updated)_by$/.test(name ?? '')),
    ).toEqual([]);
  });
});

describe('The OpenAPI document of a service', () => {
  it.each(services)('%s equals that part of the whole document', async (service) => {
    const document = await mock.openapi(service);
    for (const [path, item] of Object.entries(document.paths)) expect(item).toEqual(whole.paths[path]);
    for (const kind of ['schemas', 'responses', 'securitySchemes']) {
      for (const [name, part] of Object.entries(component(document, kind))) {
        expect(part).toEqual(component(whole, kind)[name]);
      }
    }
  });

  it('the documents of all services together have all paths', async () => {
    const documents = await Promise.all(services.map((service) => mock.openapi(service)));
    expect(Object.assign({}, ...documents.map(({ paths }) => paths))).toEqual(whole.paths);
  });

  it('names the operations of several versions of a path differently', async () => {
    const paths = ['/public-api/v2/brief', '/stats/v1/brief', '/stats/v2/brief'];
    const own = paths.map((path) => defineRoute({ method: 'GET', path, handle: () => ({}) }));
    const document = await createMock({ routes: own }).openapi();
    expect(paths.map((path) => operation('GET', path, document).operationId)).toEqual([
      'getPublicApiV2Brief',
      'getStatsBrief',
      'getStatsV2Brief',
    ]);
    const ids = operationsOf(document).map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names operations whose paths differ only in signs or in /v1 by a number', async () => {
    const paths = ['/stats/a-b', '/stats/a_b', '/stats/v1/a-b', '/public-api/brief'];
    const own = paths.map((path) => defineRoute({ method: 'GET', path, handle: () => ({}) }));
    const document = await createMock({ routes: own }).openapi();
    const ids = paths.map((path) => operation('GET', path, document).operationId);
    expect(ids).toEqual(['getStatsAB', 'getStatsAB2', 'getStatsAB3', 'getPublicApiBrief2']);
    expect(operation('GET', '/public-api/v1/brief', document).operationId).toBe('getPublicApiBrief');
  });

  it.each<[string, z.ZodType]>([
    ['a transformation', z.string().transform(Number)],
    ['a map', z.object({ byName: z.map(z.string(), z.int()) })],
    ['a set', z.set(z.string())],
    ['a bigint', z.bigint()],
  ])('describes an own route whose response has %s', async (_, response) => {
    const own = [defineRoute({ method: 'GET', path: '/stats', response, handle: () => null as never })];
    const document = await createMock({ routes: own }).openapi('own');
    expect(operation('GET', '/stats', document).responses[200]?.content['application/json'].schema).toBeTypeOf(
      'object',
    );
  });

  it('describes the recursive schemas of own routes', async () => {
    const tree = z.object({
      name: z.string(),
      get children() {
        return z.array(tree);
      },
    });
    const own = [defineRoute({ method: 'POST', path: '/stats', body: tree, handle: () => null })];
    const document = await createMock({ routes: own }).openapi('own');
    const body = operation('POST', '/stats', document).requestBody?.content['application/json'].schema;
    const { $ref = '' } = body as { $ref?: string };
    const { schemas } = document.components as { schemas: Record<string, unknown> };
    expect(schemas[$ref.slice('#/components/schemas/'.length)]).toMatchObject({
      properties: { name: { type: 'string' }, children: { items: { $ref } } },
    });
  });

  it('says that a schema of an own route has the name of one of the mock', async () => {
    const response = z.object({ slug: z.string() }).meta({ id: 'Brief' });
    const own = [defineRoute({ method: 'GET', path: '/stats', response, handle: () => ({ slug: '' }) })];
    await expect(createMock({ routes: own }).openapi()).rejects.toMatchObject({
      code: 'conflict',
      message:
        'A schema of your routes has the id "Brief", which is the name of a schema of the mock; give it another one with .meta({ id })',
    });
  });

  it('describes the tuples of own routes', async () => {
    const schemas = {
      pair: z.tuple([z.string(), z.int()]),
      more: z.tuple([z.string()], z.int()),
      one: z.tuple([z.string()]),
    };
    const own = Object.entries(schemas).map(([name, response]) =>
      defineRoute({ method: 'GET', path: `/stats/v1/${name}`, response, handle: () => ['a', 1] as never }),
    );
    const document = await createMock({ routes: own }).openapi('own');
    const described = (name: string) =>
      operation('GET', `/stats/v1/${name}`, document).responses[200]?.content['application/json'].schema;
    expect(described('pair')).toMatchObject({ prefixItems: [{ type: 'string' }, { type: 'integer' }], maxItems: 2 });
    expect(described('more')).toMatchObject({ prefixItems: [{ type: 'string' }], items: { type: 'integer' } });
    expect(described('one')).toMatchObject({ items: { type: 'string' }, minItems: 1, maxItems: 1 });
  });

  it('mock.openapi() rejects an unknown service with not_found', async () => {
    await expect(mock.openapi('user')).rejects.toMatchObject({ code: 'not_found', message: /public-api, user-data/ });
  });

  it('has the base URL of the mock as its server, or / without one', async () => {
    expect(whole.servers).toEqual([{ url: '/' }]);
    const elsewhere = createMock({ baseUrl: 'https://api.example.com/stage/' });
    expect((await elsewhere.openapi()).servers).toEqual([{ url: 'https://api.example.com/stage' }]);
  });

  it('of a session has the prefix of the session in its server URL', async () => {
    const elsewhere = createMock({ baseUrl: 'https://api.example.com/stage/' });
    const apart = [mock, elsewhere].map((one) => one.sessions.create('worker-1').openapi('public-api'));
    const urls = (await Promise.all(apart)).map(({ servers }) => servers);
    expect(urls).toEqual([
      [{ url: '/__mock/s/worker-1' }],
      [{ url: 'https://api.example.com/stage/__mock/s/worker-1' }],
    ]);
  });
});
