import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';

const base = 'https://api.example.com';
const briefs = [{ slug: 'front-page', display_name: 'Front Page' }];
const server = setupServer(http.get(`${base}/public-api/v1/brief`, () => HttpResponse.json({ data: briefs })));
beforeAll(() => server.listen());
afterAll(() => server.close());

test('the briefs of a reader', async () => {
  const headers = { authorization: 'Bearer alice-token' };
  const response = await fetch(`${base}/public-api/v1/brief`, { headers });
  expect(response.status).toBe(200);
  expect((await response.json()).data).not.toEqual([]);
});
