import { createMock, type Mock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer, type MockServer, type ServerOptions } from 'briefs-mock/server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { complaintsOf, launchChromium } from './chromium.js';

let browser: Browser;
let context: BrowserContext;
let page: Page;
let mock: Mock;
let complaints: string[];
let requests: string[];

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
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

/** Opens the page at an operation, and tries that. */
async function tryOut(url: string, operation: string) {
  await page.goto(`${url}/__mock/docs#/${operation}`);
  return execute();
}

/** Sends what is filled in; the status of the answer, and all that is shown of it. */
async function execute(): Promise<{ status: string; shown: string }> {
  await page.locator('.opblock.is-open button.execute').click();
  const answer = page.locator('.opblock.is-open .live-responses-table .response');
  const status = await answer.locator('.response-col_status').innerText();
  return { status: status.trim().slice(0, 3), shown: await answer.innerText() };
}

describe('The API reference', () => {
  it('lists every operation, and asks nobody else for anything', async () => {
    const { url } = await serve();
    // What is out of sight is not on the page yet.
    await page.setViewportSize({ width: 1200, height: 16_000 });
    await page.goto(`${url}/__mock/docs`);
    await page.waitForSelector('.opblock');
    const { paths } = await mock.openapi();
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const listed = await page.locator('.opblock').evaluateAll((blocks) =>
      blocks.map((block) => {
        const [method, path] = ['.opblock-summary-method', '[data-path]'].map((part) => block.querySelector(part));
        return `${method?.textContent} ${path?.getAttribute('data-path')}`;
      }),
    );
    expect(listed.sort()).toEqual(operations.sort());
    for (const service of ['public-api', 'user-data', 'user-preference']) {
      expect(listed.filter((operation) => operation.includes(` /${service}/`)).length).toBeGreaterThan(5);
    }
    expect(requests.filter((url) => !url.startsWith('data:')).sort()).toEqual(
      ['docs', 'docs/page.js', 'docs/swagger-ui-bundle.js', 'docs/swagger-ui.css', 'openapi.json'].map(
        (path) => `${url}/__mock/${path}`,
      ),
    );
    expect(complaints).toEqual([]);
  });

  it('P1: tries GET /public-api/v1/brief as alice, without being told a token', async () => {
    const { url } = await serve();
    const { status, shown } = await tryOut(url, 'public-api.brief/getPublicApiBrief');
    expect(status).toBe('200');
    const headers = { authorization: `Bearer ${mock.tokenFor('alice@acme.example')}` };
    const { data } = await (await mock.fetch('/public-api/v1/brief', { headers })).json();
    expect(data.length).toBeGreaterThan(3);
    for (const { slug } of data) expect(shown).toContain(`"slug": "${slug}"`);
    expect(requests).toContain(`${url}/public-api/v1/brief`);
    expect(complaints).toEqual([]);
  });

  it('takes another token', async () => {
    const { url } = await serve();
    await page.goto(`${url}/__mock/docs#/public-api.brief/getPublicApiBrief`);
    await page.locator('button.authorize').click();
    const credential = page.locator('.auth-container').first();
    await credential.getByText('Logout').click();
    await credential.locator('input').fill('nobodys-token');
    await credential.locator('button.authorize').click();
    await credential.getByText('Close').click();
    const { status, shown } = await execute();
    expect(status).toBe('401');
    expect(shown).toContain('not one that was issued');
  });

  it('tries a write with what is filled in, and the service token', async () => {
    mock = createMock({ scenario: newsroom, behavior: { serviceToken: 's3rvice' } });
    const { url } = await serve();
    const before = mock.data.user.count();
    expect((await tryOut(url, 'user-data.user/postUserDataUser')).status).toBe('200');
    expect(mock.data.user.count()).toBe(before + 1);
    expect(complaints).toEqual([]);
  });

  it('acts in the session that it is opened in', async () => {
    const { url } = await serve();
    const before = mock.data.user.count();
    expect((await tryOut(`${url}/__mock/s/mine`, 'user-data.user/postUserDataUser')).status).toBe('200');
    expect(requests).toContain(`${url}/__mock/s/mine/user-data/v1/user`);
    expect(mock.sessions.get('mine').data.user.count()).toBe(before + 1);
    expect(mock.data.user.count()).toBe(before);
    expect(complaints).toEqual([]);
  });

  it('acts below the path of a base URL', async () => {
    mock = createMock({ scenario: newsroom, baseUrl: 'https://api.example.com/stage' });
    const { url } = await serve();
    expect((await tryOut(`${url}/stage`, 'public-api.brief/getPublicApiBrief')).status).toBe('200');
    expect(requests).toContain(`${url}/stage/public-api/v1/brief`);
    expect(complaints).toEqual([]);
  });

  it('asks for the control token until it is right, and has it for what it tries', async () => {
    const { url } = await serve({ control: { token: 'c0ntrol' } });
    const answers = ['wrong', 'c0ntrol'];
    page.on('dialog', (dialog) => dialog.accept(answers.shift()));
    const { status, shown } = await tryOut(url, 'control.health/getMockHealth');
    expect(status).toBe('200');
    expect(shown).toContain(mock.fingerprint());
    expect(answers).toEqual([]);
  });

  it('says why it shows nothing to who has no control token', async () => {
    const { url } = await serve({ control: { token: 'c0ntrol' } });
    page.on('dialog', (dialog) => dialog.dismiss());
    await page.goto(`${url}/__mock/docs`);
    await page.getByText('needs the header Authorization: Bearer <control token>').waitFor();
    expect(await page.locator('.opblock').count()).toBe(0);
  });
});
