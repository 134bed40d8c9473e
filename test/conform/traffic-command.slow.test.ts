import { readFile, truncate, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it, onTestFinished } from 'vitest';
import { kill, ready, run, runHere, stop, temporaryFolder } from '../support/cli.js';
import { changeBody, Recorder } from '../support/recording.js';

const CLIENTS = '/user-data/v1/client';
const TOKEN = 'a-token-of-a-reader';

async function recording(): Promise<Recorder> {
  const recorder = new Recorder(createMock({ scenario: newsroom }));
  await recorder.send('GET', CLIENTS, undefined, { authorization: `Bearer ${TOKEN}` });
  await recorder.send('GET', CLIENTS);
  return recorder;
}

/** Runs `briefs-mock conform --har` on the entries. */
async function conformHar(entries: readonly object[], folder: string, ...args: string[]) {
  await writeFile(join(folder, 'recorded.har'), JSON.stringify({ log: { version: '1.2', entries } }));
  const { exit, output, errors } = runHere(['conform', '--har', 'recorded.har', ...args], {}, folder);
  return { code: await exit, output: output(), errors: errors() };
}

describe('briefs-mock conform --har', () => {
  it('prints each difference once, writes the reports and the baseline, and fails for new differences', async () => {
    const { entries } = await recording();
    const folder = await temporaryFolder();
    for (const entry of entries) changeBody(entry, ({ data }) => Object.assign(data[1], { created_at: TOKEN }));
    const files = ['--json', 'report.json', '--junit', 'report.xml'];
    const { code, output, errors } = await conformHar(entries, folder, ...files);
    expect([code, errors]).toEqual([1, '']);
    expect(output).toMatch(
      /data\[1\]\.created_at: is unknown; .* \(2 answers, the first: entry 1, 2026-03-04T00:00:00.000Z, GET \/user-data\/v1\/client 200\)\n/,
    );
    expect(output).toMatch(/recorded\.har: 1 of 2 cases agree, 1 differs, 0 could not tell; 2 requests\n$/);
    const written = await Promise.all(
      ['report.json', 'report.xml'].map((file) => readFile(join(folder, file), 'utf8')),
    );
    expect(JSON.parse(written[0] ?? '').results).toMatchObject([{ outcome: 'differs' }, { outcome: 'agrees' }]);
    expect([output, ...written].filter((text) => text.includes(TOKEN))).toEqual([]);

    const baseline = ['--baseline', 'known.json'];
    expect(await conformHar(entries, folder, ...baseline, '--write-baseline')).toMatchObject({ code: 0 });
    expect(await conformHar(entries, folder, ...baseline)).toMatchObject({
      code: 0,
      output: expect.stringContaining('known since'),
    });
  });

  it('expects the switches of the config file', async () => {
    const recorder = new Recorder(createMock({ scenario: newsroom, behavior: { apostropheKey: 'on' } }));
    await recorder.send('GET', '/user-preference/v1/generic-preference');
    const folder = await temporaryFolder();
    expect(await conformHar(recorder.entries, folder)).toMatchObject({ code: 1 });
    await writeFile(join(folder, 'briefs-mock.config.json'), '{ "behavior": { "apostropheKey": "on" } }');
    expect(await conformHar(recorder.entries, folder)).toMatchObject({ code: 0 });
  });

  it('exits with 9 for a recording without requests to the APIs', async () => {
    expect(await conformHar([], await temporaryFolder())).toMatchObject({ code: 9 });
  });

  it('says why a file cannot be read', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'broken.har'), '{"log": {"entries": [');
    await writeFile(join(folder, 'other.har'), '{"data": []}');
    await writeFile(join(folder, 'large.har'), '');
    await truncate(join(folder, 'large.har'), 300 * 1024 * 1024);
    for (const [file, message] of [
      ['broken.har', 'it is not valid JSON'],
      ['other.har', 'har.log: is required'],
      ['large.har', 'it has 300 MB, and at most 256 MB are read; filter the requests by the paths of the APIs'],
      ['missing.har', 'it does not exist'],
    ]) {
      const { exit, errors } = runHere(['conform', '--har', file as string], {}, folder);
      expect([await exit, errors()]).toEqual([
        1,
        expect.stringContaining(`the recording ${file} cannot be read: ${message}`),
      ]);
    }
  });
});

