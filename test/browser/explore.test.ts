import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createMock, type Mock } from 'briefs-mock';
import { awkwardContent, empty, newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ExploreConfig } from '../../tools/explore/config.js';
import { Dice } from '../../tools/explore/dice.js';
import { expectRules } from '../../tools/explore/expect-rules.js';
import { Exploration, type ExploreOptions } from '../../tools/explore/explore.js';
import type { Bug } from '../../tools/explore/finding.js';
import { BugFiles } from '../../tools/explore/findings.js';
import { FieldInputs, INPUT_KINDS } from '../../tools/explore/inputs.js';
import { type Line, linesOf } from '../../tools/explore/line.js';
import type { Look } from '../../tools/explore/look.js';
import { launch, loadDriver } from '../../tools/explore/peers.js';
import { contract } from '../../tools/explore/properties/contract.js';
import { nobodyElse } from '../../tools/explore/properties/nobody-else.js';
import { oneWrite } from '../../tools/explore/properties/one-write.js';
import type { Violation } from '../../tools/explore/property.js';
import { RecordTexts } from '../../tools/explore/records.js';
import { replaySteps } from '../../tools/explore/replay.js';
import { PageRun } from '../../tools/explore/run.js';
import { shrinkRecords } from '../../tools/explore/shrink-records.js';
import { PageHangs, type Stage } from '../../tools/explore/stage.js';
import type { PlanStep } from '../../tools/explore/step.js';
import type { PageCall } from '../../tools/explore/traffic.js';
import { ExploredApp } from '../../tools/explore/world.js';
import { countCode, defineRows, expectLine } from '../../tools/explore/written/code.js';
import { writtenTest } from '../../tools/explore/written/test.js';
import { run, runHere, temporaryFolder } from '../support/cli.js';
import { localhostCertificate } from '../support/localhost-certificate.js';
import { runPlaywright } from '../support/run-playwright.js';

const CHROMIUM = '/usr/bin/chromium-headless-shell';
const page = (script: string) =>
  `<!doctype html><html lang="en"><head><title>Briefs</title></head><body>${script}</body></html>`;

const worker = `
  onactivate = (event) => event.waitUntil(clients.claim());
  onfetch = (event) => {
    if (event.request.url.includes('/public-api/')) event.respondWith(Response.json({ data: [] }));
  };`;

/** Serves one document for every path but that of the service worker, one that is never answered, and a stream of events. */
async function serve(document: string, headers: Record<string, string> = {}, status = 200): Promise<string> {
  const server = createHttpServer(({ url }, response) => {
    if (url === '/never') return;
    if (url === '/events') response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    else if (url === '/worker.js') response.setHeader('content-type', 'text/javascript').end(worker);
    else response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(document);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Serves a page for reading briefs, with a fault or without one. */
const serveReader = (fault = '') =>
  serve(readFileSync(join(import.meta.dirname, 'pages/reader.html'), 'utf8').replace('%fault%', fault));

const argsOf = (url: string, args: string[]) => ['explore', url, '--browser', CHROMIUM, ...args];

/** Runs the command. Resolves with its exit code, what it printed, and the folder that it wrote to. */
async function explore(url: string, ...args: string[]) {
  const folder = await temporaryFolder();
  const { exit, output, errors } = runHere(argsOf(url, args), {}, folder);
  const code = await exit;
  return { code, output: output(), errors: errors(), folder: join(folder, 'explore') };
}

/** Starts the command in a process of its own, and names the folder that it writes to. */
async function startExplore(url: string, ...args: string[]) {
  return startExploreWith({}, url, ...args);
}

async function startExploreWith(environment: Record<string, string>, url: string, ...args: string[]) {
  const folder = await temporaryFolder();
  return { ...run(argsOf(url, args), environment, folder), folder: join(folder, 'explore') };
}

let browser: Browser;
beforeAll(async () => {
  browser = await launch(loadDriver(), CHROMIUM);
});
afterAll(() => browser.close());

const ALICE = 'alice@acme.example';

/** An application in the browser that the tests share. */
function openWorld(url: string, config: ExploreConfig = {}, email?: string): ExploredApp {
  const mock = createMock({ scenario: newsroom, scenarios: [empty] }) as unknown as Mock;
  return new ExploredApp({ browser, url, mock, email, api: undefined, config });
}

interface Limits {
  runs: number;
  findings?: number;
  email?: string;
  config?: ExploreConfig;
  world?: ExploredApp;
}

/** Explores without the command. Resolves with what it tells and finds. */
async function exploreHere(url: string, { runs, findings, email, config, world }: Limits) {
  const bugs: Bug[] = [];
  const exploration = new Exploration({
    ...{ world: world ?? openWorld(url, config, email), scenario: 'newsroom', persona: email },
    ...{ awkward: createMock({ scenario: awkwardContent }) as unknown as Mock, seed: 1 },
    ...{ minutes: 5, runs, findings, signal: new AbortController().signal },
    ...{ onNote: () => {}, onProgress: () => {} },
    onFinding: async (bug) => {
      bugs.push(bug);
    },
  });
  return { ...(await exploration.explore()), bugs };
}

const APP_URL = 'process.env.APP_URL';
const fileOf = (folder: string, name: string) => readFileSync(join(folder, '1', name), 'utf8');

/** Expects that a written test fails on an application with a fault, and passes on the mended one. */
async function expectFaultIn(test: string, faulty: string, mended: string): Promise<void> {
  const project = join(import.meta.dirname, 'playwright-project');
  // Said to Playwright, which would start another browser after a failure that it does not expect.
  const failing = test.replace(/^test\(/m, 'test.fail(');
  const files = {
    faulty: failing.replace(APP_URL, JSON.stringify(faulty)),
    mended: test.replace(APP_URL, JSON.stringify(mended)),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = join(project, `explored-${name}.fixture.ts`);
    onTestFinished(() => rm(file, { force: true }));
    await writeFile(file, text);
  }
  const mock = createMock({ scenario: newsroom, scenarios: [empty] });
  const server = await createServer(mock, { port: 0 }).listen();
  onTestFinished(() => server.close());
  const outcomes = await runPlaywright(project, 'explored-', { BRIEFS_MOCK_URL: server.url });
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
}

it('A folder that cannot be created is refused before the application is explored', async () => {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  const { code, output, errors } = await explore(await serveReader(), '--output', file);
  expect([code, output]).toEqual([1, '']);
  expect(errors).toContain(`${file} cannot be written: it is a file, not a folder`);
});

describe('A list that does not follow', () => {
  /** What the first test finds. */
  let plan = '';
  let test = '';
  const inFile = async (text: string) => {
    const file = join(await temporaryFolder(), 'plan.json');
    await writeFile(file, text);
    return file;
  };

  it('is found with a plan of five records, the same in each process', async () => {
    const url = await serveReader('stale');
    const { code, output, folder } = await explore(url, '--persona', 'alice', '--runs', '30', '--findings', '1');
    const textOf = (file: string) => fileOf(folder, file).replaceAll(new URL(url).origin, 'http://app.example');
    plan = textOf('plan.json');
    test = textOf('finding.spec.ts');
    const { records, steps, sentence, ...rest } = JSON.parse(plan);
    expect(rest).toMatchObject({ property: 'as-reloaded', scenario: 'empty', persona: 'alice@acme.example' });
    // A person, a client, and one issue of a brief.
    expect(Object.keys(records)).toEqual(['client', 'user', 'brief', 'brief_client', 'brief_document']);
    expect(Object.values(records).flat()).toHaveLength(5);
    expect(steps.length).toBeLessThanOrEqual(3);
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(sentence) });
    await expect(plan).toMatchFileSnapshot('explored/stale.plan.json');
    await expect(test).toMatchFileSnapshot('explored/stale.spec.ts.txt');
  });

  it('comes back when its plan is replayed, but not on the mended page', async () => {
    const file = await inFile(plan);
    const replays = [serveReader('stale'), serveReader()].map(async (url) => explore(await url, '--replay', file));
    expect((await Promise.all(replays)).map(({ code }) => code)).toEqual([1, 0]);
  });

  it('fails the written test, which the mended page passes', async () => {
    await expectFaultIn(test, await serveReader('stale'), await serveReader());
  });

  it('is not looked for if a record of its plan lacks a column', async () => {
    const wrong = JSON.parse(plan);
    delete wrong.records.user[0].fname;
    const refused = await explore(await serveReader('stale'), '--replay', await inFile(JSON.stringify(wrong)));
    expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining('the plan: records.user[0]: ') });
  });
});

