import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { complaintsOf, setVisibility, sharedChromium } from '../chromium.js';
import { type Site, serveApp } from '../site.js';
import { expectAccessibleAnywhere } from './open-console.js';

let site: Site;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  const page = new URL('../pages/panel.ts', import.meta.url);
  [site, browser] = await Promise.all([serveApp(page), sharedChromium()]);
});
afterAll(() => site?.close());
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
});
afterEach(() => context.close());

async function open(query = ''): Promise<{ page: Page; button: Locator; panel: Locator; complaints: string[] }> {
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(`${site.url}/${query}`);
  const button = page.getByRole('button', { name: 'Mock' });
  const panel = page.getByRole('region', { name: 'Console of the mock' });
  if (!query.includes('dock=tab')) await button.or(panel).first().waitFor();
  return { page, button, panel, complaints };
}

const boxOf = async (panel: Locator) => (await panel.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

describe('The panel in a page', () => {
  it('opens docked at the bottom, lets the page end above it, and closes by Escape and by its keys', async () => {
    const { page, button, panel, complaints } = await open();
    await button.click();
    expect(await boxOf(panel)).toMatchObject({ x: 0, width: 1280, y: 800 - 360, height: 360 });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).paddingBottom)).toBe('360px');
    await page.keyboard.press('Escape');
    await button.waitFor();
    expect(await page.evaluate(() => document.documentElement.style.paddingBlockEnd)).toBe('');
    await page.keyboard.press('Alt+Shift+M');
    await panel.waitFor();
    await page.keyboard.press('Alt+Shift+M');
    await button.waitFor();
    expect(complaints).toEqual([]);
  });

  it('has the keys of the list while the focus is in the panel, and leaves them to the page otherwise', async () => {
    const { page, panel } = await open();
    const send = page.getByRole('button', { name: 'Send' });
    await send.click();
    await page.keyboard.press('Alt+Shift+M');
    const request = panel.getByRole('link', { name: '/public-api/v1/brief' }).first();
    await request.waitFor();
    const hasFocus = () => request.evaluate((link) => (link.getRootNode() as ShadowRoot).activeElement === link);
    await send.press('j');
    expect(await hasFocus()).toBe(false);
    await panel.press('j');
    await expect.poll(hasFocus).toBe(true);
  });

  it('has its keys alone: the page, which cannot see the field that has the focus, takes none of them for a shortcut', async () => {
    const { page, button, panel } = await open();
    await page.evaluate(() => {
      const pressed: string[] = [];
      document.addEventListener('keydown', ({ key }) => pressed.push(key));
      Object.assign(window, { pressed });
    });
    await button.click();
    await panel.getByRole('searchbox').press('j');
    await panel.getByRole('link', { name: 'State' }).press('Control+k');
    await panel.getByRole('combobox', { name: 'A view, a person' }).press('Escape');
    await panel.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await button.press('j');
    expect(await page.evaluate('pressed')).toEqual(['j']);
  });

  it('keeps the focus when a record is deleted by keyboard, so that Escape closes it', async () => {
    const { page, button, panel, complaints } = await open();
    await button.click();
    await panel.getByRole('link', { name: 'State' }).click();
    await panel.getByRole('link', { name: 'user', exact: true }).click();
    await panel.getByRole('table', { name: 'Records of user' }).getByRole('link').first().press('Enter');
    await panel.getByRole('article').getByRole('button', { name: 'Delete' }).press('Enter');
    await panel.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await panel.getByText('Differs from the baseline: 1 removed').waitFor();
    const list = panel.getByRole('table', { name: 'Records of user' });
    const isFocused = () => list.evaluate((rows) => (rows.getRootNode() as ShadowRoot).activeElement === rows);
    await expect.poll(isFocused).toBe(true);
    await page.keyboard.press('Escape');
    await button.waitFor();
    expect(complaints).toEqual([]);
  });

  it('keeps over a reload where it is, how large, and what it shows', async () => {
    const { page, button, panel } = await open();
    await button.click();
    await panel.getByRole('link', { name: 'Faults' }).click();
    await panel.getByRole('button', { name: 'Dock at the right' }).click();
    const edge = panel.getByRole('separator', { name: 'Width of the panel' });
    const { x, y, height } = await boxOf(edge);
    await page.mouse.move(x + 3, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x - 97, y + height / 2, { steps: 2 });
    await page.mouse.up();
    await edge.press('ArrowLeft');
    await page.reload();
    await panel.getByRole('heading', { name: 'Faults', level: 1 }).waitFor();
    expect(await boxOf(panel)).toMatchObject({ width: 520 + 100 + 24, height: 800 });
    // Somebody else may write into the storage of the page.
    await page.evaluate(() => sessionStorage.setItem('briefs-mock-console-place', '5'));
    await page.reload();
    await panel.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
  });

  it('says why a chapter cannot be shown', async () => {
    const { button, panel } = await open('?story');
    await button.click();
    const bar = panel.getByRole('region', { name: 'Chapters of the demo' });
    await bar.getByRole('button', { name: 'Next' }).click();
    await bar
      .getByRole('alert')
      .filter({ hasText: 'The mock failed because of a bug in it, in a scenario or in an own route' })
      .waitFor();
    await bar.getByText('1. Start of 2').waitFor();
    await bar.getByRole('button', { name: 'Restart' }).click();
    await expect.poll(() => bar.getByRole('alert').count()).toBe(0);
  });

  it('floats by choice, and is moved and resized by the mouse', async () => {
    const { page, button, panel } = await open('?dock=floating');
    await button.click();
    const before = await boxOf(panel);
    await page.mouse.move(before.x + 200, before.y + 14);
    await page.mouse.down();
    await page.mouse.move(before.x + 250, before.y + 44, { steps: 2 });
    await page.mouse.up();
    expect(await boxOf(panel)).toEqual({ ...before, x: before.x + 50, y: before.y + 30 });
    await panel.getByRole('separator', { name: 'Size of the panel' }).press('ArrowRight');
    expect(await boxOf(panel)).toMatchObject({ width: before.width + 24 });
  });

  it('is in a window of its own by a button, which follows the mock while the page is hidden, and which a reload keeps', async () => {
    const { page, button, panel } = await open();
    await button.click();
    const [own] = await Promise.all([
      page.waitForEvent('popup'),
      panel.getByRole('button', { name: 'Open in its own window' }).click(),
    ]);
    await setVisibility(page, 'hidden');
    await page.evaluate(() => {
      window.requestAnimationFrame = () => 0;
      (document.querySelector('main button') as HTMLElement).click();
    });
    await own.getByRole('link', { name: '/public-api/v1/brief' }).waitFor();
    const search = own.getByRole('searchbox');
    await search.fill('brief');
    await search.press('Escape');
    await expect.poll(() => search.inputValue()).toBe('');
    await own.getByRole('link', { name: 'People' }).click();
    await own.getByRole('heading', { name: 'ann' }).waitFor();
    await page.reload();
    await own.getByRole('heading', { name: 'ann' }).waitFor();
    await own.close();
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
  });

  it('is there once if it is mounted twice', async () => {
    const { page, button, panel } = await open('?twice');
    expect(await button.count()).toBe(1);
    await page.keyboard.press('Alt+Shift+M');
    expect(await panel.count()).toBe(1);
  });

  it('is refused for options that there are not', async () => {
    const { page, panel } = await open();
    const messages = await page.evaluate(() => {
      const { mock, mountConsole } = window as unknown as Record<'mock' | 'mountConsole', never>;
      const mount: (...parts: unknown[]) => unknown = mountConsole;
      const wrong = [[null], [mock, null], [mock, { doc: 1 }], [mock, { dock: 'top' }], [mock, { open: 'yes' }]];
      const others = [
        [mock, { parent: 'body' }],
        [mock, { session: 1 }],
        [mock, { onPersona: 1 }],
      ];
      return [...wrong, ...others].map((parts) => {
        try {
          return mount(...parts);
        } catch (error) {
          return (error as Error).message;
        }
      });
    });
    expect(messages).toEqual([
      'mountConsole: the first argument must be a mock',
      'mountConsole: the second argument must be an object of options',
      'mountConsole: there is no option doc; there are parent, open, dock, session and onPersona',
      'mountConsole: dock must be one of bottom, right, floating, tab, but is "top"',
      'mountConsole: open must be true or false',
      'mountConsole: parent must be an element',
      'mountConsole: session must be a text',
      'mountConsole: onPersona must be a function',
    ]);
    expect(await panel.count()).toBe(0);
  });

  it('shows in the tab of Storybook the mock that was mounted last, and follows no other', async () => {
    const { page } = await open('?dock=tab&replaced');
    await page.evaluate(() => {
      const tab = document.body.appendChild(document.createElement('section'));
      Object.assign(window, { 'briefs-mock:tab': tab });
      window.dispatchEvent(new Event('briefs-mock:tab'));
    });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('section').getByRole('link', { name: '/public-api/v1/brief' }).waitFor();
    expect(await page.title()).toBe('Test');
  });

  it('in the tab of Storybook copies, and leaves the keys of the page around to that page', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { page } = await open('?dock=tab');
    await page.evaluate(() => {
      document.body.innerHTML = '<section></section><button>Around</button><iframe src="/?dock=tab"></iframe>';
      Object.assign(window, { 'briefs-mock:tab': document.querySelector('section'), taken: [] });
      const { taken } = window as unknown as { taken: boolean[] };
      window.addEventListener('keydown', ({ key, defaultPrevented }) => key === 'k' && taken.push(defaultPrevented));
    });
    const tab = page.locator('section');
    await page.frameLocator('iframe').getByRole('button', { name: 'Send' }).click();
    await tab.getByRole('link', { name: '/public-api/v1/brief' }).click();
    await tab.getByRole('button', { name: 'Copy as curl' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl /);
    await page.getByRole('button', { name: 'Around' }).press('Control+k');
    await tab.getByRole('link', { name: 'State' }).press('Control+k');
    await tab.getByRole('combobox', { name: 'A view, a person' }).waitFor();
    expect(await page.evaluate('taken')).toEqual([false, true]);
  });

  it('in the tab of Storybook has its keys also if nothing around gets them', async () => {
    const { page } = await open('?dock=tab');
    await page.evaluate(() => {
      document.body.innerHTML = '<section></section><iframe src="/?dock=tab"></iframe>';
      const tab = document.querySelector('section');
      tab?.addEventListener('keydown', (event) => event.stopPropagation());
      Object.assign(window, { 'briefs-mock:tab': tab });
    });
    const tab = page.locator('section');
    await tab.getByRole('link', { name: 'State' }).press('Control+k');
    await tab.getByRole('combobox', { name: 'A view, a person' }).press('Escape');
    await tab.getByRole('link', { name: 'Requests' }).press('/');
    await expect.poll(() => tab.getByRole('searchbox').evaluate((field) => field.matches(':focus'))).toBe(true);
  });

  it('says on its button which requests failed since somebody last looked, also after a reload, and what is in force', async () => {
    const { page, button, panel } = await open();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.evaluate(() => {
      const { mock } = window as unknown as { mock: import('briefs-mock').Mock };
      mock.faults.add({ path: '/public-api/v1/brief/:slug', hold: true });
      const headers = { authorization: 'Bearer ann-token' };
      void mock.fetch('/public-api/v1/brief/a', { headers });
    });
    const all = page.getByRole('button', { name: 'Mock, 1 refused request, 1 active fault, 1 held answer' });
    await all.click();
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Mock, 1 active fault, 1 held answer', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await all.waitFor();
    expect(await button.count()).toBe(1);
  });

  it('says nothing on its button until it knows what is in force since the panel was open', async () => {
    const { page, button, panel } = await open('?send');
    await page.getByRole('button', { name: 'Mock, 1 refused request', exact: true }).click();
    await panel.getByRole('link', { name: '/public-api/v1/brief' }).waitFor();
    await page.evaluate(() => {
      const { mock } = window as unknown as { mock: import('briefs-mock').Mock };
      Object.assign(mock, { fetch: () => new Promise(() => {}) });
    });
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => button.getAttribute('aria-label')).toBe('Mock');
  });

  it('knows that somebody has looked also if it was open when the page was loaded', async () => {
    const { page, button, panel } = await open();
    await button.click();
    await panel.getByRole('heading', { name: 'Requests' }).waitFor();
    await page.reload();
    await panel.getByText('No requests yet').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await panel.getByRole('link', { name: '/public-api/v1/brief' }).waitFor();
    await page.evaluate(() => {
      const { mock } = window as unknown as { mock: import('briefs-mock').Mock };
      mock.faults.add({ delay_ms: 0 });
    });
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Mock, ' }).waitFor();
    expect(await button.getAttribute('aria-label')).toBe('Mock, 1 active fault');
  });

  it('says after a reload that the first request of the page failed again, also if it showed a session that is gone', async () => {
    const { page, button, panel } = await open('?send');
    const failed = page.getByRole('button', { name: 'Mock, 1 refused request', exact: true });
    await failed.click();
    await panel.getByRole('link', { name: 'Sessions' }).click();
    await panel.getByRole('button', { name: 'Branch' }).click();
    await panel.getByRole('button', { name: 'Enter the default session' }).waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => button.getAttribute('aria-label')).toBe('Mock');
    await page.reload();
    await failed.waitFor();
  });

  it('logs the application in as a person', async () => {
    const { page, button, panel } = await open();
    await button.click();
    await panel.getByRole('link', { name: 'People' }).click();
    await panel.getByRole('button', { name: 'Log in as ann' }).click();
    await expect.poll(() => page.title()).toBe('Logged in: ann@desk.example');
  });

  it('gives the page the time of the mock if one asks, and takes it back', async () => {
    const { page, button, panel } = await open();
    const years = () => page.evaluate(() => [new Date().getFullYear(), new Date(Date.now()).getFullYear()]);
    await button.click();
    const share = panel.getByRole('button', { name: 'The page has the time of the mock' });
    await share.click();
    await expect.poll(years).toEqual([2026, 2026]);
    const set = () =>
      page.evaluate(() => {
        const { mock } = window as unknown as { mock: import('briefs-mock').Mock };
        mock.clock.set('2031-05-01T00:00:00Z');
        return new Date(0) instanceof Date && typeof Date() === 'string' && Date.UTC(1970, 0);
      });
    expect(await set()).toBe(0);
    await expect.poll(years).toEqual([2031, 2031]);
    // The page's time runs on while the clock stands still, whatever else changes.
    const time = () => page.evaluate(() => Date.now() - performance.now());
    await page.waitForFunction(() => Date.now() > Date.parse('2031-05-01T00:00:01Z'));
    const before = await time();
    await page.evaluate(() => {
      const { mock } = window as unknown as { mock: import('briefs-mock').Mock };
      mock.faults.add({ delay_ms: 0 });
    });
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Mock, 1 active fault' }).click();
    expect(Math.abs((await time()) - before)).toBeLessThan(500);
    // A clock that runs is not moved by the time that it gives the page.
    const drift = await page.evaluate(async () => {
      const { mock } = window as unknown as { mock: import('briefs-mock').Mock };
      mock.clock.unfreeze();
      await new Promise((done) => setTimeout(done, 50));
      return mock.clock.now - Date.parse('2031-05-01T00:00:00Z');
    });
    expect(drift).toBeLessThan(60_000);
    await share.click();
    const machine = new Date().getFullYear();
    await expect.poll(years).toEqual([machine, machine]);
  });

  it('gives the page the time of the mock when that answers again, if it was away when one asked', async () => {
    const { page, button, panel, complaints } = await open();
    await page.evaluate(() => {
      const { mock, mountConsole } = window as unknown as {
        mock: import('briefs-mock').Mock;
        mountConsole: typeof import('briefs-mock/console').mountConsole;
      };
      mock.clock.set('2031-05-01T00:00:00Z');
      const isAway = () => 'away' in window;
      Object.assign(window, { away: true });
      mountConsole({
        fetch: (path, init) => (isAway() ? Promise.reject(new TypeError('Failed to fetch')) : mock.fetch(path, init)),
      });
    });
    const year = () => page.evaluate(() => new Date().getFullYear());
    const machine = await year();
    await button.click();
    await panel.getByRole('button', { name: 'The page has the time of the mock' }).click();
    await panel.getByText('The mock does not answer').first().waitFor();
    expect(await year()).toBe(machine);
    await page.evaluate('delete window.away');
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect.poll(year).toBe(2031);
    expect(complaints).toEqual([]);
  });

  it('is usable at 360 pixels, and has no barrier that axe finds, light or dark, there or on a desktop', async () => {
    const { page, button, panel } = await open();
    await page.setViewportSize({ width: 360, height: 740 });
    await button.click();
    await panel.getByRole('link', { name: 'Requests' }).waitFor();
    expect(await boxOf(panel)).toMatchObject({ x: 0, width: 360 });
    await panel.getByRole('button', { name: 'Close' }).click({ trial: true });
    await page.evaluate(() => {
      document.documentElement.lang = 'en';
    });
    await expectAccessibleAnywhere(page);
  });
});
