import { createMock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { newsroom } from 'briefs-mock/seeds';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

const mock = createMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });
const server = setupServer(...createHandlers(mock));

// msw 2 reads onUnhandledRequest, and msw 3 onUnhandledFrame.
const strict = { onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as const;

beforeAll(() => server.listen(strict));
beforeEach(() => mock.reset());
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

test('the mock answers at its base URL, and requests without a handler fail', async () => {
  const headers = { authorization: 'Bearer alice-token' };
  expect((await fetch('https://api.example.com/public-api/v1/brief', { headers })).status).toBe(200);
  await expect(fetch('https://other.example/public-api/v1/brief', { headers })).rejects.toThrow();
});
