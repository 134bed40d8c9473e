import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { expect, test } from 'vitest';

// The base URL is where your application sends its requests.
const { mock } = setupMock({ scenario: newsroom, seed: 1, baseUrl: 'https://api.example.com' });

test('POST /public-api/v1/bookmark/front-page/1-2026030301 is answered 200', async () => {
  // Arrange
  mock.faults.add({ path: '/public-api/v1/brief', status: 503, times: 1 });
  const mark = mock.revision;

  // Act: put here what a user does in your application to send these requests
  // GET /public-api/v1/brief: answered 503
  await mock.fetch('/public-api/v1/brief', { headers: { authorization: 'Bearer alice-token' } });
  // POST /public-api/v1/bookmark/front-page/1-2026030301: answered 200
  await mock.fetch('/public-api/v1/bookmark/front-page/1-2026030301', {
    method: 'POST',
    headers: { authorization: 'Bearer alice-token' },
  });

  // Assert
  expect(mock.requests.count({ method: 'GET', path: '/public-api/v1/brief', status: 503 })).toBe(1);
  expect(
    mock.requests.count({
      method: 'POST',
      path: '/public-api/v1/bookmark/front-page/1-2026030301',
      status: 200,
    }),
  ).toBe(1);
  expect(mock.changes({ since: mark }).tables).toEqual({
    bookmark: [
      expect.objectContaining({
        before: null,
        after: expect.objectContaining({
          email: 'alice@acme.example',
          brief_slug: 'front-page',
          brief_gid: '1-2026030301',
          article_gid: null,
          url: 'brief:1-2026030301',
          created_on: 1772614800,
        }),
      }),
    ],
  });
});
