import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../chromium.js';
import { expectAccessible, openConsole } from './open-console.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

describe('The console', () => {
  it('opens at the root of the server, and shows scenario, seed, time and fingerprint', async () => {
    const { mock, server, page, complaints } = await openConsole(browser);
    await page.goto(server.url);
    expect(page.url()).toMatch(`${server.url}/__mock/`);
    const bar = page.getByRole('banner');
    await bar.getByText('newsroom').waitFor();
    await bar.getByText('2026-03-04 09:00:00 UTC').waitFor();
    await bar.getByText((await mock.fingerprint()).slice(0, 12)).waitFor();
    expect(complaints).toEqual([]);
  });

  it.each([
    [1440, 'light'],
    [360, 'dark'],
  ] as const)('has no barrier that axe finds, %i pixels wide, %s', async (width, scheme) => {
    const { page } = await openConsole(browser, { width, scheme, place: 'scenarios' });
    await page.getByRole('heading', { name: 'newsroom' }).waitFor();
    await expectAccessible(page);
  });

  it('resets the session after asking', async () => {
    const { mock, page } = await openConsole(browser);
    mock.data.application.create({ name: 'One more' });
    const before = mock.data.application.count();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => mock.data.application.count()).toBe(before - 1);
  });
});
