import { expect } from '@playwright/test';
import { test } from 'briefs-mock/playwright';

const { SITE = '', BRIEFS_MOCK_URL = '' } = process.env;

// It fails on purpose, so its file is the last: Playwright starts another worker and browser for what comes after a failure.
test('waits for an answer that is held back', async ({ page, mock }) => {
  const held = await mock.hold('GET /public-api/v1/brief');
  await page.goto(SITE);
  await page.evaluate((url) => void fetch(`${url}/public-api/v1/brief`), BRIEFS_MOCK_URL);
  await held.arrived();
  await page.close();
  // The server learns of it from the connection, when the browser closes that.
  await expect.poll(() => mock.heldAnswers()).toEqual([]);
  expect('the page').toBe('loaded');
});