it('Finds an answer that arrives too late', async () => {
  const { bugs } = await exploreHere(await serveReader('late'), { email: ALICE, runs: 30, findings: 1 });
  expect(bugs).toMatchObject([{ plan: { property: 'any-order' } }]);
});

it('Finds nothing on the mended page', async () => {
  const explored = await exploreHere(await serveReader(), { email: ALICE, runs: 4 });
  expect(explored).toMatchObject({ runs: 4, bugs: [] });
});

it('Logs in, and opens the first person of a list and those whose record lacks something', async () => {
  const people = (text: string) => `<script>
    const open = ({ lname, client_id }) => (document.title = lname + ${text});
    const list = async () => {
      const { data } = await (await fetch('/user-data/v1/user')).json();
      for (const person of data) {
        const button = document.createElement('button');
        button.textContent = person.fname + ' ' + person.lname;
        button.onclick = () => open(person);
        document.body.append(button);
      }
    };
    const signIn = () => {
      sessionStorage.person = 'somebody';
      document.querySelector('#in').remove();
      list();
    };
  </script><button id="in" onclick="signIn()">Sign in</button><script>if (sessionStorage.person) signIn();</script>`;
  const rules = join(await temporaryFolder(), 'rules.mjs');
  await writeFile(rules, `export default { login: (page) => page.getByRole('button', { name: 'Sign in' }).click() };`);
  const url = await serve(page(people('client_id.toString()')));
  const { folder, output } = await explore(url, '--rules', rules, '--runs', '10', '--findings', '1');
  const plan = JSON.parse(fileOf(folder, 'plan.json'));
  expect(plan).toMatchObject({ property: 'no-errors', steps: [{ do: 'click', target: { name: 'Erin Walsh' } }] });
  const again = `--browser ${CHROMIUM} --replay explore/1/plan.json`;
  expect(output).toContain(`\n   briefs-mock explore ${url} --rules ${rules} ${again}\n`);
  // The written test logs in, too.
  const test = fileOf(folder, 'finding.spec.ts');
  const [, imported = ''] = /import rules from '(.*)';/.exec(test) ?? [];
  expect(join(folder, '1', imported)).toBe(rules);
  const moved = test.replace(imported, rules);
  await expectFaultIn(moved, url, await serve(page(people('client_id'))));
});

const BUTTON = page('<main><h1>Briefs</h1><button>Refresh</button></main>');

it('Says that a login failed', async () => {
  const login = () => {
    throw new Error('no such user\nat all');
  };
  const { problem } = await exploreHere(await serve(BUTTON), { config: { login }, runs: 2 });
  expect(problem).toBe('the login failed: no such user');
});

it('Refuses rules that it does not know or cannot use', async () => {
  const own = [{ name: 'mine', check: () => true }];
  const used = {
    properties: own,
    ignore: [{ property: 'mine' }, { property: 'no-errors' }],
    avoid: [/out/, 'Refresh'],
  };
  const config = expectRules(used, 'rules.mjs');
  expect(await exploreHere(await serve(BUTTON), { config, runs: 2 })).toMatchObject({ runs: 2, bugs: [] });
  const file = join(await temporaryFolder(), 'rules.mjs');
  await writeFile(file, 'export default { foo: 1 };');
  const refused = `the rules in ${file} cannot be used: foo: is unknown; allowed: login, `;
  const { code, errors } = await explore(await serve(BUTTON), '--rules', file);
  expect([code, errors]).toEqual([2, expect.stringContaining(refused)]);
  const wrong: [unknown, string][] = [
    [{ avoid: 'Sign out' }, 'avoid: must be an array, but is "Sign out"'],
    [{ login: 1, avoid: [1] }, 'login: must be a function; avoid.0: must be a string or a RegExp, but is 1'],
    [{ properties: [{ name: 'mine', check: 1 }] }, 'properties.0.check: must be a function'],
    [{ ignore: [{ property: 'no-such' }] }, 'ignore.0.property: must be "no-errors", "contract"'],
    [{ ignore: [{}] }, 'ignore.0: must have property or text'],
    [1, 'it must have a default export, defineConfig({ … })'],
  ];
  for (const [rules, text] of wrong)
    expect(() => expectRules(rules, 'rules.mjs')).toThrow(`the rules in rules.mjs cannot be used: ${text}`);
});

