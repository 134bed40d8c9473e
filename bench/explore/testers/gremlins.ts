// gremlins.js, as its documentation says: unleashed on the page, while errors are collected.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launch } from '../harness/chromium.js';
import type { Tester } from '../harness/tester.js';

const library = join(import.meta.dirname, '..', 'node_modules', 'gremlins.js', 'dist', 'gremlins.min.js');
/** Acts once in 20 milliseconds, until the time is over. */
const unleash = (seconds: number) => `
  gremlins.createHorde({
    randomizer: new gremlins.Chance(1),
    strategies: [gremlins.strategies.distribution({ nb: ${seconds * 50}, delay: 20 })],
  }).unleash().then(() => undefined, () => undefined)`;

function collect(page: Page, isTroubled: boolean): Set<string> {
  const texts = new Set<string>();
  page.on('pageerror', ({ message }) => texts.add(message));
  page.on('console', (message) => {
    // What the browser says about each failed request. That the backend is in trouble is not the fault of the page.
    const isExpected = isTroubled && message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !message.text().startsWith('mogwai') && !isExpected) texts.add(message.text());
  });
  return texts;
}

const gremlins = (isTroubled: boolean): Tester => ({
  name: isTroubled ? 'gremlins.js 2.2.0, APIs in trouble' : 'gremlins.js 2.2.0',
  isTroubled,
  unavailable: () => undefined,
  async test(url, seconds) {
    const browser = await launch();
    try {
      const page = await browser.newPage();
      const texts = collect(page, isTroubled);
      await page.goto(url);
      await page.addScriptTag({ path: library });
      const over = new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      await Promise.race([page.evaluate(unleash(seconds)).catch(() => undefined), over]);
      return [...texts].map((text) => ({ text }));
    } finally {
      await browser.close();
    }
  },
});

export const gremlinsTesters = [gremlins(false), gremlins(true)];
