import { createMock, defineRoute, defineScenario, type Mock, type Scenario } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer, type MockServer, type ServerOptions } from 'briefs-mock/server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { complaintsOf, sharedChromium } from './chromium.js';

let browser: Browser;
let context: BrowserContext;
let page: Page;
let mock: Mock;
let complaints: string[];
let requests: string[];

beforeAll(async () => {
  browser = await sharedChromium();
});
beforeEach(async () => {
  mock = createMock({ scenario: newsroom });
  context = await browser.newContext();
  page = await context.newPage();
  complaints = complaintsOf(page);
  requests = [];
  page.on('request', (request) => requests.push(request.url()));
});
afterEach(() => context.close());

async function serve(options: ServerOptions = {}): Promise<MockServer> {
  const server = await createServer(mock, { port: 0, ...options }).listen();
  onTestFinished(() => server.close());
  return server;
}

/** Opens the page at an operation, such as `get-/public-api/v1/brief`, and executes it. */
async function tryOut(url: string, operation: string) {
  await page.goto(`${url}/__mock/docs#?route=${operation}`);
  return execute();
}

/** Clicks Execute. Returns the status of the answer and the text that the page shows of it. */
async function execute(): Promise<{ status: string | undefined; shown: string }> {
  await page.getByRole('button', { name: 'Execute' }).click();
  const status = await page.getByText(/^Response Status: \w.*\(\d+\)/).innerText();
  // The page shows the status before it has read the body.
  const response = page.getByRole('region', { name: 'RESPONSE', exact: true }).filter({ hasNotText: '⌛' });
  return { status: /\((\d+)\)/.exec(status)?.[1], shown: await response.innerText() };
}