it.each([
  [
    'nothing',
    [],
    'nothing to compare is given; give one of --against <url>, --har <file>, --proxy <url> and --openapi <file or url>',
  ],
  ['two sources', ['--har', 'a', '--proxy', 'http://localhost'], '--har and --proxy exclude each other'],
  [
    'a token for a recording',
    ['--har', 'a', '--token', 'a@b=c'],
    '--token cannot be used with --har, only with --against',
  ],
  ['writes through a proxy', ['--proxy', 'http://localhost', '--writes'], '--writes cannot be used with --proxy'],
  ['a port without a proxy', ['--against', 'http://localhost', '--port', '1'], '--port cannot be used with --against'],
  [
    'a proxy for itself',
    ['--proxy', 'http://localhost:4011'],
    '--proxy must not be the address that the proxy listens on',
  ],
  [
    'a proxy for itself at the usual port',
    ['--proxy', 'http://localhost', '--port', '80'],
    '--proxy must not be the address that the proxy listens on',
  ],
  ['a yes without writes', ['--against', 'http://localhost', '--yes'], "cannot be used without option '--writes'"],
  ['a report in the recording', ['--har', 'a.har', '--json', './a.har'], '--har and --json both name ./a.har'],
  ['two reports in one file', ['--har', 'a', '--json', 'x', '--junit', 'x'], '--json and --junit both name x'],
  ['a proxy for a URL that is none', ['--proxy', 'staging'], '--proxy: must be an http(s) URL'],
])('briefs-mock conform rejects %s', async (_, args, message) => {
  const { exit, errors } = runHere(['conform', ...args]);
  expect([await exit, errors()]).toEqual([2, expect.stringContaining(message)]);
});

/** Starts a server, and a proxy for it. */
async function proxied(listener: RequestListener, ...args: string[]) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const folder = await temporaryFolder();
  const started = run(['conform', '--proxy', target, '--port', '0', ...args], {}, folder);
  onTestFinished(() => kill(started));
  const read = (file: string) => readFile(join(folder, file), 'utf8');
  return { target, read, ...(await ready(started)) };
}

