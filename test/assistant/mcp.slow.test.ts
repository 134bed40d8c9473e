import { Client, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it, onTestFinished } from 'vitest';
import { bin, kill, run, startHere } from '../support/cli.js';

/** What the tests look at in the results of the tools. */
interface Data {
  readonly [name: string]: unknown;
  readonly status?: number;
  readonly id?: string;
  readonly total?: number;
  readonly session?: string;
  readonly data?: unknown;
}

type Result = { isError?: boolean; structuredContent?: Data; content: { type: string; text?: string }[] };

/** An assistant that has started `briefs-mock mcp`. */
async function assistant(args: readonly string[] = [], mode: VersionNegotiationMode = 'legacy') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp', ...args] }));
  onTestFinished(() => client.close());
  const use = async (name: string, given: Record<string, unknown> = {}) => {
    const { isError, structuredContent, content } = (await client.callTool({ name, arguments: given })) as Result;
    return { isError, data: structuredContent ?? {}, text: content[0]?.text ?? '' };
  };
  return { client, use };
}

it('an assistant lists the tools, makes a person see a brief in a fork, and drops it', async () => {
  const { client, use } = await assistant();
  const { tools } = await client.listTools();
  // Four characters make about one token.
  expect(JSON.stringify(tools).length / 4).toBeLessThan(6_000);

  const { data: overview } = await use('overview');
  expect(overview).toMatchObject({ scenario: 'newsroom', tables: { brief: expect.any(Number) } });
  const { data: fork } = await use('fork');
  const made = await use('write', {
    changes: [{ table: 'brief', create: { name: 'Harbour Watch', is_public: true } }],
    ...fork,
  });
  expect(made.data).toMatchObject({ data: [{ name: 'Harbour Watch' }] });
  expect((await use('records', { table: 'brief', search: 'Harbour Watch', ...fork })).data.total).toBe(1);
  expect((await use('records', { table: 'brief', search: 'Harbour Watch' })).data.total).toBe(0);
  expect((await use('fork', { drop: fork.session })).isError).toBeFalsy();
});

it('an assistant of the newer revision has the same tools, resources and prompts, in a session of its own', async () => {
  const { client, use } = await assistant([], { pin: '2026-07-28' });
  expect((await client.listTools()).tools.length).toBe(21);
  expect((await client.listResources()).resources.length).toBeGreaterThan(40);
  expect((await use('make', { maker: 'brief', values: { name: 'Harbour Watch' } })).isError).toBeFalsy();
  expect((await use('records', { table: 'brief', search: 'Harbour Watch' })).data.total).toBe(1);
  const read = await client.readResource({ uri: 'mock://snapshot' });
  expect(JSON.stringify(read.contents)).toContain('Harbour Watch');
  const prompt = await client.getPrompt({ name: 'write-test', arguments: { runner: 'playwright' } });
  expect(JSON.stringify(prompt.messages)).toContain('Harbour Watch');
});

it('with --slim, a list of at most 1,200 tokens has one tool, which runs the others', async () => {
  const { client, use } = await assistant(['--slim']);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['use']);
  // Four characters make about one token.
  expect(JSON.stringify(tools).length / 4).toBeLessThan(1_200);
  expect((await use('use', { tool: 'records' })).data).toMatchObject({
    description: expect.stringContaining('Records of a table'),
    input: { properties: { table: { type: 'string' } } },
  });
  expect((await use('use', { tool: 'records', input: { table: 'brief' } })).data.total).toBe(14);
  expect(await use('use', { tool: 'records', input: {} })).toMatchObject({
    isError: true,
    text: expect.stringContaining('the input of records is not valid:\n- table: '),
  });
  expect(await use('use', { tool: 'nothing' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('the tools are overview,'),
  });
});

