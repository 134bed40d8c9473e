import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { compileStrictly } from '../support/compile.js';

/** A front end that uses the APIs through a client generated from the document. */
const app = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

type IsUnknown<Value> = unknown extends Value ? true : false;

export async function useApis(baseUrl: string, token: string) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + token } });

  const briefs = await client.GET('/public-api/v1/brief');
  if (briefs.error) throw new Error(briefs.error.error[0].message);
  const [first] = briefs.data.data;
  const slug: string = first!.slug;

  const brief = await client.GET('/public-api/v1/brief/{brief_slug}', { params: { path: { brief_slug: slug } } });
  const document: components['schemas']['BriefDocument'] | undefined = brief.data?.data;
  const liked: boolean | null | undefined = document?.article[0]?.liked;
  const known: IsUnknown<NonNullable<typeof document>['article'][number]['source'][number]['link']> = false;

  const made = await client.POST('/user-data/v1/user', {
    body: { fname: 'Bo', lname: 'Ek', email: 'bo@mailbox.example', user_type: 'power_user' },
  });
  const user: components['schemas']['User'] | undefined = made.data?.data[0];

  const page = await client.GET('/user-data/v1/brief-entitlement', {
    params: { query: { email: 'alice@acme.example', size: 2 } },
  });
  const entitled = await client.GET('/user-data/v1/user-brief/filter', {
    params: { query: { email: 'alice@acme.example' }, header: { 'X-REQUEST-FROM': 'web' } },
  });

  const missing = await client.GET('/user-data/v1/client/{id}', { params: { path: { id: 4711 } } });
  const status: 400 | 401 | 404 | 414 | undefined = missing.error?.status_code;
  const code: 'malformed_data' | 'unauthorized' | 'not_found' | 'uri_too_long' | undefined = missing.error?.error.code;

  const reset = await client.POST('/__mock/reset');
  // With ?sessions, the answer is a list.
  const seed: number | undefined = reset.data && 'seed' in reset.data ? reset.data.seed : undefined;

  return { slug, liked, known, user, page: page.data, entitled: entitled.data?.data.length, status, code, seed };
}

export async function misuse() {
  const client = createClient<paths>({ baseUrl: 'http://localhost' });
  // @ts-expect-error: there is no such path
  await client.GET('/public-api/v1/briefs');
  // @ts-expect-error: the path has no PATCH
  await client.PATCH('/user-data/v1/client/{id}', { params: { path: { id: 1 } } });
  // @ts-expect-error: an id is a number
  await client.GET('/user-data/v1/client/{id}', { params: { path: { id: 'one' } } });
  // @ts-expect-error: the path has a parameter
  await client.GET('/user-data/v1/client/{id}', {});
  // @ts-expect-error: the e-mail is missing
  await client.POST('/user-data/v1/user', { body: [{ fname: 'Bo', lname: 'Ek' }] });
  // @ts-expect-error: the field is called fname
  await client.POST('/user-data/v1/user', { body: { first_name: 'Bo', lname: 'Ek', email: 'bo@mailbox.example' } });
  // @ts-expect-error: the body must be an array
  await client.POST('/user-data/v1/client', { body: { name: 'A', short_name: 'a', display_name: 'A', type: 'b' } });
  // @ts-expect-error: user_type has four values, and this is none of them
  await client.PUT('/user-data/v1/user/{id}', { params: { path: { id: 1 } }, body: { user_type: 'king' } });
  // @ts-expect-error: a header is missing
  await client.GET('/user-data/v1/user-brief/filter', { params: { query: { email: 'alice@acme.example' } } });
  const { data } = await client.GET('/public-api/v1/brief');
  // @ts-expect-error: a brief in the list has no such field
  data?.data[0]?.title;
}
`;

const require = createRequire(import.meta.url);
const mock = createMock({ scenario: newsroom });
let folder: string;

beforeAll(async () => {
  // In node_modules beside openapi-fetch, where the programs can import it.
  folder = await mkdtemp(join(require.resolve('openapi-fetch/package.json'), '../../.typed-client-'));
  await writeFile(join(folder, 'api.ts'), await typesOf());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('A client generated from the document', () => {
  it('compiles when it is used as the document says, and reports a type error for every misuse', async () => {
    const services = ['public-api', 'user-data', 'user-preference', 'control'];
    for (const service of services) await writeFile(join(folder, `${service}.ts`), await typesOf(service));
    await writeFile(join(folder, 'app.ts'), app);
    const programs = [...services, 'app'].map((name) => `${name}.ts`);
    expect(await compileStrictly(folder, 'nodenext', ...programs)).toBe('exit code 0');
  });

  it('gets answers from the server that match its types', async () => {
    const file = join(folder, 'app.mjs');
    await writeFile(file, ts.transpile(app, { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }));
    const { useApis } = await import(pathToFileURL(file).href);
    const server = await createServer(mock, { port: 0 }).listen();
    onTestFinished(() => server.close());
    const where = { email: { equals: 'alice@acme.example' } };
    expect(await useApis(server.url, 'alice-token')).toMatchObject({
      slug: 'acme-board-brief',
      liked: null,
      user: { fname: 'Bo', sf_id: null, user_type: 'power_user' },
      page: { data: [{ email: 'alice@acme.example' }, {}], total: mock.data.brief_entitlement.count({ where }) },
      entitled: 3,
      status: 404,
      code: 'not_found',
      seed: 1,
    });
  });
});

/** The types generated from the document of one service, or of all. */
async function typesOf(service?: string): Promise<string> {
  // As text, since our type of the document is not assignable to that of the generator.
  return astToString(await openapiTS(JSON.stringify(await mock.openapi(service))));
}
