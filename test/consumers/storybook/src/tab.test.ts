import { type ChildProcess, spawn } from 'node:child_process';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';

let storybook: ChildProcess;
let browser: Browser;
let url: string;

beforeAll(async () => {
  const args = ['dev', '--ci', '--no-open', '--disable-telemetry', '--host', '127.0.0.1'];
  storybook = spawn('storybook', args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const launching = chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  url = await new Promise<string>((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    };
    storybook.stdout?.on('data', read);
    storybook.stderr?.on('data', read);
    storybook.once('exit', () => reject(new Error(`Storybook ended:\n${output}`)));
  });
  browser = await launching;
});
afterAll(async () => {
  await browser?.close();
  // With the processes that it has started.
  if (storybook?.pid !== undefined) process.kill(-storybook.pid);
});

test('the tab of the addon shows the console of the mock that answers the story, and nothing is over the story', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  // Storybook builds the stories at the first request; the limit is that of the test.
  page.setDefaultTimeout(0);
  // While Storybook builds, its placeholders move: to paint them takes much of the processor time of this test.
  await page.addInitScript(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('* { animation: none !important; }');
    document.adoptedStyleSheets.push(still);
  });
  await page.goto(`${url}/?path=/story/brief--bookmarking`);
  await page.getByRole('tab', { name: 'Mock' }).click();
  const panel = page.locator('#storybook-panel-root');
  await panel.getByRole('link', { name: '/public-api/v1/brief/health-watch' }).first().waitFor();
  expect(await page.frameLocator('#storybook-preview-iframe').locator('briefs-mock-console').count()).toBe(0);
  // Storybook opens the tab before the page of the story is there.
  await page.reload();
  await panel.getByRole('link', { name: '/public-api/v1/brief/health-watch' }).first().waitFor();
  // Storybook has shortcuts for the digits, for Ctrl+K and for Escape.
  const search = panel.getByRole('searchbox');
  await search.fill('brief');
  await search.press('1');
  await search.press('Control+k');
  await panel.getByRole('combobox', { name: 'A view, a person' }).press('Escape');
  await panel.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await search.inputValue()).toBe('brief1');
});
