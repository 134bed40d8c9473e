import axe from 'axe-core';
import { createMock, type Mock, type MockOptions } from 'briefs-mock';
import { newsroom, scenarios } from 'briefs-mock/seeds';
import { createServer, type MockServer, type ServerOptions } from 'briefs-mock/server';
import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { complaintsOf } from '../chromium.js';

export interface OpenConsole {
  readonly mock: Mock;
  readonly server: MockServer;
  readonly context: BrowserContext;
  readonly page: Page;
  /** The errors and warnings of the page. */
  readonly complaints: string[];
  /** Goes to a place of the console, such as `state/user`. */
  goTo(place: string): Promise<void>;
  /** The main part of the page: the present view. */
  readonly view: Locator;
}

export interface OpenOptions {
  /** The address at which the console starts, such as `state/user`. */
  readonly place?: string;
  readonly mock?: MockOptions;
  /** A mock that exists already, instead of one of these options. */
  readonly existing?: Mock;
  readonly server?: ServerOptions;
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
}

/** Starts a server with `newsroom` and opens its console. Everything is closed when the test has finished. */
export async function openConsole(browser: Browser, options: OpenOptions = {}): Promise<OpenConsole> {
  const { place = '', width = 1440, height = 900, scheme = 'light' } = options;
  const mock = options.existing ?? createMock({ scenario: newsroom, scenarios, ...options.mock });
  const server = await createServer(mock, { port: 0, ...options.server }).listen();
  onTestFinished(() => server.close());
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
  // Before the server closes, so that it does not wait for the page.
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const goTo = async (next: string) => void (await page.goto(`${server.url}/__mock/#/${next}`));
  await goTo(place);
  await page.getByRole('banner').getByText('live', { exact: true }).waitFor();
  return { mock, server, context, page, complaints, goTo, view: page.getByRole('main') };
}

/** A call of the console that is on its way as long as a test wants. */
export interface HeldCall {
  /** Waits until the console has made it. */
  isMade(): Promise<void>;
  /** Lets it reach the mock, and its answer the console. */
  finish(): Promise<void>;
}

/** Holds back the next control call with a method and a path, such as `data/user/3`. */
export async function holdCall(page: Page, method: string, path: string): Promise<HeldCall> {
  let held: Route | undefined;
  await page.route(`**/__mock/${path}`, (route) => {
    if (held !== undefined || route.request().method() !== method) return route.continue();
    held = route;
  });
  return {
    isMade: () => expect.poll(() => held).toBeDefined(),
    async finish() {
      const answered = page.waitForResponse((response) => response.request() === held?.request());
      await held?.continue();
      await answered;
    },
  };
}

/** Checks a page as `expectAccessible` does, on a desktop and on a phone, light and dark. Leaves it as it was. */
export async function expectAccessibleAnywhere(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    // The colours are all that differs.
    await expectAccessible(page, ['color-contrast']);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  if (before !== null) await page.setViewportSize(before);
}

/** Checks with axe that the page has no known barrier, and that nothing is wider than the page. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // AxeBuilder would load axe again for each check, which takes more processor time than a check.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  const { barriers, overflow } = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) });
    return {
      barriers: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      overflow: document.documentElement.scrollWidth - window.innerWidth,
    };
  }, rules);
  expect(barriers).toEqual([]);
  expect(overflow, 'pixels that the page is wider than the window').toBeLessThanOrEqual(0);
}

/** Whether an element has the focus, in the shadow root of the console. */
export function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((node) => (node.getRootNode() as ShadowRoot).activeElement === node);
}
