import { execFileSync } from 'node:child_process';
import { createMock, type Mock, type MockOptions } from 'briefs-mock';
import { createFetchHandler } from 'briefs-mock/fetch';
import { createServer } from 'briefs-mock/server';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';
import { readingRoom } from '../support/reading-room.js';
import { runs } from '../support/state-runs.js';

type Command = { data: { command: string } };

/** Runs a command with a stand-in for curl, and returns the arguments that it gets. */
function argumentsOf(command: string, variables: Record<string, string> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const options = { env: { PATH: process.env.PATH, ...variables }, stdio: 'pipe' } as const;
  return String(execFileSync('sh', ['-c', script], options))
    .split('\0')
    .slice(0, -1);
}

/** The request that curl sends for these arguments. */
function requestOf(words: readonly string[]) {
  const rest = [...words];
  const headers: Record<string, string | null> = {};
  let method: string | undefined;
  let url = '';
  let body: string | undefined;
  let isGlobbing = true;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-X') method = rest.shift();
    else if (word === '--head') method = 'HEAD';
    else if (word === '--globoff') isGlobbing = false;
    else if (word === '--data-raw') body = rest.shift();
    else if (word === '-H') {
      const [, name = '', sign, value = ''] = /^([^:;]+)([:;]) ?(.*)$/s.exec(rest.shift() ?? '') ?? [];
      headers[name] = sign === ':' && value === '' ? null : value;
    } else url = word;
  }
  if (isGlobbing) expect(url).not.toMatch(/[[\]{}]/);
  if (body !== undefined)
    headers['content-type'] ??= 'content-type' in headers ? null : 'application/x-www-form-urlencoded';
  else headers['content-type'] ??= null;
  return { method: method ?? (body === undefined ? 'GET' : 'POST'), url, headers, body };
}

/** A mock behind a server. */
interface Started {
  readonly mock: Mock;
  readonly url: string;
}

async function start(options: MockOptions = {}): Promise<Started> {
  const mock = createMock({ scenario: readingRoom, ...options });
  const server = await createServer(mock, { port: 0 }).listen();
  onTestFinished(() => server.close());
  return { mock, url: server.url };
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

const json = { 'content-type': 'application/json' };
const asAnn = { authorization: 'Bearer ann-token' };

/** The answer to the control call that asks for the command of the last request. */
async function askFor({ mock, url }: Started, headers = {}): Promise<Response> {
  return fetch(`${url}/__mock/requests/${mock.requests.all().at(-1)?.id}/curl`, { headers });
}

async function commandOf(started: Started): Promise<string> {
  return ((await (await askFor(started)).json()) as Command).data.command;
}

/** Sends a request, and again as its command does. Returns both as the trace has them. */
async function twice(started: Started, path: string, sent: Sent): Promise<[object, object]> {
  const { mock, url } = started;
  await fetch(url + path, sent);
  const { url: address, method, headers, body = null } = requestOf(argumentsOf(await commandOf(started)));
  expect(address.startsWith(`${url}/`)).toBe(true);
  const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== null);
  // Bytes, since a text body would set its own content type.
  await fetch(address, { method, headers: given, body: body === null ? null : new TextEncoder().encode(body) });
  return tracedOf(mock);
}

function tracedOf(mock: Mock): [object, object] {
  const [first, second] = mock
    .trace()
    .entries.flatMap(({ kind, ...entry }) => (kind === 'request' && 'headers' in entry ? [entry] : []))
    .slice(-2)
    .map(({ method, path, headers, body, text }) => ({ method, path, headers, body, text }));
  return [first ?? {}, second ?? {}];
}

const odd = `It's "5 $HOME" \`id\` \\n $(id) !! ; & | * ? ~ # %41\n\ttab é 日本 🙂`;

