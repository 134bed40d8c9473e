import { createMock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { newsroom } from 'briefs-mock/seeds';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';

const base = 'https://api.example.com';
const mock = createMock({ scenario: newsroom, baseUrl: base });
const server = setupServer(...createHandlers(mock));
beforeAll(() => server.listen());
afterAll(() => server.close());

test('the briefs of a reader', async () => {
  const headers = { authorization: `Bearer ${mock.tokenFor('alice@acme.example')}` };
  const response = await fetch(`${base}/public-api/v1/brief`, { headers });
  expect(response.status).toBe(200);
  expect((await response.json()).data).not.toEqual([]);
});
