import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { expect, test } from 'vitest';

const { mock } = setupMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });

test('a bookmarked article is listed', async () => {
  const headers = { authorization: `Bearer ${mock.tokenFor('alice@acme.example')}` };
  const call = async (path: string, init?: RequestInit) => {
    const response = await fetch(`https://api.example.com/public-api/v1${path}`, { headers, ...init });
    return (await response.json()).data;
  };

  const [brief] = await call('/brief');
  const document = await call(`/brief/${brief.slug}`);
  const [article] = document.article;
  await call(`/bookmark/${brief.slug}/${document.gid}/${article.gid}`, { method: 'POST' });

  const [bookmarked] = await call('/bookmark/article');
  expect(bookmarked.title).toBe(article.title);
});