describe('The command of GET /__mock/requests/:id/curl', () => {
  const application = '/user-data/v1/application';
  const post = (body: string, headers: Record<string, string> = json) => ({ method: 'POST', headers, body });
  const entitled = '/user-data/v1/application-entitled-brief?email=ann@reader.example';

  it.each<[string, Sent]>([
    ['/public-api/v1/brief', { headers: asAnn }],
    ['/public-api/v1/brief/morning', { method: 'HEAD', headers: asAnn }],
    ['/public-api/v1/bookmark/morning/1-104', { method: 'POST', headers: { ...asAnn, ...json } }],
    ['/public-api/v1/bookmark/morning/1-104', { method: 'DELETE', headers: asAnn }],
    ["/user-data/v1/user?q=it's&a[]=1&b={2}&c=%26%20&token=t", {}],
    ["/user-data/v1/it's%2Fa%20path/%25/%E2%82%AC", {}],
    [application, post(JSON.stringify({ name: odd }))],
    [application, post(odd)],
    [application, post('@file')],
    [application, post(JSON.stringify([{ name: '[hidden]', token: 'x' }]))],
    [application, post('[]', { 'content-type': 'text/plain; charset="utf-8"' })],
    ['/user-data/v1/user/1', { method: 'PUT', headers: json, body: '{"lname":"Ek"}' }],
    [entitled, { headers: { 'x-request-from': '' } }],
    [entitled, { headers: { 'x-request-from': odd.replace(/[^ -~]/g, '') } }],
  ])('makes the same request again: %s %j', async (path, sent) => {
    const [first, second] = await twice(await start(), path, sent);
    expect(first).toMatchObject({ method: sent.method ?? 'GET' });
    expect(second).toEqual(first);
  });

  it('sends no content type if the request had none', async () => {
    const body = new TextEncoder().encode('[]');
    const [first, second] = await twice(await start(), application, { method: 'POST', body });
    expect(first).toMatchObject({ body: [] });
    expect(first).toHaveProperty('headers', {});
    expect(second).toEqual(first);
  });

  it('names the session of the request', async () => {
    const started = await start();
    const headers = { 'x-mock-session': 'worker-1' };
    await fetch(`${started.url}/__mock/s/worker-1/public-api/v1/brief`, { headers: asAnn });
    const { mock } = started;
    const answer = await askFor({ ...started, mock: mock.sessions.get('worker-1') }, headers);
    const again = requestOf(argumentsOf(((await answer.json()) as Command).data.command));
    expect(again.url).toBe(`${started.url}/public-api/v1/brief`);
    expect(again.headers).toMatchObject({ ...headers, ...asAnn });
  });

  it('has variables in place of tokens of other systems, and does not run without them', async () => {
    const started = await start({ behavior: { tokens: 'jwt' } });
    const jwt = `eyJhbGciOiJIUzI1NiJ9.${btoa('{"email":"ann@reader.example"}')}.c2lnbmF0dXJl`;
    await fetch(`${started.url}/public-api/v1/brief`, { headers: { authorization: `Bearer ${jwt}` } });
    const command = await commandOf(started);
    expect(command).not.toContain('c2lnbmF0dXJl');
    expect(() => argumentsOf(command)).toThrow('SECRET1');
    const { headers } = requestOf(argumentsOf(command, { SECRET1: 'c2lnbmF0dXJl' }));
    expect(headers.authorization).toBe(`Bearer ${jwt}`);
  });

  it('without a trace, has the headers and the body of the journal, and variables in place of all secrets', async () => {
    const started = await start({ history: false });
    const body = JSON.stringify({ name: "it's", password: 'p', list: [{ apiKey: 'k' }] });
    const headers = { ...json, authorization: 'Bearer s3cret', cookie: 'a=b' };
    await fetch(`${started.url}${application}?q='$&token=t&q=2`, { method: 'POST', headers, body });
    const command = await commandOf(started);
    for (const secret of ['s3cret', 'a=b', 'token=t', '"p"', '"k"']) expect(command).not.toContain(secret);
    const secrets = { SECRET1: 't', SECRET2: 'Bearer s3cret', SECRET3: 'p', SECRET4: 'k' };
    const again = requestOf(argumentsOf(command, secrets));
    expect(again).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer s3cret' }, body });
    expect([...new URL(again.url).searchParams]).toEqual([
      ['q', "'$"],
      ['q', '2'],
      ['token', 't'],
    ]);
    expect(again.headers).not.toHaveProperty('cookie');
  });

  it('without a trace, has the path as it was sent', async () => {
    const started = await start({ history: false });
    const path = '/public-api/v1/brief/bo%40acme.example/a%2Fb%25c%20%C3%A9';
    await fetch(started.url + path, { headers: asAnn });
    expect(requestOf(argumentsOf(await commandOf(started), { SECRET1: 'x' })).url).toBe(started.url + path);
  });

  it('after a reset, is that of the new request with the same id', async () => {
    const started = await start();
    await fetch(`${started.url}/public-api/v1/brief`, { headers: asAnn });
    started.mock.reset();
    await fetch(`${started.url}/public-api/v1/brief`, { headers: { authorization: 'Bearer ben-token' } });
    expect(await commandOf(started)).toContain('ben-token');
  });

  it('after a reset, is that of the new request with the same id also if that was rejected', async () => {
    const started = await start();
    await fetch(`${started.url}/public-api/v1/brief?n=1`, { headers: asAnn });
    started.mock.reset();
    await fetch(`${started.url}/public-api/v1/brief?n=2`, { headers: { 'x-mock-session': 'a b' } });
    expect(await commandOf(started)).toContain('?n=2');
  });

  it.each(['"text"', 'text', '"{}"', '{'])('without a trace, has the body %s as it was sent', async (body) => {
    const started = await start({ history: false });
    await fetch(started.url + application, post(body));
    expect(requestOf(argumentsOf(await commandOf(started))).body).toBe(body);
  });

  it.each<[MockOptions, Sent, RegExp]>([
    [{}, post('"\0"'), /: its body contains a NUL character, which a command cannot contain$/],
    [
      {},
      { method: 'POST', body: new Uint8Array([0x22, 0xff]) },
      /: its body could not be read: The request body is not valid/,
    ],
    [{ history: false }, post(JSON.stringify({ name: 'x'.repeat(20_000) })), /: its body was cut off$/],
    [{ history: false, journal: { bodies: false } }, {}, /: its headers and body are no longer kept$/],
  ])('does not exist if the headers or the body are not kept: %j', async (options, sent, why) => {
    const started = await start(options);
    await fetch(started.url + application, sent);
    const answer = await askFor(started);
    expect(answer.status).toBe(404);
    expect(((await answer.json()) as ControlFailure).error.message).toMatch(why);
  });
});

