import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineRoute } from 'briefs-mock';
import { type BriefsMockOptions, briefsMock } from 'briefs-mock/vite';
import type { Browser, Page } from 'playwright-core';
import { createServer, type Plugin } from 'vite';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { localhostCertificate } from '../support/localhost-certificate.js';
import { complaintsOf, setVisibility, sharedChromium } from './chromium.js';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

/** A page that lists the briefs of the person who is logged in. */
const files = {
  'index.html':
    '<!doctype html><html lang="en"><head><title>Reader</title><link rel="icon" href="data:,"></head><body><ul></ul><script type="module" src="/main.js"></script></body></html>',
  'main.js': `
    const { data } = await (await fetch('/public-api/v1/brief')).json();
    for (const { name } of data) document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: name }));
    document.title = 'loaded';`,
};

/** Starts a development server for a page with the plugin, and returns its address and its folder. */
async function serve(pages: Readonly<Record<string, string>>, options: BriefsMockOptions, ...others: Plugin[]) {
  const root = mkdtempSync(join(tmpdir(), 'briefs-mock-vite-page-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(join(import.meta.dirname, '../..'), join(root, 'node_modules/briefs-mock'));
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(root, name), text);
  const vite = await createServer({
    ...{ root, configFile: false, logLevel: 'silent' },
    server: { port: 0 },
    plugins: [briefsMock(options), ...others],
  });
  onTestFinished(() => vite.close());
  await vite.listen();
  return { url: vite.resolvedUrls?.local[0] as string, root };
}

/** The names, such as `fetch of the tab`, of the clients that a test has added in a session. */
async function addedIn(url: string, session: string): Promise<string[]> {
  const headers = { 'x-mock-session': session };
  const { data } = await (await fetch(`${url}user-data/v1/client`, { headers })).json();
  return data.map(({ name }: { name: string }) => name).filter((name: string) => / of /.test(name));
}

it('"Log in as" in the console of a Vite page makes its requests those of the person, also after a reload', async () => {
  const { url } = await serve(files, { persona: 'alice' });
  /** The names of the briefs that the holder of a token sees. */
  const briefsOf = async (person: string) => {
    const headers = { authorization: `Bearer ${person}-token` };
    const { data } = await (await fetch(`${url}public-api/v1/brief`, { headers })).json();
    return data.map(({ name }: { name: string }) => name);
  };

  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const listed = () => page.locator('body > ul > li').allInnerTexts();
  await page.goto(url);
  await expect.poll(() => page.title()).toBe('loaded');
  expect(await listed()).toEqual(await briefsOf('alice'));

  await page.getByRole('button', { name: 'Mock' }).click();
  const panel = page.getByRole('region', { name: 'Console of the mock' });
  await panel.getByRole('link', { name: 'People' }).click();
  await panel.getByRole('button', { name: 'Log in as bruno' }).click();
  const ofBruno = await briefsOf('bruno');
  expect(ofBruno).not.toEqual(await briefsOf('alice'));
  await expect.poll(listed).toEqual(ofBruno);
  await page.reload();
  await expect.poll(listed).toEqual(ofBruno);
  // The panel is as it was left, and says who has sent the request of the page.
  await panel.getByRole('link', { name: 'Requests' }).click();
  await panel.getByRole('cell', { name: 'bruno' }).first().waitFor();
  expect(complaints).toEqual([]);
});

it('with eight tabs open, each gets its data, and a tab that is shown again catches up', async () => {
  const { url } = await serve(files, { persona: 'alice' });
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const pages: Page[] = [];
  for (let n = 0; n < 8; n++) {
    const page = await context.newPage();
    pages.push(page);
    await page.goto(url);
    await expect.poll(() => page.title()).toBe('loaded');
    await page.getByRole('button', { name: 'Mock' }).waitFor();
    // The next tab covers it.
    await setVisibility(page, 'hidden');
  }
  await fetch(`${url}__mock/faults`, { method: 'POST', body: '{"status":503}' });
  const [first] = pages as [Page];
  await setVisibility(first, 'visible');
  await first.getByRole('button', { name: 'Mock, 1 active fault' }).waitFor();
});

it.each(['tab', 'browser'] as const)(
  'a session for each %s leaves the requests to other servers as they are, also in a page without https',
  async (session) => {
    // Sends back what it gets.
    const echo: Plugin = {
      name: 'echo',
      configureServer: (vite) => void vite.middlewares.use('/echo', (request, response) => void request.pipe(response)),
    };
    const body = JSON.stringify([{ name: 'New', short_name: 'new', display_name: 'New', type: 'company' }]);
    const send = (path: string) =>
      `await (await fetch(new Request('${path}', { method: 'POST', body: '${body}' }))).text()`;
    const script = `
      const sent = [${send('/echo')}, ${send('/user-data/v1/client')}];
      document.body.append(JSON.stringify(sent));
      document.title = 'loaded';`;
    const { url } = await serve({ ...files, 'main.js': script }, { session, console: false }, echo);
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.addInitScript(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }));
    const complaints = complaintsOf(page);
    await page.goto(url);
    await expect.poll(async () => [await page.title(), ...complaints]).toEqual(['loaded']);
    const [echoed, created] = JSON.parse(await page.locator('body').innerText());
    expect([echoed, JSON.parse(created)]).toEqual([body, expect.objectContaining({ status_code: 200 })]);
    // The others do not see what was created.
    const { data } = await (await fetch(`${url}user-data/v1/client`)).json();
    expect(data).not.toContainEqual(expect.objectContaining({ name: 'New' }));
  },
);

