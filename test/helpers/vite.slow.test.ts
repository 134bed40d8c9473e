import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defineRoute } from 'briefs-mock';
import { type BriefsMockOptions, briefsMock } from 'briefs-mock/vite';
import { build, createLogger, createServer, preview, type ServerOptions, type ViteDevServer } from 'vite';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { askAt } from '../support/ask-at.js';
import { localhostCertificate } from '../support/localhost-certificate.js';

const LIST = '/public-api/v1/brief';
const HTML = '<!doctype html><html><head></head><body><script type="module" src="/main.js"></script></body></html>';

/** A scenario with one client. */
const scenarioFile = (client: string) => `
import { defineScenario } from 'briefs-mock';
import { personas } from './people';
export default defineScenario({
  name: 'desk', description: 'One client', clock: '2026-03-04T09:00:00Z', personas,
  seed({ make }) { make.client({ display_name: '${client}' }); },
});`;

/** A scenario whose file is not loaded before the test says so. */
function slowScenario(client: string) {
  let [begin, finish, seed] = [() => {}, () => {}, () => {}];
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const seeded = new Promise<void>((resolve) => {
    seed = resolve;
  });
  Object.assign(globalThis, { slowScenario: { begin, finished, seed } });
  const text = scenarioFile(client).replace('make }) {', 'make }) { slow.seed();');
  return {
    text: `const slow = globalThis.slowScenario;\nslow.begin();\nawait slow.finished;\n${text}`,
    begun,
    finish,
    seeded,
  };
}

/** A scenario that counts how often it is loaded, and throws an error. */
const failing = (message: string) => `globalThis.loads++;\nthrow new Error('${message}');`;

/** Writes the file of the scenario, and says so. */
function edit(vite: ViteDevServer, root: string, text: string): void {
  const file = join(root, 'scenario.ts');
  writeFileSync(file, text);
  vite.watcher.emit('change', file);
}

/** A folder with an application. */
function makeProject(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'briefs-mock-vite-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(join(import.meta.dirname, '../..'), join(root, 'node_modules/briefs-mock'));
  const all = { 'index.html': HTML, 'main.js': 'document.title = "app";', ...files };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(root, name), text);
  return root;
}

const silent = { configFile: false, logLevel: 'silent' } as const;

/** A development server on a free port. */
async function start(
  root: string,
  options: BriefsMockOptions = {},
  server: ServerOptions = {},
): Promise<{ vite: ViteDevServer; url: string; printed: string[] }> {
  const printed: string[] = [];
  const print = (message: string) => void printed.push(message);
  const vite = await createServer({
    ...silent,
    root,
    customLogger: { ...createLogger('silent'), error: print, warn: print },
    server: { port: 0, ...server },
    plugins: [briefsMock(options)],
  });
  onTestFinished(() => vite.close());
  await vite.listen();
  const address = vite.httpServer?.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no address');
  return { vite, url: `http://localhost:${address.port}`, printed };
}

/** What the page is sent over the web socket, from now on. */
function messagesOf(vite: ViteDevServer): { type: string; err?: { message: string; loc?: unknown } }[] {
  const messages: { type: string }[] = [];
  const { hot } = vite.environments.client;
  const send = hot.send.bind(hot) as (...args: unknown[]) => void;
  hot.send = (...args: unknown[]) => {
    if (typeof args[0] === 'object') messages.push(args[0] as { type: string });
    send(...args);
  };
  return messages;
}

/** The names of the clients in the answer of the mock. */
const clientsOf = async (url: string): Promise<string[]> =>
  (await (await fetch(`${url}/__mock/data/client`)).text()).match(/(?<="display_name":")[^"]*/g) ?? [];

