import { expect } from '@playwright/test';
import { test } from 'briefs-mock/playwright';

const { STRANGER = '', SITE = '', BRIEFS_MOCK_URL = '' } = process.env;
const LIST = '/public-api/v1/brief';

test('page', async ({ page, mock }) => {
  await page.goto(SITE);
  const statusOf = (url: string, token?: string) =>
    page.evaluate(
      async ([to, authorization]) => (await fetch(to, authorization ? { headers: { authorization } } : {})).status,
      [url, token] as const,
    );
  expect(await statusOf(`${STRANGER}/fetch`)).toBe(200);
  expect(await statusOf(BRIEFS_MOCK_URL + LIST, 'Bearer alice-token')).toBe(200);
  expect(await statusOf(mock.url + LIST)).toBe(401);
  await page.request.get(`${STRANGER}/page-request`);
  await page.request.get(BRIEFS_MOCK_URL + LIST);
  expect((await mock.requests()).map(({ status }) => status)).toEqual([200, 401, 401]);
});