it('Does not shrink a bug to one that is ignored', async () => {
  const counter = `<main><h1>Steps</h1><button>Next</button><p></p></main><script>
    let steps = 0;
    document.querySelector('button').onclick = () => {
      steps += 1;
      history.pushState(null, '', '?' + steps);
      document.querySelector('p').textContent = steps === 1 ? 'known' : 'unknown after ' + steps;
    };
  </script>`;
  // A global pattern goes on where it matched last.
  const config: ExploreConfig = { ignore: [{ property: 'as-reloaded', text: /known"?,/g }] };
  const { bugs } = await exploreHere(await serve(page(counter)), { config, runs: 10, findings: 1 });
  expect(bugs).toMatchObject([{ plan: { property: 'as-reloaded', steps: [{ do: 'click' }, { do: 'click' }] } }]);
  expect(bugs[0]?.plan.sentence).toContain('unknown after 2');
});

it('Types what is longer than a page expects, and excuses what the API refuses of it', async () => {
  const form = `<main><h1>People</h1><form><label>First name <input name="fname" value="Bo"></label><button>Add</button></form><p role="alert"></p></main>
    <script>
      const form = document.querySelector('form');
      form.onsubmit = (event) => {
        event.preventDefault();
        const fname = form.elements.fname.value;
        if (fname.length > 200) throw new RangeError('too long');
        const body = JSON.stringify({ fname, lname: 'Ek', email: 'bo' + performance.now() + '@mailbox.example' });
        const headers = { 'content-type': 'application/json' };
        form.querySelector('button').disabled = true;
        fetch('/user-data/v1/user', { method: 'POST', headers, body })
          .then(({ ok }) => (document.querySelector('p').textContent = ok ? '' : 'It was not added'))
          .catch(() => (document.querySelector('p').textContent = 'Try again'))
          .then(() => (form.querySelector('button').disabled = false));
      };
    </script>`;
  const { bugs } = await exploreHere(await serve(page(form)), { runs: 20, findings: 1 });
  const steps = [{ do: 'fill', input: 'x'.repeat(300) }, { do: 'click' }];
  expect(bugs).toMatchObject([{ plan: { property: 'no-errors', steps }, replays: { again: 5, of: 5 } }]);
  expect(bugs[0]?.test).toContain(`.fill('x'.repeat(300));`);
});

it('Opens no link to another origin and no window, comes back from a redirect to one and from files, and goes on after a download', async () => {
  const asked: string[] = [];
  const server = createHttpServer(({ url = '', headers }, response) => {
    asked.push(`${headers.host} ${url}`);
    if (url === '/login') response.writeHead(302, { location: `http://localhost:${port}/other` }).end();
    else if (url === '/report')
      response.setHeader('content-disposition', 'attachment; filename="report.txt"').end('Report');
    else if (url === '/logo')
      response.setHeader('content-type', 'image/svg+xml').end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    else if (url === '/data') response.setHeader('content-type', 'application/json').end('{}');
    else response.setHeader('content-type', 'text/html').end(page(links));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const links = `<main><h1>Briefs</h1><a href="http://localhost:${port}/news">The source</a> <a href="/news" target="_blank">A window</a>
    <a href="/report">Download</a> <a href="/logo">Logo</a> <a href="/data">Data</a> <a href="/login">Log in</a></main><script>fetch('/public-api/v1/brief')</script>`;
  const explored = await exploreHere(`http://127.0.0.1:${port}/`, { email: ALICE, runs: 2 });
  expect(explored).toMatchObject({ runs: 2, bugs: [], hangs: false });
  const own = ['', 'report', 'logo', 'data', 'login'].map((path) => `127.0.0.1:${port} /${path}`);
  // Nothing was clicked there: the page of the other origin has the same links.
  expect(new Set(asked)).toEqual(new Set([...own, `localhost:${port} /other`]));
});

it('Clicks nothing on a page of another origin that the application leads to at once, and says so', async () => {
  const asked: string[] = [];
  const server = createHttpServer(({ url = '' }, response) => {
    asked.push(url);
    response.setHeader('content-type', 'text/html').end(page('<button onclick="fetch(`/clicked`)">Sign in</button>'));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const there = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const lead = (to: string) => serve(page(`<script>location.replace('${to}login?state=1')</script>`));
  const later = `<main><h1>Briefs</h1><button>Go</button><p role="alert"></p></main><script>
    const say = (text) => (document.querySelector('p').textContent = text);
    const go = ({ ok }) => (ok ? (location.href = '${there}later') : say('Sign in again'));
    document.querySelector('button').onclick = () => fetch('/public-api/v1/brief').then(go, () => say('Try again'));
  </script>`;
  const urls = await Promise.all([lead(there), lead('http://localhost:9/'), serve(page(later))]);
  const results = await Promise.all(urls.map((url) => exploreHere(url, { email: ALICE, runs: 2 })));
  const [away, missing, stays] = results.map(({ problem }) => problem);
  expect(away).toContain(`${urls[0]} leads to ${there}login, another origin, where nothing is clicked; log in with `);
  expect(missing).toContain(`${urls[1]} leads to http://localhost:9/login, which does not answer; log in with `);
  expect(stays).toBe(undefined);
  expect(asked).toEqual(['/login?state=1']);
});

it('Goes on after a run whose last page has nothing to click', async () => {
  const thanks = `<main><h1>Briefs</h1><button onclick="this.remove()">Subscribe</button></main>`;
  const explored = await exploreHere(await serve(page(thanks)), { runs: 3 });
  expect(explored).toMatchObject({ runs: 3, bugs: [], notes: ['the page sent no request to the three APIs'] });
});

it('Explores a page of which a picture never arrives', async () => {
  const picture = `<main><h1>Briefs</h1><img src="/never" alt="A map"><button>Refresh</button></main>`;
  const { notes, bugs } = await exploreHere(await serve(page(picture)), { runs: 1 });
  expect(bugs).toEqual([]);
  expect(notes).toEqual([
    'the page had not finished loading after 5 seconds, because an image may never arrive; it was explored as it was',
    'the page sent no request to the three APIs',
  ]);
});

it('Selects nothing in a list of which everything is selected, or the rest is disabled', async () => {
  const lists = `<main><h1>Briefs</h1><label>Kinds <select multiple><option selected>A</option><option selected>B</option></select></label>
    <label>Order <select><option disabled>Choose</option><option selected>Name</option></select></label></main>`;
  const explored = await exploreHere(await serve(page(lists)), { runs: 4 });
  expect(explored).toMatchObject({ runs: 4, bugs: [], notes: ['the page sent no request to the three APIs'] });
  expect(explored.problem).toBe(undefined);
});

it('Writes a test with the sentence on one line, which also answers requests below /v1/brief, and not about a frame', async () => {
  const frame = `<iframe title="News" srcdoc="<button></button>"></iframe>`;
  const pageWith = (
    label: string,
  ) => `<main><h1>Briefs</h1>${frame}<img><button\n>\n<svg></svg>${label}</button></main><script>
    fetch('/v1/brief/front-page').then((answer) => answer.json()).catch(() => (document.querySelector('button').textContent = ''));
  </script>`;
  const faulty = await serve(page(pageWith('')));
  const { bugs } = await exploreHere(faulty, { email: ALICE, runs: 4, findings: 1 });
  // The picture without a description, seen at the same time, would be the second.
  expect(bugs).toMatchObject([{ plan: { property: 'accessible', key: 'button-name' } }]);
  await expectFaultIn(bugs[0]?.test ?? '', faulty, await serve(page(pageWith('Refresh'))));
});

it('Tries no records on a page without which the mock refuses what the plan asks for', async () => {
  const mock = createMock({ scenario: newsroom, scenarios: [empty] });
  const brief = mock.data.brief.findFirst({ where: { id: { equals: 'brief-acme-board-brief' } } });
  const document = mock.data.brief_document.findFirst({ where: { brief_id: { equals: brief?.id ?? '' } } });
  const path = `/public-api/v1/bookmark/${brief?.slug}/${document?.gid}`;
  const authorization = `Bearer ${mock.tokenFor(ALICE)}`;
  const asked = new Request(`http://mock.invalid${path}`, { method: 'POST', headers: { authorization } });
  const answer = await mock.fork().fetch(asked);
  const call = { step: 0, method: 'POST', path, headers: {}, body: null, network: 'ok', status: answer.status };
  const answered = { ...call, answer: { status: answer.status, body: await answer.text(), headers: {} } };
  const steps: PlanStep[] = [{ do: 'click', target: { role: 'button', name: 'Save', place: 0 } }];
  const whole = { steps, calls: [answered as unknown as PageCall], sentence: 'It is not shown', email: ALICE };
  let tries = 0;
  // A page on which it goes wrong whatever the records are.
  const small = await shrinkRecords(mock as unknown as Mock, whole, async () => {
    tries += 1;
    return true;
  });
  expect(Object.keys(small?.start.records ?? {})).toEqual([
    'client',
    'user',
    'brief',
    'brief_client',
    'brief_document',
  ]);
  expect(tries).toBe(1);
});

it('Writes a test whose records have names that only JSON allows', () => {
  const head = { format: 'briefs-mock/plan', version: 1, scenario: 'empty', seed: 1, steps: [] } as const;
  const records = { preference: [{ value: { '2fa': true, dark: true, 'page-size': 20 } }] };
  const plan = { ...head, records, property: 'usable', key: 'back', sentence: 'nothing can be clicked' };
  const violation = { key: 'back', sentence: plan.sentence, assertion: [] };
  const replay = { calls: [], hasServiceWorker: false, hasLastingCookies: false };
  const code = writtenTest({ plan, violation, replay, mock: createMock(), url: 'http://localhost/' });
  expect(code).toContain(`mock.create('preference', { value: { "2fa": true, dark: true, "page-size": 20 } });`);
});

it('Finds another person also for somebody whose e-mail is written in another case', () => {
  const mock = createMock({ scenario: newsroom });
  const [alice] = mock.data.user.findMany({ where: { email: { equals: 'alice@acme.example' } } });
  const shown = `${alice?.fname} ${alice?.lname}`;
  const check = (typed: string) =>
    nobodyElse.check({
      ...{ mock, email: 'Alice@Acme.example', start: { text: shown }, look: { text: `${shown} bruno@acme.example` } },
      all: [{ step: { do: 'fill', input: typed } }],
    } as never);
  expect(check('hello')).toMatchObject([{ key: 'e-mail' }]);
  expect(check('BRUNO@acme.example')).toEqual([]);
});

it('Leaves no findings of an exploration before beside those that its page lists', async () => {
  const folder = await temporaryFolder();
  const bugs = () => new BugFiles(folder, 'http://localhost/', (plan) => plan);
  const bug = {
    ...{ plan: { property: 'usable', key: 'a', sentence: 'A bug', steps: [] }, test: '', trace: {} },
    ...{ screenshots: { before: '', after: '' }, replays: { again: 1, of: 1 } },
  } as never;
  const before = bugs();
  for (let number = 1; number <= 3; number++) await before.add(bug);
  await writeFile(join(folder, '3', 'notes.txt'), 'of a person');
  const now = bugs();
  await now.add(bug);
  await now.writePage(now.report({ runs: 1, steps: 1, places: 1, seconds: 1, notes: [] } as never, 1));
  expect(readdirSync(folder).sort()).toEqual(['1', '3', 'index.html']);
  expect(readdirSync(join(folder, '1'))).toContain('plan.json');
  expect(readdirSync(join(folder, '3'))).toEqual(['notes.txt']);
});

it('Opens a page again that could not be opened once', async () => {
  let opened = 0;
  const newContext = () => Promise.reject(new Error(`not opened ${++opened}`));
  const browser = { newContext } as unknown as Browser;
  const mock = createMock({ scenario: empty }) as unknown as Mock;
  const app = new ExploredApp({ browser, url: 'http://x.test', mock, email: undefined, api: undefined, config: {} });
  const [stage, look] = [{ cookies: async () => [] }, { url: '', storage: {} }] as unknown as [Stage, Look];
  await expect(app.fresh(stage, look, mock)).rejects.toThrow('not opened 1');
  await expect(app.fresh(stage, look, mock)).rejects.toThrow('not opened 2');
});

it('Says in one line what is in the way of an exploration', async () => {
  const script = `<script>fetch('http://127.0.0.1:9/api/briefs').catch(() => {})</script>`;
  const elsewhere = await serve(page(script));
  const ended = createHttpServer().listen(0, '127.0.0.1');
  await once(ended, 'listening');
  const silent = `http://127.0.0.1:${(ended.address() as AddressInfo).port}/`;
  await once(ended.close(), 'close');
  const results = await Promise.all([
    explore(silent),
    explore(elsewhere),
    explore(elsewhere, '--browser', '/nowhere/chromium'),
    explore('localhost:5173'),
    explore(await serve('{}', { 'content-type': 'application/json' })),
    explore(await serve(page('No such page'), {}, 404)),
    explore(await serve(page('Report'), { 'content-disposition': 'attachment; filename="report.html"' })),
    explore('http://127.0.0.1:9/'),
    explore('http://user:s3cret@127.0.0.1:9/'),
    explore(await serve('', { location: '/' }, 302)),
  ]);
  expect(results.map(({ code }) => code)).toEqual([1, 0, 1, 2, 1, 1, 1, 1, 2, 1]);
  expect(results[0]?.errors).toMatch(/^briefs-mock: nobody answers at http:\/\/127\.0\.0\.1:\d+\/ .*\n$/);
  expect(results[1]?.errors).toContain('GET http://127.0.0.1:9/api/briefs; say with --api <url>');
  expect(results[1]?.errors).toContain('there was nothing to click or to fill on the page');
  expect(results[2]?.errors).toMatch(
    /^briefs-mock: the browser \/nowhere\/chromium cannot be started: .*; it must be a Chromium\n$/,
  );
  expect(results[3]?.errors).toContain('must be given as a URL such as http://localhost:5173');
  expect(results[4]?.errors).toContain('answers with application/json, not with a page; give the address of a page');
  expect(results[5]?.errors).toContain('answers with status 404, not with a page; give the address of a page');
  expect(results[6]?.errors).toContain('answers with a download, not with a page; give the address of a page');
  expect(results[7]?.errors).toBe(
    'briefs-mock: browsers refuse the port of http://127.0.0.1:9/; start the application on another one\n',
  );
  expect(results[8]?.errors).toBe(
    'briefs-mock: the application must be given without a user or a password; log in with `login` of --rules\n',
  );
  expect(results[9]?.errors).toContain('/ redirects again and again; give the address of a page of the application\n');
});

it('Says that a page has crashed', async () => {
  const login = async (page: Page) => (await page.context().newCDPSession(page)).send('Page.crash');
  const { problem } = await exploreHere(await serve(page('<h1>Briefs</h1>')), { runs: 1, config: { login } });
  expect(problem).toBe('the page has crashed');
});

it.each([
  ['time', '09:30'],
  ['datetime-local', '2026-03-04T09:30'],
  ['month', '2026-03'],
  ['week', '2026-W10'],
  ['color', '#336699'],
])('Types into a field of the type %s only what a person can choose', (type, input) => {
  const awkward = createMock({ scenario: awkwardContent }) as unknown as Mock;
  const { mock } = openWorld('http://127.0.0.1:9').options;
  const inputs = new FieldInputs({ mock, awkward, records: new RecordTexts(mock), given: {} });
  const [line] = linesOf('- textbox "When"', new RecordTexts(mock));
  const look = { fields: { When: { type, name: '', limit: -1 } } } as unknown as Look;
  const typed = INPUT_KINDS.map(([kind]) => inputs.for(line as Line, look, new Dice(1, 0), kind));
  expect(new Set(typed.map((one) => one.input))).toEqual(new Set([input]));
});

it('Answers also what a worker, a beacon or a form asks for, and does not wait for calls that never become requests', async () => {
  const asking = `<main><h1>Clients</h1><button id="load">Load</button><button id="ask">Ask</button><p></p>
    <form method="post" action="/user-data/v1/client"><button>Create</button></form></main><script>
    const url = '/user-data/v1/client';
    const ignore = () => {};
    const code = 'onmessage = () => fetch("' + location.origin + '/user-data/v1/application").then((answer) => postMessage(answer.status))';
    const worker = new Worker(URL.createObjectURL(new Blob([code])));
    const show = () => (document.querySelector('p').textContent = 'Loaded');
    document.querySelector('#load').onclick = () => {
      fetch(url, { signal: AbortSignal.abort() }).catch(ignore);
      fetch(url, { body: 'x' }).catch(ignore);
      fetch(url).then(show, ignore);
    };
    document.querySelector('#ask').onclick = () => {
      const aborting = new AbortController();
      fetch(url, { signal: aborting.signal }).catch(ignore);
      aborting.abort();
      const request = new XMLHttpRequest();
      request.open('GET', url);
      request.send();
      request.abort();
      worker.postMessage('');
      navigator.sendBeacon('/user-data/v1/feature', '[]');
    };
  </script>`;
  const stage = await openWorld(await serve(page(asking))).open();
  onTestFinished(() => stage.close());
  const click = (name: string): PlanStep => ({ do: 'click', target: { role: 'button', name, place: 0 } });
  expect(await stage.do({ ...click('Load'), network: 'hold' }, 0)).toBe(true);
  expect(await stage.do(click('Ask'), 1)).toBe(true);
  const { calls, parked } = stage.traffic;
  expect(parked).toMatchObject([{ path: '/user-data/v1/client', step: 0 }]);
  // No step waits for what a worker does, or for a beacon.
  const expectCall = (call: Partial<PageCall>) =>
    expect.poll(() => calls).toContainEqual(expect.objectContaining({ ...call, status: 200 }));
  await expectCall({ path: '/user-data/v1/application' });
  await stage.rest();
  expect((await stage.look()).text).toContain('Loaded');
  await expectCall({ path: '/user-data/v1/feature', body: '[]' });
  // The answer is not a page, so the stage comes back.
  expect(await stage.do(click('Create'), 2)).toBe(false);
  expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/user-data/v1/client', status: 400 });
  expect((await stage.look()).text).toContain('heading "Clients"');
});

it('Writes a test of the second of two requests, whatever else the page does', async () => {
  const comparing = (handler: string) => `<main><h1>Clients</h1><button>Compare</button><p></p></main><script>
    // It lasts, by the clock of the page.
    document.cookie = 'seen=1; expires=' + new Date(Date.now() + 60_000).toUTCString();
    if (document.cookie !== 'seen=1') console.error('No cookie');
    new EventSource('/never');
    fetch('/events');
    const say = (text) => (document.querySelector('p').textContent = text);
    const ask = async (client) => {
      const headers = { authorization: 'Bearer ' };
      const answer = await fetch('/user-data/v1/user?client_id=' + client, { headers });
      const id = answer.headers.get('x-request-id').slice(0, 8);
      if (!answer.ok) throw new Error('Request ' + id + ' has failed');
    };
    fetch('/public-api/v1/bookmark/brief', { headers: { authorization: 'Bearer ' } }).then(({ status }) => say(status));
    const compare = async () => {
      if (await ask(1).then(() => true, () => say('Try again'))) await ask(2)${handler};
    };
    document.querySelector('button').onclick = () => confirm('Compare?') && setTimeout(compare, 300);
  </script>`;
  const faulty = await serve(page(comparing('')));
  const { bugs } = await exploreHere(faulty, { email: ALICE, runs: 20, findings: 1 });
  expect(bugs).toMatchObject([{ plan: { property: 'no-errors', steps: [{ do: 'click', request: 1 }] } }]);
  await expectFaultIn(bugs[0]?.test ?? '', faulty, await serve(page(comparing(`.catch(() => say('Try again'))`))));
});

/** What a written test of a plan with one click is, given the requests of the click. */
function testOf(calls: readonly Partial<PageCall>[], rest: Partial<Parameters<typeof writtenTest>[0]> = {}): string {
  const steps: PlanStep[] = [{ do: 'click', target: { role: 'button', name: 'Save', place: 0 } }];
  const head = { format: 'briefs-mock/plan', version: 1, scenario: 'empty', seed: 1, steps } as const;
  const plan = { ...head, property: 'usable', key: 'back', sentence: 'nothing can be clicked' };
  const all = calls.map((call, number) => ({ method: 'GET', headers: {}, step: 0, network: 'ok', number, ...call }));
  return writtenTest({
    ...{ plan, violation: { key: 'back', sentence: plan.sentence, assertion: [] }, url: 'http://localhost/' },
    ...{
      replay: { calls: all as PageCall[], hasServiceWorker: false, hasLastingCookies: false },
      mock: createMock() as unknown as Mock,
    },
    ...rest,
  });
}

/** Does the assertion of a written test with the requests that the mock has recorded. */
async function assertWith([violation]: readonly Violation[], requests: readonly object[]): Promise<void> {
  const AsyncFunction = (async () => {}).constructor as typeof Function;
  const assert = new AsyncFunction('expect', 'mock', violation?.assertion.join('\n') ?? 'expect(0).toBe(1)');
  await assert(expect, { requests: async () => requests });
}

it('Writes a test that fails on a write that is sent twice, but not on several that differ', async () => {
  const write = { method: 'POST', path: '/user-data/v1/feature', network: 'ok', step: 0 };
  const calls = [
    { ...write, body: '1' },
    { ...write, body: '1' },
  ];
  const since = [{ number: 0, step: { do: 'reload' } }];
  const seen = oneWrite.check({ calls, since } as never) as Violation[];
  const [one, two] = [1, 2].map((body) => ({ ...write, query: {}, request: { body } }));
  await assertWith(seen, [one, two, { ...one, path: '/user-data/v1/user' }, { ...one, query: { q: '1' } }] as object[]);
  await expect(assertWith(seen, [one, two, one] as object[])).rejects.toThrow('to deeply equal');
});

it.each([
  { path: '/user-data/v1/clients/7', route: null, method: 'GET', status: 404 },
  { path: '/user-data/v1/client/7', route: '/user-data/v1/client/:id', method: 'PATCH', status: 422 },
])('Writes a test that fails as long as $path is refused, but not on what else is', async (call) => {
  const calls = [{ ...call, path: `${call.path}?x`, number: 0, network: 'ok' }];
  const seen = contract.check({ calls, allCalls: calls, all: [] } as never) as Violation[];
  const other = { path: '/user-data/v1/user/9', route: '/user-data/v1/user/:id' };
  await assertWith(seen, [
    { ...call, ...other },
    { ...call, status: 200 },
  ]);
  await expect(assertWith(seen, [call])).rejects.toThrow('to deeply equal');
});

it('Writes a test that does not collect the errors that the rules ignore', () => {
  const violation = { key: 'x', sentence: 'it is wrong', assertion: [], needs: 'errors' } as const;
  const ignore = [
    ...[{ text: "it's known" }, { property: 'no-errors', text: /noise/gi }],
    ...[{ property: 'usable', text: 'used' }, { property: 'no-errors' }],
  ];
  const code = testOf([], { violation, ignore });
  const ignored = `text.includes('it\\'s known') || text.search(/noise/gi) >= 0;`;
  expect(code).toContain(`const isIgnored = (text: string) => ${ignored}`);
  expect(testOf([], { violation })).not.toContain('isIgnored');
});

it.each<[PageCall['network'], string]>([
  ['hold', `mock.hold('GET /user-data/v1/user', { times: 1, skip: 2 })`],
  ['malformed', `{ method: 'GET', path: '/user-data/v1/user', malformed: true, times: 1, skip: 2 }`],
  [{ fail: 500 }, `{ method: 'GET', path: '/user-data/v1/user', status: 500, times: 1, skip: 2 }`],
  ['abort', `let left1 = 2;`],
])(
  'Writes a test that leaves out the requests to the same path before the one with the network %j',
  (network, code) => {
    const path = '/user-data/v1/user';
    const others = [
      { path },
      { path, method: 'POST' },
      { path: '/user-data/v1/client' },
      { path: `${path}?client_id=1` },
    ];
    expect(testOf([...others, { path, network }])).toContain(code);
    expect(testOf([{ path, network }, { path }])).not.toContain('skip');
  },
);

it('Writes a test that answers all paths of the APIs, and leaves the files of the application to its server', () => {
  const [, api = ''] = /const api = \/(.*)\/;/.exec(testOf([])) ?? [];
  const paths = ['/user-data/service-description', '/user-preference/service-description?x', '/public-api/v1/brief'];
  for (const path of paths) expect(new RegExp(api).exec(`http://app.example${path}`)?.[0]).toBe(path);
  expect(new RegExp(api).test('http://app.example/src/user-data/index.ts')).toBe(false);
});

it('Accepts the certificate of a page on https also for its service worker, and so does the written test', async () => {
  const serveSecurely = async (handler: string) => {
    const loading = page(`<main><h1>Briefs</h1><button>Load</button><p role="status"></p></main><script>
      const say = (text) => (document.querySelector('p').textContent = text);
      const load = () => fetch('/public-api/v1/brief').then(() => say('Loaded'))${handler};
      const listen = () => (document.querySelector('button').onclick = load);
      navigator.serviceWorker.register('/worker.js').then(listen);
    </script>`);
    // Its certificate is self-signed.
    const server = createHttpsServer(localhostCertificate, ({ url }, response) => {
      const [type, body] = url === '/worker.js' ? ['text/javascript', worker] : ['text/html', loading];
      response.setHeader('content-type', type).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };
  const faulty = await serveSecurely('');
  const { bugs } = await exploreHere(faulty, { email: ALICE, runs: 20, findings: 1 });
  expect(bugs).toMatchObject([{ plan: { property: 'no-errors', steps: [{ do: 'click' }] } }]);
  await expectFaultIn(bugs[0]?.test ?? '', faulty, await serveSecurely(`.catch(() => say('Try again'))`));
});

it('Writes a test for a page on https that asks the server over http', () => {
  const [secure, plain] = ['https://localhost/', 'http://localhost/'].map((url) => testOf([], { url }));
  expect(secure).toContain('test.use({ ignoreHTTPSErrors: true });');
  expect(secure).toContain('await route.fetch({ url: mockServer + path, headers });');
  expect(plain).not.toMatch(/ignoreHTTPSErrors|route\.fetch/);
});

it.each<[string, string]>([
  ['- strong: "0"', '- strong: "0"'],
  ['- text: "Errors: 0 (new)"', '- text: "Errors: 0 (new)"'],
  ['- listitem [checked]: Energy', '- listitem [checked]: Energy'],
  [String.raw`- text: "Say \"0\" \\ 1"`, String.raw`- text: "Say \"0\" \\ 1"`],
  ['- list:', '- list'],
])('Counts in a written test the rows like %s, and no other element with the text', async (row, alike) => {
  const [line, ...among] = linesOf(row, { explain: () => ({ kind: '' }) } as never);
  const [code = ''] = expectLine(line as Line, 2, among);
  expect(code).toMatch(/^await expect\.poll\(\(\) => rows\(.*\)\)\.toBe\(2\);$/);
  const define = defineRows.join('\n').replace(': RegExp', '');
  const count = new Function('page', `${define}\nreturn ${countCode(line as Line, among)}`);
  const tree = ['- button "0"', row, '- emphasis: "0"', `  ${alike}`, `${row}0`, '- listitem "Energy"'].join('\n');
  const locator = { ariaSnapshot: async () => tree };
  expect(await count({ locator: () => locator })).toBe(2);
});

it('Does not wait for what a page in a frame has asked for', async () => {
  const asks = `<script>fetch('/public-api/v1/brief')</script>`;
  const elsewhere = (await serve(page(asks))).replace('127.0.0.1', 'localhost');
  const frames = `<iframe srcdoc="${asks}"></iframe><iframe src="${elsewhere}"></iframe>`;
  const { traffic } = await openWorld(await serve(page(frames + asks))).open();
  expect(traffic.calls.map(({ path }) => path)).toEqual(Array(3).fill('/public-api/v1/brief'));
});

/** A page without a browser. */
const fakeWorld = (stage: object) => ({
  options: { browser: { isConnected: () => true }, mock: createMock({ scenario: empty }), config: {} },
  open: async () => ({
    ...{
      look: async () => ({ usable: 1 }),
      close: async () => {},
      errors: [],
      page: {},
      restless: new Set(),
      isLoaded: true,
    },
    ...{ traffic: { calls: [], parked: [], elsewhere: [], polled: [] }, ...stage },
  }),
});

it('Writes a test that fails as long as nobody says in it what a property of the rules expects', async () => {
  const run = await PageRun.open(fakeWorld({}) as never);
  const [seen] = await run.observe([], [{ name: 'mine', check: () => `it's 2` }]);
  expect(seen?.assertion).toEqual(['// Expect here what must hold.', `throw new Error('mine: it\\'s 2');`]);
  const [thrown] = await run.observe([], [{ name: 'mine', check: () => Promise.reject('two\nlines') }]);
  expect(thrown?.sentence).toBe('mine: two');
});

it('Gives up a property of the rules that does not end', async () => {
  const run = await PageRun.open(fakeWorld({}) as never);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const observed = expect(run.observe([], [{ name: 'mine', check: () => new Promise(() => {}) }])).rejects.toThrow(
    'the property “mine” did not end within 60 seconds',
  );
  await vi.advanceTimersByTimeAsync(60_000);
  await observed;
});

it('Counts what it has seen and could not replay, and tries it again in the next run', async () => {
  const world = openWorld(await serve(page(`<button>Refresh</button><script>console.error('lost')</script>`)));
  world.with = () => {
    throw new Error('it was closed');
  };
  expect(await exploreHere(world.options.url, { world, runs: 2 })).toMatchObject({ unconfirmed: 2, bugs: [] });
});

it('Tells apart a page that runs for ever and one that was interrupted', async () => {
  const exploreFake = (look: () => object, signal = new AbortController().signal) => {
    const awkward = createMock({ scenario: empty });
    const options = { world: fakeWorld({ look }), awkward, seed: 1, minutes: 1, runs: 1, signal };
    const listeners = { onNote: () => {}, onProgress: () => {} };
    return new Exploration({ ...options, ...listeners } as unknown as ExploreOptions).explore();
  };
  const problem = 'the page no longer responds';
  const hang = (step?: PlanStep) => {
    throw new PageHangs(problem, step);
  };
  expect(await exploreFake(hang)).toMatchObject({ problem, notes: [] });
  const closed = () => {
    throw new Error('it was closed\nat once');
  };
  expect(await exploreFake(closed)).toMatchObject({ problem: 'it was closed', notes: [] });
  const later = {
    usable: 1,
    get url() {
      return hang({ do: 'reload' });
    },
  };
  const notes = [`${problem}; the last step was: reload the page`];
  expect(await exploreFake(() => later)).toMatchObject({ hangs: true, notes: expect.arrayContaining(notes) });
  const interrupted = await exploreFake(hang, AbortSignal.abort(130));
  expect(interrupted).toMatchObject({ hangs: false, notes: ['it was interrupted'] });
});

it('Says that a page polls, and that it never gets quiet', async () => {
  const restless = `<p></p><output></output><script>
    document.querySelector('p').attachShadow({ mode: 'open' }).innerHTML = '<button>Refresh</button>';
    const say = ({ status }) => (document.querySelector('output').textContent = status === 401 ? 'Please sign in again' : '');
    setInterval(() => fetch('/public-api/v1/brief').then(say, () => {}), 100);
    const list = () => fetch('/public-api/v1/bookmark/brief').then((answer) => answer.text());
    const next = () => fetch('/user-data/v1/client').then(list).then(next, () => {});
    next();
  </script>`;
  // Each click would be followed by all the requests of a page that never gets quiet.
  const config = { avoid: ['Refresh'] };
  const { notes, bugs } = await exploreHere(await serve(page(restless)), { config, runs: 1 });
  expect(bugs).toEqual([]);
  const both = 'GET /public-api/v1/bookmark/brief and GET /user-data/v1/client';
  expect(notes).toEqual([
    'the page polls GET /public-api/v1/brief; it is answered at once, and not waited for',
    `the page never gets quiet: it sends ${both} again and again, at once`,
  ]);
});

it('Writes what was found when it is interrupted, and exits as interrupted if nothing was', async () => {
  const asked = `fetch('http://127.0.0.1:9/').catch(() => {})`;
  const { child, exit, output, folder } = await startExplore(
    await serve(page(`<button>Refresh</button><script>console.error('lost')</script>`)),
  );
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  child.kill('SIGINT');
  expect(await exit).toBe(1);
  expect(output()).toMatch(/\n1 found; .*; see explore\/index\.html\n$/);
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('the page writes the error “lost”');
  const nothing = await startExplore(await serve(page(`<button>Refresh</button><script>${asked}</script>`)));
  await once(nothing.child.stderr as NodeJS.ReadableStream, 'data');
  nothing.child.kill('SIGINT');
  expect(await nothing.exit).toBe(130);
  expect(nothing.errors()).toContain('briefs-mock: it was interrupted\n');
});

it('Says that the browser has ended, and where the findings are', async () => {
  const folder = await temporaryFolder();
  const [browser, group] = [join(folder, 'browser.sh'), join(folder, 'group')];
  await writeFile(browser, `#!/bin/sh\necho $$ > ${group}\nexec ${CHROMIUM} "$@"\n`, { mode: 0o755 });
  const server = createHttpServer((_, response) => {
    // The command asks before it starts the browser.
    if (existsSync(group)) process.kill(-Number(readFileSync(group, 'utf8')), 'SIGKILL');
    else response.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { code, errors } = await explore(url, '--browser', browser);
  expect(code).toBe(1);
  expect(errors).toContain('briefs-mock: the browser has ended; what was found before is in explore/index.html\n');
});

it('Does not go back to what was before the application', async () => {
  const replacing = `<main><h1>Briefs</h1><button onclick="history.replaceState(null, '', '?all')">All</button></main>`;
  const stage = await openWorld(await serve(page(replacing))).open();
  onTestFinished(() => stage.close());
  expect(await stage.do({ do: 'click', target: { role: 'button', name: 'All', place: 0 } }, 0)).toBe(true);
  expect(await stage.do({ do: 'back' }, 1)).toBe(false);
  expect((await stage.look()).text).toContain('button "All"');
});

it('Says that axe-core is not installed, without which it checks no accessibility', async () => {
  const folder = await temporaryFolder();
  const [without, plan] = [join(folder, 'without-axe.cjs'), join(folder, 'plan.json')];
  const code = `const Module = require('node:module');
    const resolve = Module._resolveFilename;
    Module._resolveFilename = function (name, ...rest) {
      if (name === 'axe-core') throw new Error(name);
      return resolve.call(this, name, ...rest);
    };`;
  await writeFile(without, code);
  const head = { format: 'briefs-mock/plan', version: 1, scenario: 'newsroom', seed: 1, steps: [] };
  await writeFile(plan, JSON.stringify({ ...head, property: 'accessible', key: 'button-name', sentence: 'No name' }));
  const environment = { NODE_OPTIONS: `--require ${without}` };
  const url = await serve(BUTTON);
  const replay = await startExploreWith(environment, url, '--replay', plan);
  expect(await replay.exit).toBe(9);
  expect(replay.output()).toContain('it cannot be determined whether it comes back; axe-core is not installed');
  const exploration = await startExploreWith(environment, url, '--runs', '1');
  expect(await exploration.exit).toBe(0);
  expect(exploration.errors()).toContain('accessibility is not checked: axe-core is not installed; run `npm install');
});

it('Pictures a page whose font never arrives', async () => {
  const lettering = `<main><h1>Briefs</h1><button>Set</button></main><script>
    const face = new FontFace('Late', 'url(/never)');
    document.fonts.add(face);
    document.querySelector('button').onclick = () => {
      face.load();
      throw new Error('lost');
    };
  </script>`;
  const steps: PlanStep[] = [{ do: 'click', target: { role: 'button', name: 'Set', place: 0 } }];
  const wanted = { property: 'no-errors', key: 'Error: lost' };
  const { seen, screenshots } = await replaySteps(openWorld(await serve(page(lettering))), steps, wanted, true);
  expect(seen?.sentence).toContain('lost');
  expect(screenshots?.after.subarray(1, 4).toString()).toBe('PNG');
});

it('Cannot tell whether a bug comes back if the page lacks what a step uses, also on https', async () => {
  const saving = `<button>Save</button><script>
    const button = document.querySelector('button');
    const say = (text) => (button.textContent = text);
    button.onclick = () => say('Saving') && fetch('/public-api/v1/brief').then(() => say('Save'));
  </script>`;
  const url = await serve(page(saving));
  const click = (name: string): PlanStep => ({ do: 'click', target: { role: 'button', name, place: 0 } });
  const head = { format: 'briefs-mock/plan', version: 1, scenario: 'newsroom', seed: 1 };
  const plan = { ...head, property: 'no-errors', key: 'x', sentence: 'It is wrong', steps: [click('Store')] };
  const file = join(await temporaryFolder(), 'plan.json');
  await writeFile(file, JSON.stringify(plan));
  // Its certificate is self-signed.
  const secure = createHttpsServer(localhostCertificate, (_, response) => {
    response.setHeader('content-type', 'text/html').end(page(saving));
  }).listen(0, '127.0.0.1');
  await once(secure, 'listening');
  onTestFinished(() => void secure.close());
  const secureUrl = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`;
  expect(await explore(secureUrl, '--replay', file)).toMatchObject({ code: 9, errors: '' });
  const { code, output } = await explore(url, '--replay', file);
  const unclear =
    'it cannot be determined whether it comes back; 0 of 1 steps could be done; not on the page: the button "Store"';
  expect([code, output]).toEqual([9, `${unclear}\n`]);
  const world = openWorld(url);
  const replays = [
    [click('Save'), click('Go')],
    [{ ...click('Save'), network: 'hold' as const }, click('Save')],
  ];
  const results = await Promise.all(replays.map((steps) => replaySteps(world, steps, plan)));
  expect(results.map(({ done, missing }) => [done.length, missing.map(({ name }) => name)])).toEqual([
    [1, ['Go']],
    [1, []],
  ]);
});

it('Does not complain that a page without a valid token offers nothing to click', async () => {
  const mock = createMock({ scenario: newsroom });
  const email = 'alice@acme.example';
  mock.tokenFor(email);
  const token = mock.data.access_token.findFirst({ where: { email: { equals: email } } })?.token;
  const act = { says: 'the token expires', table: 'access_token', key: token, values: { expires_at: 1 } };
  const steps = [{ do: 'other', act }, { do: 'reload' }];
  const head = { format: 'briefs-mock/plan', version: 1, scenario: 'newsroom', seed: mock.seed, persona: 'alice' };
  const plan = { ...head, property: 'usable', key: 'reload', sentence: 'nothing can be clicked', steps };
  const file = join(await temporaryFolder(), 'plan.json');
  await writeFile(file, JSON.stringify(plan));
  const refused = `<button>Refresh</button><script>
    fetch('/public-api/v1/bookmark/brief').then(({ status }) => {
      if (status !== 200) document.body.textContent = 'Sign in again';
    });
  </script>`;
  expect(await explore(await serve(page(refused)), '--replay', file)).toMatchObject({ code: 0, errors: '' });
  const always = `<button>Refresh</button><script>
    if (sessionStorage.opened) document.body.textContent = 'Nothing';
    sessionStorage.opened = true;
  </script>`;
  expect(await explore(await serve(page(always)), '--replay', file)).toMatchObject({ code: 1 });
});
