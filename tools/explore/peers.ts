// What only an exploration needs, and who explores installs: a browser's driver, and axe.
import { createRequire } from 'node:module';
import type { Browser, BrowserType } from 'playwright-core';

const require = createRequire(import.meta.url);

/** What has a driver. Who has Playwright's runner has one already. */
const drivers = [() => require('playwright-core'), () => require('@playwright/test')];

/** A package; undefined if it is not installed. An import would read all the code of Playwright twice, for half a second. */
function loaded<Package>(load: () => Package): Package | undefined {
  try {
    return load();
  } catch {
    return undefined;
  }
}

/** Where Linux distributions and macOS install a Chromium. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @throws Error that says how to get Playwright */
export function loadDriver(): BrowserType {
  for (const load of drivers) {
    const driver = loaded<{ chromium?: BrowserType }>(load);
    if (driver?.chromium !== undefined) return driver.chromium;
  }
  throw new Error(
    'explore drives a browser with Playwright, which is not installed; run `npm install --save-dev playwright-core axe-core`',
  );
}

/**
 * Servers of developers have certificates that nobody vouches for. An option of a context would not accept them for the script of a
 * service worker.
 */
export const IGNORE_CERTIFICATES = '--ignore-certificate-errors';

/** @throws Error that says how to get a browser, or to name one */
export async function launch(driver: BrowserType, path: string | undefined): Promise<Browser> {
  const args = [
    ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    IGNORE_CERTIFICATES,
  ];
  const tried = path === undefined ? [undefined, ...PLACES] : [path];
  let reason = '';
  for (const executablePath of tried) {
    try {
      return await driver.launch({
        args,
        handleSIGINT: false,
        ...(executablePath !== undefined && { executablePath }),
      });
    } catch (error) {
      reason = (error as Error).message.split('\n')[0] ?? '';
    }
  }
  if (path !== undefined) throw new Error(`the browser ${path} cannot be started: ${reason}; it must be a Chromium`);
  throw new Error(
    'no Chromium was found; install one with `npx playwright-core install chromium`, or name one with --browser <path>',
  );
}

export const NO_AXE = 'axe-core is not installed; run `npm install --save-dev axe-core`';

/** The source of axe; undefined if it is not installed. */
export function loadAxe(): string | undefined {
  return loaded<{ source?: string }>(() => require('axe-core'))?.source;
}
