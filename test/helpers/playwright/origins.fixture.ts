import { expect } from '@playwright/test';
import { test as base } from 'briefs-mock/playwright';

const { STRANGER = '', BRIEFS_MOCK_URL = '' } = process.env;
const LIST = '/public-api/v1/brief';

const test = base.extend({ baseURL: BRIEFS_MOCK_URL });

test('request', async ({ request, mock, playwright }) => {
  const headers = { 'x-own': 'yes' };
  await request.get(`${STRANGER}/get`, { headers });
  await request.fetch(`${STRANGER}/fetch`);
  expect((await request.get(LIST, { headers })).status()).toBe(401);
  expect((await request.post(BRIEFS_MOCK_URL + LIST, { data: {} })).status()).toBe(405);
  expect((await mock.requests()).map(({ method, path }) => [method, path])).toEqual([
    ['GET', LIST],
    ['POST', LIST],
  ]);
  // Any other context can be given the headers.
  const own = await playwright.request.newContext({ extraHTTPHeaders: { ...mock.headers } });
  await own.get(`${STRANGER}/forwarded`);
  await own.dispose();
});

test.describe('with an origin without a scheme', () => {
  test.use({ mockOrigins: ['localhost:5173'] });
  test('is refused', ({ request }) => void request);
});
