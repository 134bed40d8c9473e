import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMock, type SessionOptions } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { type AnsweredRequest, createServer, type ServerOptions } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectTo } from '../support/raw-http.js';
import { stopMachine } from '../support/session-machine.js';

interface Data {
  readonly [name: string]: unknown;
  readonly session?: string;
  readonly total?: number;
  readonly data?: unknown;
}

type Result = { isError?: boolean; structuredContent?: Data; content: { type: string; text?: string }[] };

const mock = createMock({ scenario: newsroom });

async function serve(options: ServerOptions = {}, sessions?: SessionOptions) {
  const served = sessions === undefined ? mock.fork() : createMock({ scenario: newsroom, sessions });
  const server = createServer(served, { port: 0, ...options });
  await server.listen();
  onTestFinished(() => server.close());
  return server.url;
}

const revisions = { older: 'legacy', newer: { pin: '2026-07-28' } } as const;

async function assistant(url: string, revision: keyof typeof revisions, headers: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: revisions[revision] } });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/__mock/mcp`), { requestInit: { headers } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const use = async (name: string, given: Record<string, unknown> = {}) => {
    const {
      isError = false,
      structuredContent,
      content,
    } = (await client.callTool({ name, arguments: given })) as Result;
    return { isError, data: structuredContent ?? {}, text: content[0]?.text ?? '' };
  };
  return { client, transport, use };
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

const created = { changes: [{ table: 'brief', create: { name: 'Harbour Watch', is_public: true } }] };
const search = { table: 'brief', search: 'Harbour Watch' };

describe.each(['older', 'newer'] as const)('in the %s revision of the protocol', (revision) => {
  it('a client lists tools, resources and prompts, and reads each', async () => {
    const url = await serve();
    const { client, use } = await assistant(url, revision, { 'x-mock-session': 'mine' });
    const { tools } = await client.listTools();
    expect(tools.length).toBe(21);
    expect(tools.filter(({ outputSchema, annotations }) => outputSchema && annotations).length).toBe(21);
    expect((await use('overview')).data).toMatchObject({ baseUrl: url, scenario: 'newsroom', session: 'mine' });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('mock://docs/reference/faults');
    const uris = [
      'mock://docs/reference/faults',
      'mock://decisions',
      'mock://openapi',
      'mock://trace',
      'mock://snapshot',
    ];
    for (const uri of uris) {
      const { contents } = await client.readResource({ uri });
      expect([uri, (contents[0] as { text: string }).text.length > 100]).toEqual([uri, true]);
    }
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['write-test', 'debug-refusal', 'make-scenario']);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect([...resources, ...resourceTemplates, ...prompts].filter(({ description }) => !description)).toEqual([]);
    const prompt = await client.getPrompt({ name: 'write-test', arguments: { runner: 'vitest' } });
    expect(JSON.stringify(prompt.messages)).toContain('setupMock');
  });

  it('the text of a long result names the resource that has all of it', async () => {
    const { client, use } = await assistant(await serve(), revision, { 'x-mock-session': 'mine' });
    await use('make', { maker: 'brief', count: 100 });
    const [cut = ''] = (await use('changes', { since: 0 })).text.split('\n').slice(-1);
    const [, uri = ''] = /^… \d+ more lines; all of it: (mock:.*)$/.exec(cut) ?? [];
    const { contents } = await client.readResource({ uri });
    expect(JSON.parse((contents[0] as { text: string }).text).data.tables.brief.length).toBe(100);
    const write = `mock://results/reset/${encodeURIComponent('{}')}`;
    await expect(client.readResource({ uri: write })).rejects.toThrow('changes something');
  });

  it('a resource that does not exist is answered with the code -32602, and says what there is', async () => {
    const { client } = await assistant(await serve(), revision, { 'x-mock-session': 'mine' });
    const missing: [string, string][] = [
      ['mock://nothing', 'Resource not found'],
      ['mock://docs/nothing', 'the pages are tutorials/'],
      ['mock://snapshots/nothing', 'nothing'],
      ['mock://results/nothing/%7B%7D', 'the tools are overview'],
      ['mock://results/records/x', 'must be the input of the tool, as JSON'],
      ['mock://results/records/%7B%7D', 'the input of records is not valid'],
      ['mock://results/explain_request/%7B%22id%22%3A%22x%22%7D', 'find_requests lists the requests'],
    ];
    for (const [uri, message] of missing) {
      const error = await client.readResource({ uri }).catch((thrown) => thrown);
      expect([uri, error]).toMatchObject([uri, { code: -32602, message: expect.stringContaining(message) }]);
    }
  });

  it('two assistants and the tests beside them do not see each other', async () => {
    const url = await serve();
    const named = (name: string) => (revision === 'newer' ? { 'x-mock-session': name } : undefined);
    const one = await assistant(url, revision, named('one'));
    const two = await assistant(url, revision, named('two'));
    await one.use('write', created);
    expect((await one.use('records', search)).data.total).toBe(1);
    expect((await two.use('records', search)).data.total).toBe(0);
    expect((await two.use('records', { ...search, session: 'default' })).data.total).toBe(0);
    const count = async (session?: string) => {
      const headers = { ...(session !== undefined && { 'x-mock-session': session }) };
      const found = await fetch(`${url}/__mock/data/brief?search=Harbour%20Watch`, { headers });
      return (await found.json()).total;
    };
    expect(await count()).toBe(0);
    await fetch(`${url}/__mock/reset`, { method: 'POST' });
    expect((await one.use('records', search)).data.total).toBe(1);
  });
});

