import { expect } from '@playwright/test';
import { test } from 'briefs-mock/playwright';
import { runtime } from './runtime.js';

test('the fixture answers in the runtime', async ({ mock, mockServer, request }) => {
  expect(runtime).toBe(process.env.RUNTIME);
  const headers = { authorization: `Bearer ${await mock.tokenFor('alice@acme.example')}` };
  expect((await request.get(`${mockServer}/public-api/v1/brief`, { headers })).status()).toBe(200);
});
