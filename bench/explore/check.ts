// Proves that each planted fault is real: its reproduction fails on the fault alone and passes on the twin.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { createMock, type Mock } from 'briefs-mock';
import { chromium, type Page, type Route } from 'playwright-core';
import { build } from 'vite';

const here = import.meta.dirname;
type Reproduction = (page: Page, mock: Mock, hold: (path: string) => Promise<() => Promise<void>>) => Promise<boolean>;
const openBrief = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const firstBookmark = (page: Page) => page.locator('section button[aria-pressed=false]').first();

/** By application and fault. Each says whether the page does what it should. */
const reproductions: Record<string, Record<string, Reproduction>> = {
  'reader-dom': {
    'late-document': async (page, _mock, hold) => {
      const send = await hold('**/brief/front-page');
      await openBrief(page, 'Front Page');
      await openBrief(page, 'Energy Today');
      await page.getByRole('heading', { name: 'Energy Today' }).waitFor();
      await send();
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      return page.getByRole('heading', { name: 'Energy Today' }).isVisible();
    },
    'no-rollback': async (page, mock) => {
      await openBrief(page, 'Front Page');
      const toggle = page.getByRole('button', { name: (await firstBookmark(page).getAttribute('aria-label')) ?? '' });
      mock.faults.add({ method: 'POST', status: 500 });
      await toggle.click();
      await page.getByText('could not be saved').waitFor();
      return (await toggle.getAttribute('aria-pressed')) === 'false';
    },
    'double-save': async (page, mock) => {
      await openBrief(page, 'Front Page');
      await firstBookmark(page).dblclick();
      await page.locator('section').waitFor();
      await page.waitForLoadState('networkidle');
      return mock.requests.count({ method: 'POST' }) === 1;
    },
    'endless-loading': async (page) => {
      await page.route('**/brief/front-page', (route) => route.abort());
      await openBrief(page, 'Front Page');
      await page.getByText('could not be loaded').waitFor();
      return (await page.locator('[aria-busy=true]').count()) === 0;
    },
    'missing-label': async (page) =>
      (await new AxeBuilder({ page }).withRules(['label']).analyze()).violations.length === 0,
  },
};

async function bundle(app: string, fault: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { FAULT: JSON.stringify(fault) },
    build: { write: false, rollupOptions: { input: join(here, 'apps', app, 'main.ts') } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !('output' in output)) throw new Error('Vite watched instead of building');
  return output.output[0].code;
}

const browser = await chromium.launch({
  executablePath: process.env.BROWSER ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});

async function isRight(script: string, reproduce: Reproduction): Promise<boolean> {
  const context = await browser.newContext();
  const mock = createMock();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(5000);
    const answer = async (route: Route) => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/public-api/')) {
        const page = `<!doctype html><html lang="en"><title>Reader</title><body><script type="module" src="/app.js"></script>`;
        if (pathname === '/app.js') return route.fulfill({ contentType: 'text/javascript', body: script });
        return route.fulfill({ contentType: 'text/html', body: page });
      }
      const init = { method: request.method(), headers: await request.allHeaders() };
      const response = await mock.fetch(new Request(request.url(), init));
      await route.fulfill({ status: response.status, contentType: 'application/json', body: await response.text() });
    };
    await page.route('**/*', answer);
    await page.goto('http://app.test/');
    await page.getByRole('button', { name: 'Front Page', exact: true }).waitFor();
    const hold = async (path: string) => {
      let held: Route | undefined;
      await page.route(path, (route) => {
        held = route;
      });
      return async () => {
        if (held !== undefined) await answer(held);
      };
    };
    return await reproduce(page, mock, hold);
  } finally {
    await context.close();
  }
}

let wrong = 0;
for (const [app, checks] of Object.entries(reproductions)) {
  const planted = JSON.parse(readFileSync(join(here, 'apps', app, 'faults.json'), 'utf8')) as { name: string }[];
  const twin = await bundle(app, '');
  for (const { name } of planted) {
    const reproduce = checks[name];
    if (reproduce === undefined) throw new Error(`${app} has no reproduction of ${name}`);
    const [onFault, onTwin] = [await isRight(await bundle(app, name), reproduce), await isRight(twin, reproduce)];
    if (onFault || !onTwin) wrong += 1;
    console.log(`${app} ${name}: ${onFault ? 'NOT SEEN' : 'seen'}, twin ${onTwin ? 'clean' : 'NOT CLEAN'}`);
  }
}
await browser.close();
process.exitCode = wrong === 0 ? 0 : 1;