it('a browser whose cookie of the session is empty gets a new session', async () => {
  const { url } = await serve(files, { session: 'browser', persona: 'alice' });
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  await context.addCookies([{ name: 'mock_session', value: '', url }]);
  const page = await context.newPage();
  await page.goto(url);
  await expect.poll(() => page.title()).toBe('loaded');
  expect(await page.evaluate(() => document.cookie)).toMatch(/^mock_session=./);
});

it('with a session for each tab, a request that names another session stays in that one', async () => {
  const { url } = await serve({ ...files, 'main.js': '' }, { session: 'tab', console: false });
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  /** Adds a client by XMLHttpRequest or fetch, and returns the status. */
  const send = (way: 'xhr' | 'fetch', name: string, headers: Record<string, string>) =>
    page.evaluate(
      async ([way, name, headers]) => {
        const body = JSON.stringify([{ name, short_name: name, display_name: name, type: 'company' }]);
        const path = '/user-data/v1/client';
        if (way === 'fetch') return (await fetch(path, { method: 'POST', body, headers })).status;
        const request = new XMLHttpRequest();
        request.open('POST', path);
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
        await new Promise((resolve) => {
          request.onloadend = resolve;
          request.send(body);
        });
        return request.status;
      },
      [way, name, headers] as const,
    );
  for (const way of ['xhr', 'fetch'] as const) {
    expect(await send(way, `${way} of the tab`, {})).toBe(200);
    expect(await send(way, `${way} of another`, { 'X-Mock-Session': 'other' })).toBe(200);
  }
  const own = await page.evaluate(() => sessionStorage['briefs-mock-session']);
  expect(await addedIn(url, own)).toEqual(['xhr of the tab', 'fetch of the tab']);
  expect(await addedIn(url, 'other')).toEqual(['xhr of another', 'fetch of another']);
});

it('with a session for each tab, the requests of its workers are in that, unless they name another', async () => {
  const worker = `
    const send = (name, headers) => {
      const body = JSON.stringify([{ name, short_name: name, display_name: name, type: 'company' }]);
      return fetch('/user-data/v1/client', { method: 'POST', body, headers });
    };
    const sent = [await send('worker of the tab', {}), await send('worker of another', { 'x-mock-session': 'other' })];
    postMessage(sent.map(({ status }) => status).join());`;
  const script = `
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => { document.title = data; };`;
  const { url } = await serve({ ...files, 'main.js': script, 'worker.js': worker }, { session: 'tab' });
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(url);
  await expect.poll(() => page.title()).toBe('200,200');
  const own = await page.evaluate(() => sessionStorage['briefs-mock-session']);
  expect(await addedIn(url, own)).toEqual(['worker of the tab']);
  expect(await addedIn(url, 'other')).toEqual(['worker of another']);
  expect(await addedIn(url, 'default')).toEqual([]);
  expect(complaints).toEqual([]);
});

it.each(['tab', 'browser'] as const)(
  'with a session for each %s, own routes answer from that of the page',
  async (session) => {
    const report = defineRoute({
      method: 'GET',
      path: '/reports/:name',
      params: { name: z.string() },
      handle: (_, { data }) => ({ clients: data.client.count() }),
    });
    const script = `
      const body = '[{ "name": "New", "short_name": "new", "display_name": "New", "type": "company" }]';
      await fetch('/user-data/v1/client', { method: 'POST', body });
      document.title = await (await fetch('/reports/summary')).text();`;
    const { url } = await serve({ ...files, 'main.js': script }, { session, routes: [report], console: false });
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(url);
    const { clients } = await (await fetch(`${url}reports/summary`)).json();
    await expect.poll(() => page.title()).toBe(JSON.stringify({ clients: clients + 1 }));
  },
);