it('an assistant of the newer revision that names no session gets a message that says how to get one', async () => {
  const { use } = await assistant(await serve(), 'newer');
  expect(await use('reset')).toMatchObject({ isError: true, text: expect.stringContaining('call fork') });
  const { session } = (await use('fork')).data;
  expect(await use('write', { ...created, session })).toMatchObject({ isError: false });
  expect((await use('records', { ...search, session })).data.total).toBe(1);
});

it('an assistant of the older revision ends its session with a DELETE', async () => {
  const url = await serve();
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/__mock/mcp`));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  await client.callTool({ name: 'write', arguments: created });
  const sessions = async () => (await (await fetch(`${url}/__mock/sessions`)).json()).total;
  expect(await sessions()).toBe(1);
  await transport.terminateSession();
  expect(await sessions()).toBe(0);
  await client.close();
});

it('a session that has ended or that no assistant got when it connected gets 404, and stays', async () => {
  const url = await serve();
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'history', arguments: {} } };
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const send = async (headers: Record<string, string>, method = 'POST') => {
    const body = method === 'POST' ? JSON.stringify(list) : null;
    return (await fetch(`${url}/__mock/mcp`, { method, headers: { ...json, ...headers }, body })).status;
  };
  const named = { 'mcp-session-id': 'mine' };
  expect([await send(named), await send(named, 'DELETE')]).toEqual([404, 404]);
  expect(await send({ 'mcp-session-id': '../requests' }, 'DELETE')).toBe(404);
  const sessions = async () => (await (await fetch(`${url}/__mock/sessions`)).json()).total;
  expect(await sessions()).toBe(0);
  expect(await send({ ...named, 'x-mock-session': 'other' })).toBe(200);
  await fetch(`${url}/__mock/sessions`, { method: 'POST', headers: json, body: '{"id":"mine"}' });
  expect([await send(named), await send(named, 'DELETE'), await sessions()]).toEqual([404, 404, 2]);
  const { transport } = await assistant(url, 'older');
  const assigned = { 'mcp-session-id': transport.sessionId ?? '' };
  expect([await send(assigned), await send(assigned, 'DELETE'), await send(assigned)]).toEqual([200, 204, 404]);
});

it('no session has the id of one before a restart', async () => {
  const ids = [await serve(), await serve()].map(async (url) => {
    const { transport, use } = await assistant(url, 'older');
    return [transport.sessionId, (await use('fork')).data.session];
  });
  const all = (await Promise.all(ids)).flat();
  expect([all.length, new Set(all).size, all.includes(undefined)]).toEqual([4, 4, false]);
});

it('each request of an assistant is a use of its session', async () => {
  const pass = stopMachine();
  const url = await serve({}, { idleSeconds: 60 });
  const assistants = [await assistant(url, 'older'), await assistant(url, 'older', { 'x-mock-session': 'mine' })];
  for (const { use } of assistants) await use('write', created);
  for (const tool of ['routes', 'routes', 'records']) {
    pass(40);
    for (const { use } of assistants)
      expect(await use(tool, tool === 'routes' ? {} : search)).toMatchObject({
        data: { total: tool === 'routes' ? expect.any(Number) : 1 },
      });
  }
});

it('an assistant learns once that its session was lost, and nothing is done in the new one', async () => {
  const url = await serve({}, { max: 1 });
  const { use } = await assistant(url, 'older', { 'x-mock-session': 'mine' });
  await use('write', created);
  await fetch(`${url}/__mock/sessions`, { method: 'POST' });
  expect(await use('write', created)).toMatchObject({
    isError: true,
    text: expect.stringMatching(/your session mine has ended.*the limit of 1 sessions was reached.*call again/),
  });
  expect((await use('records', search)).data.total).toBe(0);
});

it('the sessions of assistants count for the address of their clients', async () => {
  const url = await serve();
  const { use } = await assistant(url, 'older');
  await use('fork');
  await (await assistant(url, 'older', { 'x-mock-session': 'mine' })).use('overview');
  const { data } = await (await fetch(`${url}/__mock/sessions`)).json();
  expect(data.map(({ client }: { client?: string }) => client)).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
});

describe('a connection is refused as the control API refuses a new session:', () => {
  const connect = async (url: string, headers: Record<string, string> = {}) => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => print.mockRestore());
    const accept = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const init = { method: 'POST', headers: { ...accept, ...headers }, body: JSON.stringify(initialize) };
    const response = await fetch(`${url}/__mock/mcp`, init);
    const text = await response.text();
    expect(print).not.toHaveBeenCalled();
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
  };
  const addFault = (url: string, effect: object) =>
    fetch(`${url}/__mock/faults`, { method: 'POST', body: JSON.stringify({ path: '/__mock/*', ...effect }) });

  it('at the limit of sessions', async () => {
    const url = await serve({}, { max: 1, activeSeconds: 100 });
    expect((await connect(url)).status).toBe(200);
    const refused = await connect(url);
    expect(refused).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
    expect(JSON.parse(refused.text).error.code).toBe('unavailable');
  });

  it('by fault rules', async () => {
    const url = await serve();
    await addFault(url, { status: 429, times: 1 });
    expect((await connect(url)).status).toBe(429);
    await addFault(url, { malformed: true, times: 1 });
    expect((await connect(url)).text).toMatch(/^{"data":[^}]*$/);
    await addFault(url, { abort: true, times: 1 });
    await expect(connect(url)).rejects.toThrow('fetch failed');
    expect((await connect(url)).status).toBe(200);
  });

  it('with an invalid name of a session', async () => {
    const url = await serve();
    for (const name of ['a b', '', '..']) {
      const { status, text } = await connect(url, { 'x-mock-session': name });
      expect([status, JSON.parse(text).error.message]).toEqual([
        400,
        expect.stringMatching(/^X-Mock-Session: must be a name/),
      ]);
    }
    expect((await connect(`${url}/__mock/s/a%20b`)).status).toBe(400);
  });

  it('with an encoded body, or one of more than 4 MiB', async () => {
    const url = await serve();
    expect((await connect(url, { 'content-encoding': 'gzip' })).status).toBe(415);
    const body = ' '.repeat(4 * 1024 * 1024 + 1);
    expect((await fetch(`${url}/__mock/mcp`, { method: 'POST', body })).status).toBe(413);
  });

  it('at an encoded path too', async () => {
    const url = (await serve()).concat('/%5F%5Fmock/mcp');
    expect((await fetch(url)).status).toBe(405);
  });
});

it.each<['older' | 'newer', string, (client: Client, call: AbortController) => unknown]>([
  ['older', 'goes away', (client) => client.close()],
  ['newer', 'cancels it', (_, call) => call.abort()],
])('a call in the %s revision that is held back ends if its client %s', async (revision, _, leave) => {
  const url = await serve();
  const { client, use } = await assistant(url, revision, { 'x-mock-session': 'mine' });
  const path = '/public-api/v1/brief';
  await use('faults', { add: { path, hold: true } });
  const held = async () => {
    const answer = await fetch(`${url}/__mock/faults/held`, { headers: { 'x-mock-session': 'mine' } });
    return (await answer.json()).data.length;
  };
  const controller = new AbortController();
  const { signal } = controller;
  const failed = expect(client.callTool({ name: 'request', arguments: { path } }, { signal })).rejects.toThrow();
  await expect.poll(held).toBe(1);
  await leave(client, controller);
  await failed;
  await expect.poll(held).toBe(0);
});

it('no list changes, and a prompt rejects unknown arguments', async () => {
  const { client } = await assistant(await serve(), 'older');
  const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
  expect([tools, resources, prompts]).toEqual(Array(3).fill({ listChanged: false }));
  await expect(client.getPrompt({ name: 'debug-refusal', arguments: { id: '1' } })).rejects.toThrow('id');
});

describe('/__mock/mcp is refused where the control API is:', () => {
  const call = async (options: ServerOptions, headers: Record<string, string> = {}) => {
    const url = await serve(options);
    const init = (body: object) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(body),
    });
    const mcp = await fetch(`${url}/__mock/mcp`, init(initialize));
    const control = await fetch(`${url}/__mock/reset`, init({}));
    return [mcp.status, control.status];
  };
  const token = { control: { token: 'a-control-token' } };

  it.each<[string, ServerOptions, Record<string, string>, number]>([
    ['without the control token', token, {}, 401],
    ['with another token', token, { authorization: 'Bearer other' }, 401],
    ['with the control token', token, { authorization: 'Bearer a-control-token' }, 200],
    ['without a control API', { control: false }, {}, 404],
    ['from a page of another origin', {}, { origin: 'http://evil.example' }, 403],
    ['from a link of another page', {}, { 'sec-fetch-site': 'cross-site' }, 403],
    ['as a visitor of a demo', { visitors: true }, {}, 404],
    ['on its own machine', {}, {}, 200],
  ])('%s', async (_, options, headers, status) => {
    expect(await call(options, headers)).toEqual([status, status]);
  });
});

it('a request with another method, or of a client that goes away, is not an error of the mock', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => print.mockRestore());
  const statuses: (number | null)[] = [];
  const url = await serve({ onRequest: ({ status }: AnsweredRequest) => void statuses.push(status) });
  for (const method of ['GET', 'PUT', 'TRACE']) {
    const traced = await connectTo(url);
    traced.write(`${method} /__mock/mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(await traced.ended()).toMatch(/^HTTP\/1\.1 405 [\s\S]*allow: POST, DELETE/);
  }
  const connection = await connectTo(url);
  connection.write('POST /__mock/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{');
  await connection.reset();
  await expect.poll(() => statuses).toEqual([405, 405, 405, null]);
  expect(print).not.toHaveBeenCalled();
});

it('a tool needs the control token for each call, and passes it on', async () => {
  const url = await serve({ control: { token: 'a-control-token' } });
  const { use } = await assistant(url, 'older', { authorization: 'Bearer a-control-token' });
  expect(await use('write', created)).toMatchObject({ isError: false });
  expect((await use('request', { path: '/public-api/v1/brief', as: 'dana@harbourquay.example' })).text).toContain(
    'status',
  );
});
