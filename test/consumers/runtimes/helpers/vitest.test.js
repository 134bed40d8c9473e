import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { expect, test } from 'vitest';
import { runtime } from './runtime.js';

const baseUrl = 'https://api.example.com';
const { mock } = setupMock({ scenario: newsroom, baseUrl });

test('setupMock answers in the runtime', async () => {
  expect(runtime).toBe(process.env.RUNTIME);
  const headers = { authorization: `Bearer ${mock.tokenFor('alice@acme.example')}` };
  expect((await fetch(`${baseUrl}/public-api/v1/brief`, { headers })).status).toBe(200);
});
