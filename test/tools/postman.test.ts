import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock, type OpenApiDocument } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { expect, it, onTestFinished } from 'vitest';
import { serveThroughPrism, violationsIn } from './prism.js';
import { loadTool } from './tool.js';

const converter = loadTool('openapi-to-postmanv2');
const newman = loadTool('newman');

/** A folder or a request of a Postman collection. */
interface Item {
  readonly item?: readonly Item[];
  readonly event?: readonly unknown[];
  readonly request?: {
    readonly method: string;
    readonly header: readonly { readonly key: string; value: string }[];
    readonly url: { readonly path: readonly string[]; query?: readonly unknown[] };
  };
}

/** A request that newman sent, and its answer. */
interface Execution {
  readonly request: { readonly method: string; readonly url: { getPath(): string } };
  readonly response?: { readonly code: number; readonly headers: { get(name: string): string | undefined } };
}

/** Creates a Postman collection from a document, with the examples as values of parameters, or with values of its own. */
function collectionOf(document: OpenApiDocument, parametersResolution: 'Example' | 'Schema'): Promise<Item> {
  const input = { type: 'string', data: JSON.stringify(document) };
  return new Promise((resolve, reject) => {
    type Done = (error: Error | null, result: { output: { data: Item }[] }) => void;
    const done: Done = (error, result) => (error === null ? resolve(result.output[0]?.data ?? {}) : reject(error));
    converter.convertV2(input, { parametersResolution }, done);
  });
}

function runWithNewman(collection: Item, variables: Readonly<Record<string, string>>): Promise<readonly Execution[]> {
  const envVar = Object.entries(variables).map(([key, value]) => ({ key, value }));
  return new Promise((resolve, reject) => {
    type Done = (error: Error | null, summary: { run: { executions: readonly Execution[] } }) => void;
    const done: Done = (error, { run }) => (error === null ? resolve(run.executions) : reject(error));
    newman.run({ collection, envVar }, done);
  });
}

/** Leaves out the stream of events: newman would wait for its end. */
function withoutStream(folder: Item): Item {
  const isStream = ({ request }: Item) => request?.url.path.join('/') === '__mock/events';
  const { item } = folder;
  return item === undefined ? folder : { ...folder, item: item.filter((one) => !isStream(one)).map(withoutStream) };
}

/** Leaves out the query parameters of control calls, which are made up and optional, except those of the example of explain. */
function withoutControlQueries({ item = [], request }: Item): void {
  // DELETE /__mock/sessions would end the sessions of the requests after it.
  const path = request?.url.path.join('/');
  if (request !== undefined && path?.startsWith('__mock/') && path !== '__mock/explain') {
    const endsAll = request.method === 'DELETE' && path === '__mock/sessions';
    request.url.query = endsAll ? [{ key: 'sessions', value: 'none' }] : [];
  }
  item.forEach(withoutControlQueries);
}

function sessionHeadersOf({ item = [], request }: Item): { value: string }[] {
  const own = request?.header.filter(({ key }) => key === 'X-Mock-Session') ?? [];
  return [...own, ...item.flatMap(sessionHeadersOf)];
}

/** Requests for which the document has no example, so that the collection contains made-up names and bodies. */
const withoutExamples = [
  'DELETE /__mock/fault-profiles/string 404',
  'POST /__mock/changes 400',
  'POST /__mock/restore 400',
  'POST /__mock/trace/end 400',
  'GET /__mock/snapshots/:name 404',
  'GET /__mock/snapshots/:name/changes 404',
  'DELETE /__mock/snapshots/:name 404',
  'POST /__mock/snapshots/:name/restore 404',
  'DELETE /__mock/faults/:id 404',
  'POST /__mock/faults/:id/release 404',
  'POST /__mock/faults/held/:entry/release 404',
  'GET /__mock/requests/:id 404',
  'GET /__mock/requests/:id/curl 404',
  'GET /__mock/sessions/:id 404',
  'DELETE /__mock/sessions/:id 404',
  'GET /__mock/openapi/:document 404',
];

it('every request with an example in a Postman collection succeeds, and Prism accepts every answer', async () => {
  const mock = createMock({ scenario: newsroom });
  const collection = withoutStream(await collectionOf(await mock.openapi(), 'Example'));
  // Each request gets a session of its own, so that it does not depend on those before it.
  for (const [i, header] of sessionHeadersOf(collection).entries()) {
    header.value = `request-${i}`;
    mock.sessions.create(header.value);
  }
  withoutControlQueries(collection);
  const baseUrl = await serveThroughPrism(mock);
  const executions = await runWithNewman(collection, { baseUrl, bearerToken: mock.tokenFor('alice@acme.example') });
  expect(executions.length).toBeGreaterThan(150);
  const failed: string[] = [];
  for (const { request, response } of executions) {
    const said = `${request.method} ${request.url.getPath()} ${response?.code}`;
    expect(violationsIn(response?.headers.get('sl-violations') ?? null), said).toEqual([]);
    if (response?.code !== 200) failed.push(said);
  }
  expect(failed.map(withParameter).sort()).toEqual([...withoutExamples].sort());
});

/** The path with the last segment of a made-up name as in `withoutExamples`. */
function withParameter(request: string): string {
  return request
    .replace(/(snapshots)\/[^/ ]+/, '$1/:name')
    .replace(/requests\/string/, 'requests/:id')
    .replace(/faults\/held\/[^/ ]+/, 'faults/held/:entry')
    .replace(/(faults|sessions)\/(?!held\/)[^/ ]+/, '$1/:id')
    .replace(/openapi\/\S+/, 'openapi/:document');
}

it('a Postman collection without examples contains valid names of sessions', async () => {
  const headers = sessionHeadersOf(await collectionOf(await createMock().openapi('public-api'), 'Schema'));
  expect(headers.length).toBeGreaterThan(5);
  for (const { value } of headers) expect(value).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
});

/** The script that docs/reference/openapi.md says to enter. */
const preRequest = readFileSync(join(import.meta.dirname, 'postman-pre-request.js'), 'utf8').split('\n');

it.each(['public-api', 'user-data', 'user-preference'] as const)(
  'a Postman collection of %s runs in order as a whole, with the script of the docs and the variable bearerToken',
  async (service) => {
    const mock = createMock({ scenario: newsroom });
    const server = await createServer(mock, { port: 0 }).listen();
    onTestFinished(() => server.close());
    const document = await (await fetch(`${server.url}/__mock/openapi/${service}.json`)).json();
    const event = [{ listen: 'prerequest', script: { type: 'text/javascript', exec: preRequest } }];
    const collection: Item = { ...(await collectionOf(document, 'Example')), event };
    const executions = await runWithNewman(collection, { bearerToken: 'alice-token' });
    expect(executions.length).toBeGreaterThan(5);
    const said = executions.map(
      ({ request, response }) => `${request.method} ${request.url.getPath()} ${response?.code}`,
    );
    expect(said.filter((line) => !line.endsWith(' 200'))).toEqual([]);
  },
);