describeControl('GET /__mock/requests/:id/curl', (open) => {
  it('answers a command in one line', async () => {
    const { mock, url, ann, send } = await open();
    await ann.get('/brief/morning');
    const { id } = mock.requests.all()[0] ?? {};
    const { json } = await send<Command>('GET', `/__mock/requests/${id}/curl`);
    const header = "-H 'authorization: Bearer ann-token'";
    expect(json.data.command).toBe(`curl ${url}/public-api/v1/brief/morning ${header}`);
  });

  it('gets 404 for an unknown request', async () => {
    const { send } = await open();
    const { status, json } = await send<ControlFailure>('GET', '/__mock/requests/99/curl');
    expect([status, json.error.message]).toEqual([404, 'There is no request "99" in the journal']);
  });
});

describe('The URL of a curl command', () => {
  it('is that of the proxy, if the server has a public URL', async () => {
    const mock = createMock({ scenario: readingRoom });
    const publicUrl = 'https://mock.example/team';
    const server = await createServer(mock, { port: 0, publicUrl, control: { token: 's3cret' } }).listen();
    onTestFinished(() => server.close());
    await fetch(`${server.url}/public-api/v1/brief`, { headers: { authorization: 'Bearer ann-token' } });
    const response = await fetch(`${server.url}/__mock/requests/1/curl`, {
      headers: { authorization: 'Bearer s3cret' },
    });
    const { data } = (await response.json()) as Command;
    expect(data.command).toMatch(/^curl https:\/\/mock\.example\/team\/public-api\/v1\/brief /);
  });

  it.each(['https://app.example/api/mock', 'https://app.example'])(
    'has the mount of a handler, whether or not the framework has removed it: %s',
    async (address) => {
      const options = { mount: '/api/mock', control: { token: 's3cret' } };
      const handle = createFetchHandler(createMock({ scenario: readingRoom }), options);
      await handle(new Request(`${address}/public-api/v1/brief`, { headers: asAnn }));
      const headers = { authorization: 'Bearer s3cret' };
      const answer = await handle(new Request(`${address}/__mock/requests/1/curl`, { headers }));
      const { url } = requestOf(argumentsOf(((await answer.json()) as Command).data.command));
      expect(url).toBe('https://app.example/api/mock/public-api/v1/brief');
    },
  );
});

it('A command gives curl every text of a body and a query as it was', async () => {
  const mock = createMock();
  const text = fc.string({ unit: fc.constantFrom(...`abc'"\`\\$(){}[]<>|&;*?~#!=%-@:\n\r\t 0é🙂`) });
  const sent = fc.sample(fc.tuple(text, text), runs('curl', 400, 100));
  const commands: string[] = [];
  for (const [name, query] of sent) {
    const body = JSON.stringify({ name, text: query });
    await mock.fetch(`http://mock.example/user-data/v1/application?q=${encodeURIComponent(query)}#x`, {
      method: 'POST',
      body,
    });
    const id = mock.requests.all({ limit: 1 })[0]?.entry;
    const response = await mock.fetch(`http://mock.example/__mock/requests/${id}/curl`);
    commands.push(((await response.json()) as Command).data.command);
  }
  const words = argumentsOf(commands.join('\n'));
  const starts = words.flatMap((word, i) => (word === '-X' ? [i] : []));
  const received = starts.map((start, i) => requestOf(words.slice(start, starts[i + 1])));
  expect(received.map(({ url, body = '' }) => [JSON.parse(body).name, new URL(url).searchParams.get('q')])).toEqual(
    sent,
  );
});