it('an assistant finds out why a request was refused, and every text has at most 40 lines', async () => {
  const { use } = await assistant();
  const { data: answer } = await use('request', { path: '/public-api/v1/brief' });
  expect(answer.status).toBe(401);
  const found = await use('find_requests', { status: 401 });
  expect(found.data.data).toMatchObject([{ id: answer.id, reason: expect.any(String) }]);
  const explained = await use('explain_request', { id: answer.id });
  expect(explained.data).toMatchObject({ request: { status: 401 }, curl: expect.stringContaining('curl') });
  const calls: [string, object][] = [
    ['overview', {}],
    ['routes', { limit: 30 }],
    ['records', { table: 'brief', limit: 30 }],
    ['changes', {}],
    ['history', {}],
    ['write_test', { runner: 'vitest' }],
  ];
  for (const [name, given] of calls) {
    const { text, isError } = await use(name, { ...given });
    expect({ name, isError: isError ?? false, text }).toMatchObject({ name, isError: false });
    expect(text.split('\n').length).toBeLessThanOrEqual(40);
  }
  expect(await use('records', { table: 'nowhere' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('must be one of'),
  });
});

it('the tools are refused where the control API is, and two assistants do not see each other', async () => {
  const { url } = await startHere(['--control-token', 'a-control-token']);
  const stranger = await assistant(['--url', url]);
  expect(await stranger.use('reset')).toMatchObject({ isError: true, text: expect.stringContaining('control token') });
  const [one, two] = await Promise.all(
    [0, 1].map(() => assistant(['--url', url, '--control-token', 'a-control-token'])),
  );
  expect((await one?.use('overview'))?.data).toMatchObject({ baseUrl: url });
  await one?.use('write', { changes: [{ table: 'brief', create: { name: 'Harbour Watch', is_public: true } }] });
  const seen = (session?: string) => ({ table: 'brief', search: 'Harbour Watch', ...(session && { session }) });
  expect((await one?.use('records', seen()))?.data.total).toBe(1);
  expect((await two?.use('records', seen()))?.data.total).toBe(0);
  expect((await two?.use('records', seen('default')))?.data.total).toBe(0);
});

it('an assistant learns once that its session was deleted on the server', async () => {
  const { url } = await startHere([]);
  const { use } = await assistant(['--url', url]);
  await use('make', { maker: 'brief', values: { name: 'Harbour Watch' } });
  await fetch(`${url}/__mock/sessions`, { method: 'DELETE' });
  const lost = { isError: true, text: expect.stringMatching(/^your session mcp-[-\da-f]+ has ended.*it was deleted/) };
  expect(await use('reset')).toMatchObject(lost);
  expect((await use('records', { table: 'brief', search: 'Harbour Watch' })).data.total).toBe(0);
});

it.each(['a server', 'the mock of the command'])(
  'request answers the id also if the connection to %s breaks',
  async (which) => {
    const { use } = await assistant(which === 'a server' ? ['--url', (await startHere([])).url] : []);
    const path = '/public-api/v1/brief';
    await use('faults', { add: { path, abort: true } });
    const { data } = await use('request', { path });
    const found = await use('find_requests', { status: 0 });
    expect([data.status, found.data.data]).toEqual([0, [expect.objectContaining({ id: data.id, path })]]);
  },
);

/** Runs `briefs-mock mcp` with these messages as its whole input. */
function runWith(messages: readonly object[], args: readonly string[] = []) {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const opening = [{ id: 1, method: 'initialize', params }, { method: 'notifications/initialized' }];
  const ran = run(['mcp', ...args]);
  onTestFinished(() => kill(ran));
  const lines = [...opening, ...messages].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  ran.child.stdin?.end(lines.join(''));
  return ran;
}

const overview = { method: 'tools/call', params: { name: 'overview', arguments: {} } };

it('when the input ends, the requests in it are answered, and the session ends', async () => {
  const { url } = await startHere([]);
  const ran = runWith(
    [
      { id: 2, method: 'tools/list' },
      { id: 3, ...overview },
    ],
    ['--url', url],
  );
  expect(await ran.exit).toBe(0);
  const answers = ran
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  expect(answers.find(({ id }) => id === 3).result.structuredContent).toMatchObject({ scenario: 'newsroom' });
  const { data } = await (await fetch(`${url}/__mock/sessions`)).json();
  expect(data).toEqual([]);
});