interface Received {
  status: number | undefined;
  message: string | undefined;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Sends a request as it is, and returns the answer as it comes. */
function send(url: string, method: string, headers: Record<string, string> = {}, body?: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      const { statusCode: status, statusMessage: message } = answer;
      resolve({ status, message, headers: answer.headers, body: Buffer.concat(chunks) });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('briefs-mock conform --proxy', () => {
  it('passes on requests and answers unchanged', async () => {
    const binary = Buffer.from([0, 255, 128, 10, 13]);
    const listener: RequestListener = async (incoming, answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const sent = Buffer.concat(chunks).toString();
      if (incoming.url === '/redirect') return void answer.writeHead(302, { location: '/elsewhere' }).end();
      if (incoming.url === '/binary') return void answer.writeHead(206, 'Some of it').end(binary);
      if (incoming.url?.endsWith('/compressed')) {
        return void answer.writeHead(404, { 'content-encoding': 'gzip', etag: '"1"' }).end(gzipSync('{}'));
      }
      answer.setHeader('set-cookie', ['a=1', 'b=2']);
      answer.setHeader('x-sent', `${incoming.method} ${incoming.url} ${incoming.headers['x-custom']} ${sent}`);
      answer.end('hello');
    };
    const proxy = await proxied(listener);
    const { url, target } = proxy;
    const headers = { 'x-custom': 'value', 'accept-encoding': 'gzip' };
    const cases: [string, string, string?][] = [
      ['GET', '/redirect'],
      ['GET', '/binary'],
      ['GET', `${CLIENTS}/compressed`],
      ...['GET', 'HEAD', 'PATCH', 'OPTIONS', 'PURGE'].map((method): [string, string] => [method, '/a%2Fb?c=%20d&c=']),
      ...['POST', 'PUT', 'DELETE', 'GET'].map((method): [string, string, string] => [method, '/with/body', 'text']),
    ];
    for (const [method, path, body] of cases) {
      const length = body === undefined ? {} : { 'content-length': String(body.length) };
      const expected = await send(target + path, method, { ...headers, ...length }, body);
      const actual = await send(url + path, method, { ...headers, ...length }, body);
      const hopByHop = { date: '', connection: '', 'keep-alive': '' };
      expect({ ...actual, headers: { ...actual.headers, ...hopByHop } }, `${method} ${path}`).toEqual({
        ...expected,
        headers: { ...expected.headers, ...hopByHop },
      });
    }
    expect(await stop(proxy, 'SIGTERM')).toBe(1);
    expect(proxy.output()).toContain(`user-data/client/GET/:id/form`);
  });

  it('keeps an idle connection for more than a minute, as its own answers say', async () => {
    const proxy = await proxied((incoming) => void incoming.destroy());
    const { status, headers } = await fetch(proxy.url);
    expect([status, headers.get('keep-alive')]).toEqual([502, 'timeout=65']);
    await stop(proxy, 'SIGTERM');
  });

  it('asks the server for no encoding that it cannot read, and passes on an answer that has one all the same', async () => {
    const accepted: unknown[] = [];
    const zstd = Buffer.from('28b52ffd0400190000616263', 'hex');
    const proxy = await proxied((incoming, answer) => {
      accepted.push(incoming.headers['accept-encoding']);
      answer.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'zstd' }).end(zstd);
    });
    for (const encodings of ['zstd, gzip;q=0.5, br', 'zstd']) {
      const { headers, body } = await send(proxy.url + CLIENTS, 'GET', { 'accept-encoding': encodings });
      expect([headers['content-encoding'], body]).toEqual(['zstd', zstd]);
    }
    expect(accepted).toEqual(['gzip;q=0.5, br', 'identity']);
    expect(await stop(proxy, 'SIGINT')).toBe(9);
  });

  it('passes on an answer while it is being sent', async () => {
    let finish = () => {};
    const proxy = await proxied((_, answer) => {
      answer.write('first');
      finish = () => answer.end('last');
    });
    const answer = await fetch(`${proxy.url}/stream`);
    const reader = answer.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
    finish();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last');
    expect(await stop(proxy, 'SIGINT')).toBe(9);
  });

  it('waits for running requests when it is stopped, and compares their answers', async () => {
    const mock = createMock({ scenario: newsroom });
    let arrived = () => {};
    const received = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const text = await (await mock.fetch(CLIENTS)).text();
    let finish = () => {};
    const proxy = await proxied(({ url }, answer) => {
      if (url !== CLIENTS) return void answer.end();
      finish = () => {
        answer.writeHead(200, { 'content-type': 'application/json' }).end(text.replaceAll('"display_name"', '"label"'));
      };
      arrived();
    });
    const sent = send(proxy.url + CLIENTS, 'GET');
    await received;
    const stopped = stop(proxy, 'SIGINT');
    const isClosed = () =>
      send(`${proxy.url}/other`, 'GET').then(
        () => false,
        () => true,
      );
    await expect.poll(isClosed).toBe(true);
    finish();
    expect(await sent).toMatchObject({ status: 200 });
    expect(await stopped).toBe(1);
    expect(proxy.output()).toContain('data[0].label: is unknown');
  });

  it('prints each new difference once, also of compressed answers, and the reports when it is stopped', async () => {
    const mock = createMock({ scenario: newsroom });
    const listener: RequestListener = async (_, answer) => {
      const text = await (await mock.fetch(CLIENTS)).text();
      const body = gzipSync(text.replaceAll('"display_name"', '"label"').replace('"active"', JSON.stringify(TOKEN)));
      answer.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
    };
    const proxy = await proxied(listener, '--json', 'report.json', '--junit', 'report.xml');
    const headers = { authorization: `Bearer ${TOKEN}` };
    for (let i = 0; i < 3; i++) await (await fetch(proxy.url + CLIENTS, { headers })).text();
    expect(await stop(proxy, 'SIGINT')).toBe(1);
    expect(proxy.errors().match(/data\[0\]\.label: is unknown/g)).toHaveLength(1);
    expect(proxy.output()).toMatch(/data\[0\]\.label: is unknown; .* \(3 answers, the first: entry 1, /);
    expect(proxy.output()).toMatch(/data\[0\]\.status: must be "active" or "deleted", but is "\[hidden\]"/);
    expect(await proxy.read('report.xml')).toContain('failures="1"');
    const texts = [proxy.output(), proxy.errors(), await proxy.read('report.json'), await proxy.read('report.xml')];
    expect(texts.filter((text) => text.includes(TOKEN))).toEqual([]);
  });

  it('reads answers that were compressed twice, or by the old name of an encoding', async () => {
    const body = JSON.stringify({ label: 1 });
    const encodings: Record<string, [string, Buffer]> = {
      [CLIENTS]: ['x-gzip', gzipSync(body)],
      '/user-data/v1/user': ['gzip, gzip', gzipSync(gzipSync(body))],
    };
    const proxy = await proxied((incoming, answer) => {
      const [encoding = '', bytes] = encodings[incoming.url ?? ''] ?? [];
      answer.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(bytes);
    });
    for (const path of Object.keys(encodings)) await send(proxy.url + path, 'GET');
    expect(await stop(proxy, 'SIGINT')).toBe(1);
    expect(proxy.output().match(/label: is unknown/g)).toHaveLength(2);
  });

  it('compares the other answers if one cannot be decoded or compared', async () => {
    const json = (encoding: string) => ({ 'content-type': 'application/json', 'content-encoding': encoding });
    const nested = '['.repeat(200_000) + ']'.repeat(200_000);
    const deep = `{"status_code":200,"request_id":"","data":[{"id":1,"name":${nested}}]}`;
    const listener: RequestListener = (incoming, answer) => {
      if (incoming.url === '/user-data/v1/user') answer.writeHead(200, json('constructor')).end('{}');
      else if (incoming.url === '/user-data/v1/application') answer.writeHead(200, json('identity')).end(deep);
      else answer.writeHead(200, json(' GZIP')).end(gzipSync('{"label":1}'));
    };
    const proxy = await proxied(listener, '--json', 'report.json');
    const twice = ['/user-data/v1/application', '/user-data/v1/application'];
    for (const path of ['/user-data/v1/user', ...twice, CLIENTS]) await send(proxy.url + path, 'GET');
    expect(await stop(proxy, 'SIGINT')).toBe(1);
    expect(proxy.errors()).toContain('GET /user-data/v1/application cannot be compared: Maximum call stack');
    const undecoded =
      'the body that answers GET /user-data/v1/user cannot be compared: it cannot be decoded (constructor)';
    expect(proxy.errors()).toContain(undecoded);
    expect(proxy.output()).toContain('label: is unknown');
    const { results, problems } = JSON.parse(await proxy.read('report.json'));
    expect(problems).toEqual([]);
    expect(results).toContainEqual(
      expect.objectContaining({ id: 'user-data/user/GET/form', outcome: 'could not tell' }),
    );
  });

  it('finds an answer that does not follow from those before it', async () => {
    const mock = createMock({ scenario: newsroom });
    const listener: RequestListener = async (incoming, answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const { method = '' } = incoming;
      const body = method === 'GET' ? null : Buffer.concat(chunks).toString();
      const json = await (await mock.fetch(CLIENTS, { method, body })).json();
      if (method === 'GET') json.data = json.data.filter(({ name }: { name: string }) => name !== 'Forgotten');
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      answer.writeHead(200, headers).end(gzipSync(JSON.stringify(json)));
    };
    const proxy = await proxied(listener);
    const client = { name: 'Forgotten', short_name: 'f', display_name: 'F', type: 'company' };
    await (await fetch(proxy.url + CLIENTS)).text();
    await (await fetch(proxy.url + CLIENTS, { method: 'POST', body: JSON.stringify([client]) })).text();
    await (await fetch(proxy.url + CLIENTS)).text();
    expect(await stop(proxy, 'SIGINT')).toBe(1);
    expect(proxy.output()).toMatch(
      /user-data\/client\/GET\/records[^\n]*\n {4}data: must contain every record that exists: \d+ of POST [^\n]*\(entry 2\) is missing/,
    );
    expect(proxy.output()).toContain('3 of 4 cases agree, 1 differs');
  });

  it('reads a body with a byte order mark as fetch does', async () => {
    const mock = createMock({ scenario: newsroom });
    const text = await (await mock.fetch(CLIENTS)).text();
    const proxy = await proxied((_, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json' }).end(`\uFEFF${text}`);
    });
    expect(await (await fetch(proxy.url + CLIENTS)).json()).toEqual(JSON.parse(text));
    expect(await stop(proxy, 'SIGINT')).toBe(0);
  });

  it('says that the server closed a connection in the middle of an answer, and not that a client did', async () => {
    const proxy = await proxied(({ url }, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 }).write('{');
      if (url === CLIENTS) setImmediate(() => answer.destroy());
    });
    await expect(fetch(proxy.url + CLIENTS).then((answer) => answer.text())).rejects.toThrow();
    const client = new AbortController();
    await fetch(`${proxy.url}/user-data/v1/user`, { signal: client.signal });
    client.abort();
    expect(await stop(proxy, 'SIGINT')).toBe(7);
    const message = `GET ${CLIENTS} was not answered by ${proxy.target}: it closed the connection in the middle of the answer`;
    expect(proxy.errors()).toContain(`${proxy.target} cannot be compared: ${message}`);
    expect(proxy.errors()).not.toContain('/user-data/v1/user');
  });

  it('answers 502 if the server does not answer, and exits with 7 if it never does', async () => {
    const proxy = await proxied((incoming) => incoming.socket.destroy());
    const answer = await fetch(`${proxy.url}${CLIENTS}?secret=${TOKEN}`);
    const message = `GET ${CLIENTS} was not answered by ${proxy.target}: the server closed the connection (ECONNRESET)`;
    expect([answer.status, await answer.json()]).toEqual([502, { error: { code: 'bad_gateway', message } }]);
    for (let i = 0; i < 2; i++) await fetch(`${proxy.url}/user-data/v1/user`);
    expect(await stop(proxy, 'SIGTERM')).toBe(7);
    expect(proxy.errors()).toContain(`${proxy.target} cannot be compared: ${message}`);
    expect(proxy.errors().match(/GET \/user-data\/v1\/user was not answered/g)).toHaveLength(1);
    expect(proxy.output() + proxy.errors()).not.toContain(TOKEN);
  });
});