describe('briefsMock', () => {
  it('answers the APIs, the control API and the console in the development server, and leaves the rest to Vite', async () => {
    const { url } = await start(makeProject(), { persona: 'alice' });
    const list = await fetch(url + LIST);
    expect(list.status).toBe(200);
    expect(JSON.stringify(await list.json())).toContain('Front Page');
    expect(await (await fetch(`${url}/__mock/health`)).json()).toMatchObject({ scenario: 'newsroom' });
    expect(await (await fetch(`${url}/__mock/`)).text()).toContain('<script');
    expect(await (await fetch(`${url}/main.js`)).text()).toContain('document.title');
    for (const path of ['/elsewhere', '//']) {
      expect((await fetch(url + path, { headers: { accept: 'text/html' } })).status, path).toBe(200);
    }
  });

  it('adds the console to the page, and nothing to a build for production', async () => {
    const root = makeProject({ 'main.js': "import 'virtual:briefs-mock'; document.title = 'app';" });
    const { url } = await start(root);
    const page = await (await fetch(`${url}/`, { headers: { accept: 'text/html' } })).text();
    const [, src] = /<script type="module" src="([^"]*briefs-mock[^"]*)">/.exec(page) ?? [];
    expect(await (await fetch(url + src)).text()).toMatch(/mountConsole/);
    const built = await build({ ...silent, root, plugins: [briefsMock()], build: { write: false } });
    if (!('output' in built)) throw new Error('One build was expected');
    const text = built.output.map((file) => ('code' in file ? file.code : String(file.source))).join('\n');
    expect(text).toContain('app');
    expect(text).not.toMatch(/mock/i);
  });

  it('tells code that renders pages in the same process where the mock is', async () => {
    const { url } = await start(makeProject(), { persona: 'alice', baseUrl: 'https://api.example.com/v2' });
    expect(process.env.BRIEFS_MOCK_URL).toBe(`${url}/v2`);
    expect((await fetch(process.env.BRIEFS_MOCK_URL + LIST)).status).toBe(200);
  });

  it('answers by HTTP/2, which Vite speaks with a certificate', async () => {
    const { url } = await start(makeProject(), { persona: 'alice' }, { https: localhostCertificate });
    const address = url.replace('http:', 'https:');
    expect(process.env.BRIEFS_MOCK_URL).toBe(address);
    const client = connect(address, { rejectUnauthorized: false });
    onTestFinished(() => client.destroy());
    const request = client.request({ ':path': LIST });
    expect((await request.setEncoding('utf8').toArray()).join('')).toContain('Front Page');
  });

  it('says no longer where the mock is when its server is closed', async () => {
    const { vite: first } = await start(makeProject());
    const { vite: second, url } = await start(makeProject());
    await first.close();
    expect(process.env.BRIEFS_MOCK_URL).toBe(url);
    await second.close();
    expect(process.env).not.toHaveProperty('BRIEFS_MOCK_URL');
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '[::1]'],
    [true, 'localhost'],
  ])('says that the mock is where a server with the host %s listens', async (host, expected) => {
    const { url } = await start(makeProject(), { persona: 'alice' }, { host });
    expect(process.env.BRIEFS_MOCK_URL).toBe(url.replace('localhost', expected));
    expect((await fetch(process.env.BRIEFS_MOCK_URL + LIST)).status).toBe(200);
  });

  it('says where the mock is at the first request if another server passes requests on to Vite', async () => {
    const vite = await createServer({
      ...silent,
      root: makeProject(),
      appType: 'custom',
      server: { middlewareMode: true, ws: false },
      plugins: [briefsMock({ persona: 'alice' })],
    });
    onTestFinished(() => vite.close());
    delete process.env.BRIEFS_MOCK_URL;
    const outer = createHttpServer((request, response) =>
      vite.middlewares(request, response, () => response.end(process.env.BRIEFS_MOCK_URL)),
    );
    onTestFinished(() => void outer.close());
    await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve));
    const { port } = outer.address() as AddressInfo;
    const rendered = await (await fetch(`http://127.0.0.1:${port}/page`)).text();
    expect(rendered).toBe(`http://localhost:${port}`);
    expect((await fetch(rendered + LIST)).status).toBe(200);
  });

  it('ends the mock when Vite is closed that another server passes requests on to', async () => {
    const plugins = [briefsMock()];
    const server = { middlewareMode: true, ws: false } as const;
    const vite = await createServer({ ...silent, root: makeProject(), appType: 'custom', server, plugins });
    const outer = createHttpServer(vite.middlewares).listen(0, '127.0.0.1');
    onTestFinished(() => void outer.close());
    await once(outer, 'listening');
    const { port } = outer.address() as AddressInfo;
    const events = await fetch(`http://127.0.0.1:${port}/__mock/events`);
    await vite.close();
    // It would never end.
    await events.text().catch(() => {});
    expect(process.env).not.toHaveProperty('BRIEFS_MOCK_URL');
  });

  const [foreign] = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal);

  it.runIf(foreign)(
    'has no control API for other machines if a server that they reach passes requests on to Vite',
    async () => {
      const { address } = foreign as { address: string };
      const plugins = [briefsMock()];
      const server = { middlewareMode: true, ws: false } as const;
      const vite = await createServer({ ...silent, root: makeProject(), appType: 'custom', server, plugins });
      onTestFinished(() => vite.close());
      const outer = createHttpServer(vite.middlewares).listen(0, '0.0.0.0');
      onTestFinished(() => void outer.close());
      await once(outer, 'listening');
      const { port } = outer.address() as AddressInfo;
      const statusAt = async (host: string) => {
        return (await askAt(port, 'GET', '/__mock/health', { host: 'localhost' }, host)).status;
      };
      expect([await statusAt('127.0.0.1'), await statusAt(address)]).toEqual([200, 403]);
    },
  );

  it('leaves the module empty where pages are rendered', async () => {
    const { vite } = await start(makeProject());
    expect(Object.keys(await vite.ssrLoadModule('virtual:briefs-mock'))).toEqual([]);
  });

  it('answers own routes too', async () => {
    const route = defineRoute({
      method: 'GET',
      path: '/weather/:city',
      params: { city: z.string() },
      handle: () => ({ sun: true }),
    });
    const count = defineRoute({ method: 'GET', path: '/weather.json/$count', handle: () => ({ count: 1 }) });
    const { url } = await start(makeProject(), { routes: [route, count] });
    expect(await (await fetch(`${url}/weather/Oslo`)).json()).toEqual({ sun: true });
    expect(await (await fetch(`${url}/weather.json/$count`)).json()).toEqual({ count: 1 });
  });

  it('starts again from a scenario that is edited, and reloads the page', async () => {
    const root = makeProject({ 'scenario.ts': scenarioFile('First'), 'people.ts': 'export const personas = [];' });
    const { vite, url } = await start(root, { scenario: './scenario.ts' });
    expect(await clientsOf(url)).toEqual(['First']);
    const messages = messagesOf(vite);
    writeFileSync(join(root, 'scenario.ts'), scenarioFile('Second'));
    vite.watcher.emit('change', join(root, 'scenario.ts'));
    await expect.poll(() => messages.map(({ type }) => type)).toContain('full-reload');
    expect(await clientsOf(url)).toEqual(['Second']);
    // The watcher may have noticed the edit by itself, too.
    const reloads = () => messages.filter(({ type }) => type === 'full-reload').length;
    const before = reloads();
    writeFileSync(join(root, 'people.ts'), 'export const personas = []; // none');
    vite.watcher.emit('change', join(root, 'people.ts'));
    await expect.poll(reloads).toBeGreaterThan(before);
  });

  it('leaves the hot update of a module of the application to Vite, and the state as it is', async () => {
    const accepting = (title: string) => `import.meta.hot.accept(); document.title = '${title}';`;
    const root = makeProject({ 'main.js': accepting('one') });
    const { vite, url } = await start(root);
    await fetch(`${url}/main.js`);
    const applications = `${url}/__mock/data/application`;
    const headers = { 'content-type': 'application/json' };
    await fetch(applications, { method: 'POST', headers, body: JSON.stringify({ name: 'Kept' }) });
    const messages = messagesOf(vite);
    writeFileSync(join(root, 'main.js'), accepting('two'));
    vite.watcher.emit('change', join(root, 'main.js'));
    await expect.poll(() => messages.map(({ type }) => type)).toContain('update');
    expect(messages.filter(({ type }) => type !== 'update')).toEqual([]);
    expect(await (await fetch(applications)).text()).toContain('Kept');
  });

  it('keeps the last scenario when an edited one has an error, until it is mended', async () => {
    const root = makeProject({ 'scenario.ts': scenarioFile('First'), 'people.ts': 'export const personas = [];' });
    const { vite, url } = await start(root, { scenario: './scenario.ts' });
    expect(await clientsOf(url)).toEqual(['First']);
    const messages = messagesOf(vite);
    const file = join(root, 'scenario.ts');
    writeFileSync(file, scenarioFile('Second').replace('make.client({', 'make.client({ nmae: 1,'));
    vite.watcher.emit('change', file);
    await expect.poll(() => messages.map(({ type }) => type)).toContain('error');
    expect(await clientsOf(url)).toEqual(['First']);
    writeFileSync(file, scenarioFile('Third'));
    vite.watcher.emit('change', file);
    await expect.poll(() => clientsOf(url)).toEqual(['Third']);
  });

  it('keeps the newest scenario if an older one takes longer to load', async () => {
    const root = makeProject({ 'scenario.ts': scenarioFile('First'), 'people.ts': 'export const personas = [];' });
    const { vite, url } = await start(root, { scenario: './scenario.ts' }, { watch: null });
    expect(await clientsOf(url)).toEqual(['First']);
    const second = slowScenario('Second');
    edit(vite, root, second.text);
    await second.begun;
    edit(vite, root, scenarioFile('Third'));
    await expect.poll(() => clientsOf(url)).toEqual(['Third']);
    second.finish();
    await second.seeded;
    await new Promise((resolve) => setImmediate(resolve));
    expect(await clientsOf(url)).toEqual(['Third']);
  });

  it('starts when a file of the scenario that was missing is added', async () => {
    const root = makeProject({ 'scenario.ts': scenarioFile('First') });
    const { vite, url } = await start(root, { scenario: './scenario.ts' }, { watch: null });
    expect((await fetch(url + LIST)).status).toBe(503);
    writeFileSync(join(root, 'people.ts'), 'export const personas = [];');
    vite.watcher.emit('add', join(root, 'people.ts'));
    await expect.poll(() => clientsOf(url)).toEqual(['First']);
  });

  it('watches files of the scenario outside the root of the project', async () => {
    const folder = makeProject({ 'scenario.ts': scenarioFile('First'), 'people.ts': 'export const personas = [];' });
    const root = join(folder, 'application');
    mkdirSync(root);
    writeFileSync(join(root, 'scenario.ts'), "export { default } from '../scenario.ts';");
    const { vite, url } = await start(root, { scenario: './scenario.ts' });
    expect(await clientsOf(url)).toEqual(['First']);
    await expect
      .poll(() => vite.watcher.getWatched()[folder])
      .toEqual(expect.arrayContaining(['people.ts', 'scenario.ts']));
  });

  it('ends the mock of the scenario before, so that a console in another tab connects again', async () => {
    const root = makeProject({ 'scenario.ts': scenarioFile('First'), 'people.ts': 'export const personas = [];' });
    const { vite, url } = await start(root, { scenario: './scenario.ts' }, { watch: null });
    const events = await fetch(`${url}/__mock/events`);
    edit(vite, root, scenarioFile('Second'));
    // Resolves at the end of the stream.
    await events.text();
    expect(await clientsOf(url)).toEqual(['Second']);
  });

  it('starts again from a scenario that is edited while it is loaded first', async () => {
    const first = slowScenario('First');
    const root = makeProject({ 'scenario.ts': first.text, 'people.ts': 'export const personas = [];' });
    const { vite, url } = await start(root, { scenario: './scenario.ts' }, { watch: null });
    await first.begun;
    edit(vite, root, scenarioFile('Second'));
    first.finish();
    await expect.poll(() => clientsOf(url)).toEqual(['Second']);
  });

  it.each([
    [
      'an error that it throws',
      { 'scenario.ts': scenarioFile('First').replace('make.client({', 'make.client({ nmae: 1,') },
      { message: expect.stringContaining('nmae'), loc: { line: 6 } },
      /nmae.* \(scenario\.ts:6:\d+\)$/m,
    ],
    [
      'a syntax error',
      { 'scenario.ts': scenarioFile('First').replace('make.client({', 'make.client({ nmae 1,') },
      { loc: { line: 6 } },
      /scenario\.ts:6:/,
    ],
    [
      'an error of a file that it imports',
      {
        'people.ts': `interface Person {${'\n  // Removed.'.repeat(8)}\n}\n  throw new Error('mine');\nexport const personas = [];`,
      },
      { message: 'mine', loc: { file: expect.stringMatching(/people\.ts$/), line: 11, column: 9 } },
      / briefs-mock: mine \(people\.ts:11:9\)$/m,
    ],
    [
      'an error of a package that it calls',
      {
        'scenario.ts': "import { fail } from './node_modules/fail.js';\n\nfail();",
        'node_modules/fail.js': "export const fail = () => { throw new Error('mine'); };",
      },
      { message: 'mine', loc: { line: 3 } },
      / briefs-mock: mine \(scenario\.ts:3:\d+\)$/m,
    ],
  ])('shows %s in the overlay of Vite and in the terminal, at its line', async (_, files, expected, printed) => {
    const root = makeProject({
      'scenario.ts': scenarioFile('First'),
      'people.ts': 'export const personas = [];',
      ...files,
    });
    symlinkSync(join(import.meta.dirname, '../../node_modules/vite'), join(root, 'node_modules/vite'));
    writeFileSync(
      join(root, 'start.mjs'),
      `import { createServer } from 'vite';
      import { briefsMock } from 'briefs-mock/vite';
      // Listens before the mock starts, which may fail before createServer has ended.
      const overlay = {
        name: 'overlay',
        configureServer(vite) {
          vite.environments.client.hot.send = (message) => {
            console.log(JSON.stringify(message));
            process.exit();
          };
        },
      };
      const plugins = [overlay, briefsMock({ scenario: './scenario.ts' })];
      await createServer({ configFile: false, logLevel: 'error', server: { middlewareMode: true, ws: false }, plugins });`,
    );
    // In a process of its own: Vitest replaces what maps stacks to sources.
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['start.mjs'], { cwd: root });
    expect(JSON.parse(stdout)).toMatchObject({ type: 'error', err: expected });
    expect(stderr).toMatch(printed);
  });

  it('tells of an error in the scenario again when one of its files is edited, and not when another is', async () => {
    const root = makeProject({ 'scenario.ts': failing('one') });
    Object.assign(globalThis, { loads: 0 });
    const { vite, url, printed } = await start(root, { scenario: './scenario.ts' }, { watch: null });
    const reasonOf = async () => (await (await fetch(url + LIST)).json()).error.message;
    expect(await reasonOf()).toMatch(/^one \(scenario\.ts:\d+:\d+\)$/);
    vite.watcher.emit('add', join(root, 'notes.md'));
    vite.watcher.emit('change', join(root, 'main.js'));
    edit(vite, root, failing('two'));
    await expect.poll(reasonOf).toMatch(/^two /);
    expect(printed).toEqual([expect.stringMatching(/^briefs-mock: one /), expect.stringMatching(/^briefs-mock: two /)]);
    expect(globalThis).toHaveProperty('loads', 2);
  });

  it('tells once of a name in the cookie that nobody has', async () => {
    const { url, printed } = await start(makeProject());
    for (const name of ['zed', 'alice', 'zed', '', 'bruno@acme.example']) {
      await fetch(url + LIST, { headers: { cookie: `mock_persona=${name}` } });
    }
    expect(printed).toEqual([
      expect.stringMatching(
        /^briefs-mock: the cookie mock_persona: there is no persona "zed", and no user .*; the personas are .*alice/,
      ),
    ]);
    for (let n = 0; n < 30; n++) await fetch(url + LIST, { headers: { cookie: `mock_persona=zed-${n}` } });
    expect(printed.length).toBe(20);
  });

  it('knows the users of the session that a request names, by path, header or cookie', async () => {
    const { url, printed } = await start(makeProject(), { session: 'browser' });
    const post = { method: 'POST', headers: { 'x-mock-session': 'own' } };
    const create = async (path: string, body: object) =>
      expect((await fetch(url + path, { ...post, body: JSON.stringify(body) })).ok).toBe(true);
    for (const fname of ['Bo', 'Cy', 'Di']) {
      const email = `${fname.toLowerCase()}@acme.example`;
      await create('/__mock/data/user', { fname, lname: 'Ek', email });
      await create('/__mock/tokens', { email });
    }
    const read = async (path: string, person: string, cookie = '', headers = {}) => {
      const sent = { ...headers, cookie: `${cookie}mock_persona=${person}@acme.example` };
      return (await fetch(url + path, { headers: sent })).status;
    };
    expect(await read(LIST, 'bo', 'mock_session=own; ')).toBe(200);
    expect(await read(LIST, 'cy', '', { 'x-mock-session': 'own' })).toBe(200);
    expect(await read(`/__mock/s/own${LIST}`, 'di')).toBe(200);
    expect(printed).toEqual([]);
    expect(await read(LIST, 'bo', 'mock_session=other; ')).toBe(401);
    expect(printed).toEqual([expect.stringContaining('there is no persona "bo@acme.example"')]);
  });

  it('answers 503 with the reason as long as the scenario cannot be loaded', async () => {
    const { url } = await start(makeProject(), { scenario: 'newsrom' });
    const answer = await fetch(url + LIST);
    expect(answer.status).toBe(503);
    expect((await answer.json()).error.message).toMatch(
      /^There is no scenario "newsrom"; the scenarios are newsroom, .*; did you mean newsroom\?$/,
    );
    const { url: other } = await start(makeProject({ 'empty.ts': 'export const nothing = 1;' }), {
      scenario: './empty.ts',
    });
    expect((await (await fetch(other + LIST)).json()).error.message).toBe(
      './empty.ts exports no scenario; export one that defineScenario returns',
    );
  });

  it('serves the mock in a preview if the option says so', async () => {
    const root = makeProject();
    await build({ ...silent, root });
    const healthOf = async (options: BriefsMockOptions) => {
      const server = await preview({ ...silent, root, preview: { port: 0 }, plugins: [briefsMock(options)] });
      onTestFinished(() => server.close());
      const address = server.httpServer.address();
      if (typeof address !== 'object' || address === null) throw new Error('The server has no address');
      const url = `http://localhost:${address.port}`;
      return { url, type: (await fetch(`${url}/__mock/health`)).headers.get('content-type') };
    };
    const { url, type } = await healthOf({ preview: true });
    expect(type).toContain('json');
    expect(process.env.BRIEFS_MOCK_URL).toBe(url);
    expect((await healthOf({})).type).toContain('html');
  });

  it('closes the control API to other machines, unless there is a token', async () => {
    const project = makeProject();
    const open = async (options: BriefsMockOptions) => {
      const vite = await createServer({
        ...silent,
        root: project,
        server: { port: 0, host: '0.0.0.0' },
        plugins: [briefsMock(options)],
      });
      onTestFinished(() => vite.close());
      await vite.listen();
      const address = vite.httpServer?.address();
      if (typeof address !== 'object' || address === null) throw new Error('The server has no address');
      return `http://127.0.0.1:${address.port}/__mock/health`;
    };
    expect((await fetch(await open({}))).status).toBe(403);
    const guarded = await open({ controlToken: 'a-token' });
    expect((await fetch(guarded)).status).toBe(401);
    expect((await fetch(guarded, { headers: { authorization: 'Bearer a-token' } })).status).toBe(200);
  });

  it('refuses invalid options when the config is loaded', () => {
    expect(() => briefsMock({ scenrio: 'x' } as never)).toThrow(/^briefsMock has no option scenrio; it has scenario, /);
    expect(() => briefsMock({ persist: true } as never)).toThrow('briefsMock has no option persist');
    expect(() => briefsMock({ session: 'each' as never })).toThrow('session: must be all, browser, tab, but is "each"');
    expect(() => briefsMock({ session: 'tab', sessions: { strict: true } })).toThrow(
      'session: "tab" lets pages create sessions, which sessions.strict refuses',
    );
    expect(() => briefsMock({ seed: -1 })).toThrow('seed');
    expect(() => briefsMock({ controlToken: 1 as never })).toThrow(
      /^controlToken: must be a string, but is \[hidden\]/,
    );
    expect(() => briefsMock({ controlToken: '' })).toThrow(/^controlToken: must consist of printable ASCII/);
    expect(() => briefsMock({ console: 'no' as never })).toThrow('console: must be a boolean, but is "no"');
    expect(() => briefsMock({ preview: 1 as never })).toThrow('preview: must be a boolean, but is 1');
    expect(() => briefsMock({ persona: 1 as never })).toThrow('persona: must be a string, but is 1');
    expect(() => briefsMock({ scenario: 1 as never })).toThrow(/^scenario: /);
  });

  it('refuses to be there twice', async () => {
    const plugins = [briefsMock(), briefsMock({ persona: 'alice' })];
    await expect(createServer({ ...silent, root: makeProject(), plugins })).rejects.toThrow(
      /^plugins: must contain briefsMock once/,
    );
  });
});