it.each(['tab', 'browser'] as const)(
  'with a session for each %s, the console begins in that of the page',
  async (session) => {
    const { url } = await serve(files, { persona: 'alice', session });
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(url);
    await expect.poll(() => page.title()).toBe('loaded');
    await page.getByRole('button', { name: 'Mock' }).click();
    const panel = page.getByRole('region', { name: 'Console of the mock' });
    await panel.getByRole('link', { name: '/public-api/v1/brief' }).first().waitFor();
    const chosen = () => panel.getByLabel('Session').inputValue();
    const { data } = await (await fetch(`${url}__mock/sessions`)).json();
    expect([await chosen()]).toEqual(data.map(({ id }: { id: string }) => id));
    if (session === 'browser') return;
    // A request that names no session.
    await fetch(`${url}user-data/v1/client`);
    await panel.getByLabel('Session').selectOption('default');
    await panel.getByRole('link', { name: '/user-data/v1/client' }).waitFor();
    expect(await panel.getByRole('link', { name: '/public-api/v1/brief' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);

it.each(['tab', 'browser'] as const)(
  'with a session for each %s, a page that sends no request gets no error',
  async (session) => {
    const { url } = await serve({ ...files, 'main.js': '' }, { session });
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    const isAsked = page.waitForResponse((response) => response.url().includes('/__mock/sessions'));
    await page.goto(url);
    await isAsked;
    // The call after which the browser reports an error would be sent before this one.
    await page.evaluate(() => fetch('/__mock/sessions'));
    await page.getByRole('button', { name: 'Mock' }).click();
    const panel = page.getByRole('region', { name: 'Console of the mock' });
    await panel.getByText('No requests yet').waitFor();
    expect(await panel.getByLabel('Session').inputValue()).not.toBe('');
    expect(complaints).toEqual([]);
  },
);

it('shows an error in the scenario also after a reload, and if one of its files is deleted, until it is mended', async () => {
  const scenario = `
    import { defineScenario } from 'briefs-mock';
    import { personas } from './people';
    export default defineScenario({ name: 'desk', description: 'Empty', clock: '2026-03-04T09:00:00Z', personas, seed() {} });`;
  const people = 'export const personas = [];';
  const all = { ...files, 'main.js': '', 'scenario.ts': scenario, 'people.ts': people };
  const { url, root } = await serve(all, { scenario: './scenario.ts' });
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Mock' }).waitFor();
  const overlay = page.locator('vite-error-overlay');
  writeFileSync(join(root, 'people.ts'), 'export const personas = ;');
  await overlay.getByText('people.ts').first().waitFor();
  await page.reload();
  await overlay.getByText('people.ts').first().waitFor();
  writeFileSync(join(root, 'people.ts'), people);
  await expect.poll(() => overlay.count()).toBe(0);
  // Nor is the error sent to a page that is loaded now.
  const other = await context.newPage();
  await other.goto(url);
  await other.getByRole('button', { name: 'Mock' }).waitFor();
  expect(await other.locator('vite-error-overlay').count()).toBe(0);
  rmSync(join(root, 'people.ts'));
  await overlay.getByText('./people').first().waitFor();
});

it('a page with https, which Chromium loads by HTTP/2, gets its answers and opens the console', async () => {
  const secure: Plugin = { name: 'secure', config: () => ({ server: { https: localhostCertificate } }) };
  const { url } = await serve(files, { persona: 'alice' }, secure);
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(url);
  await expect.poll(() => page.title()).toBe('loaded');
  expect(await page.locator('body > ul > li').allInnerTexts()).toContain('Front Page');
  await page.getByRole('button', { name: 'Mock' }).click();
  const panel = page.getByRole('region', { name: 'Console of the mock' });
  await panel.getByRole('cell', { name: 'alice' }).first().waitFor();
  expect(
    await page.evaluate(() =>
      performance.getEntriesByType('resource').map((one) => (one as PerformanceResourceTiming).nextHopProtocol),
    ),
  ).toContain('h2');
  expect(complaints).toEqual([]);
});