describe('The API reference', () => {
  it('lists every operation, and sends requests only to the server', async () => {
    const { url } = await serve();
    await page.goto(`${url}/__mock/docs`);
    const links = page.locator('.nav-bar-path');
    await links.first().waitFor();
    const { paths } = await mock.openapi();
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    // Each segment of a path is on a line of its own.
    const listed = (await links.allInnerTexts()).map((text) => text.replace('\n', ' ').replaceAll('\n', ''));
    expect(listed.sort()).toEqual(operations.sort());
    for (const service of ['public-api', 'user-data', 'user-preference']) {
      expect(listed.filter((operation) => operation.includes(` /${service}/`)).length).toBeGreaterThan(5);
    }
    expect(requests.filter((url) => !url.startsWith('data:')).sort()).toEqual(
      ['docs', 'docs/page.js', 'openapi.json'].map((path) => `${url}/__mock/${path}`),
    );
    expect(complaints).toEqual([]);
  });

  it('P1: executes GET /public-api/v1/brief with the token of Alice, without a login', async () => {
    const { url } = await serve();
    const { status, shown } = await tryOut(url, 'get-/public-api/v1/brief');
    expect(status).toBe('200');
    const headers = { authorization: `Bearer ${mock.tokenFor('alice@acme.example')}` };
    const { data } = await (await mock.fetch('/public-api/v1/brief', { headers })).json();
    expect(data.length).toBeGreaterThan(3);
    for (const { slug } of data) expect(shown).toContain(`"slug": "${slug}"`);
    expect(requests).toContain(`${url}/public-api/v1/brief`);
    expect(complaints).toEqual([]);
  });

  it('sends another token after it was entered under Authentication', async () => {
    const { url } = await serve();
    await page.goto(`${url}/__mock/docs#?route=auth`);
    const scheme = page.locator('tr').filter({ hasText: 'alice@acme.example' });
    await scheme.getByRole('button', { name: 'Remove' }).click();
    await scheme.getByRole('textbox').fill('nobodys-token');
    await scheme.getByRole('button', { name: 'Set' }).click();
    await page.locator('.nav-bar-path').first().click();
    const { status, shown } = await execute();
    expect(status).toBe('401');
    expect(shown).toContain('was not issued by this mock');
  });

  it('shows an e-mail address that contains Markdown or HTML as text', async () => {
    const email = '[free](https://evil.example)`<u>@mailbox.example';
    const seed: Scenario['seed'] = ({ make }) => void make.user({ email });
    mock = createMock({ scenario: defineScenario({ ...newsroom, name: 'foreign-link', personas: [], seed }) });
    const { url } = await serve();
    await page.goto(`${url}/__mock/docs#?route=auth`);
    const scheme = page.locator('tr').filter({ hasText: email });
    await scheme.waitFor();
    expect(await scheme.locator('a, u').count()).toBe(0);
  });

  it('executes POST /user-data/v1/user with the example body and the service token, in the session of its own URL', async () => {
    mock = createMock({ scenario: newsroom, behavior: { serviceToken: 's3rvice' } });
    const { url } = await serve();
    const before = mock.data.user.count();
    mock.sessions.create('mine');
    expect((await tryOut(`${url}/__mock/s/mine`, 'post-/user-data/v1/user')).status).toBe('200');
    await page.getByText('[NewUser]').waitFor();
    expect(requests).toContain(`${url}/__mock/s/mine/user-data/v1/user`);
    expect(mock.sessions.get('mine').data.user.count()).toBe(before + 1);
    expect(mock.data.user.count()).toBe(before);
    expect(complaints).toEqual([]);
  });

  it('shows an own route with a schema that refers to itself', async () => {
    const tree = z
      .object({
        leaf: z.string(),
        get below() {
          return z.array(tree);
        },
      })
      .meta({ id: 'Tree' });
    const handle = () => ({ leaf: 'oak', below: [] });
    const route = defineRoute({ method: 'GET', path: '/garden/v1/tree', response: tree, handle });
    mock = createMock({ scenario: newsroom, routes: [route] });
    const { url } = await serve();
    const { status, shown } = await tryOut(url, 'get-/garden/v1/tree');
    expect([status, JSON.parse(shown)]).toEqual(['200', { leaf: 'oak', below: [] }]);
    await page.getByText('[Tree]').waitFor();
    expect(complaints).toEqual([]);
  });

  it('has dark colours while the system has', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await tryOut((await serve()).url, 'get-/public-api/v1/brief');
    const ground = () => page.locator('openapi-explorer').evaluate((page) => getComputedStyle(page).backgroundColor);
    await expect.poll(ground).toBe('rgb(20, 23, 28)');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(ground).toBe('rgb(255, 255, 255)');
    expect(complaints).toEqual([]);
  });

  it('sends requests below the path of a base URL', async () => {
    mock = createMock({ scenario: newsroom, baseUrl: 'https://api.example.com/stage' });
    const { url } = await serve();
    expect((await tryOut(`${url}/stage`, 'get-/public-api/v1/brief')).status).toBe('200');
    expect(requests).toContain(`${url}/stage/public-api/v1/brief`);
    expect(complaints).toEqual([]);
  });

  it('asks for the control token until it is right, and sends it with control calls', async () => {
    const { url } = await serve({ control: { token: 'c0ntrol' } });
    const answers = ['wrong', 'c0ntrol'];
    page.on('dialog', (dialog) => dialog.accept(answers.shift()));
    const { status, shown } = await tryOut(url, 'get-/__mock/health');
    expect(status).toBe('200');
    expect(shown).toContain('"scenario": "newsroom"');
    expect(answers).toEqual([]);
  });

  it('shows an error and no operations when no control token is entered', async () => {
    const { url } = await serve({ control: { token: 'c0ntrol' } });
    page.on('dialog', (dialog) => dialog.dismiss());
    await page.goto(`${url}/__mock/docs`);
    await page.getByText('requires the header Authorization: Bearer <control token>').waitFor();
    expect(await page.locator('.nav-bar-path').count()).toBe(0);
  });
});
