import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { type AnsweredRequest, createServer, type ServerOptions } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectTo } from '../support/raw-http.js';

interface Data {
  readonly [name: string]: unknown;
  readonly session?: string;
  readonly total?: number;
  readonly data?: unknown;
}

type Result = { isError?: boolean; structuredContent?: Data; content: { type: string; text?: string }[] };

const mock = createMock({ scenario: newsroom });

async function serve(options: ServerOptions = {}) {
  const server = createServer(mock.fork(), { port: 0, ...options });
  await server.listen();
  onTestFinished(() => server.close());
  return server.url;
}

const revisions = { older: 'legacy', newer: { pin: '2026-07-28' } } as const;

async function assistant(url: string, revision: keyof typeof revisions, headers: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: revisions[revision] } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/__mock/mcp`), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  const use = async (name: string, given: Record<string, unknown> = {}) => {
    const {
      isError = false,
      structuredContent,
      content,
    } = (await client.callTool({ name, arguments: given })) as Result;
    return { isError, data: structuredContent ?? {}, text: content[0]?.text ?? '' };
  };
  return { client, use };
}

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

it('a session that has ended or was never created gets 404, but one that was created in another way is used', async () => {
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
  expect([await send(named), await send(named, 'DELETE'), await send(named)]).toEqual([200, 204, 404]);
});

describe('/__mock/mcp is refused where the control API is:', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
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
