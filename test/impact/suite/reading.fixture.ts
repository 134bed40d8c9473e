import { describe, expect, test } from 'vitest';
// @ts-expect-error: the application is JavaScript.
import { createReader } from '../../consumers/node-test/digest.js';
import { call, startMock } from './mock.js';

const { mock } = startMock();

const LIST = '/public-api/v1/brief';
const reader = () => createReader('alice-token');
const names = (list: { name: string }[]) => list.map(({ name }) => name);

test('lists the briefs of a reader', async () => {
  expect(names(await reader().briefs())).toEqual(
    ['Acme Board Brief', 'Energy Today', 'Farm & Food', 'Front Page', 'Health Watch'].concat(
      ...['Markets Daily', 'Morning Briefing', 'Regional Round-up', 'Transport & Logistics'],
    ),
  );
});

test('opens a brief', async () => {
  const { name, article, web } = await reader().open('front-page');
  expect([name, article.map(({ gid }: { gid: unknown }) => typeof gid), web ?? 'https://briefs.example']).toEqual([
    'Front Page',
    article.map(() => 'string'),
    expect.stringContaining('https://briefs.example'),
  ]);
  expect(article[0].title).toBe('The vehicle office replaces forms with video appointments');
});

describe('bookmarks', () => {
  const BRIEF = '/public-api/v1/bookmark/front-page/1-2026030401';
  const token = 'alice-token';

  test('keeps the first article of a brief', async () => {
    const { title } = await reader().keepFirst('front-page');
    expect((await reader().bookmarks()).map((one: { title: string }) => one.title)).toContain(title);
  });

  test('bookmarks a brief twice', async () => {
    expect((await call('POST', BRIEF, { token })).status).toBe(200);
    expect((await call('POST', BRIEF, { token })).status).toBe(200);
  });

  test('removes a bookmark twice', async () => {
    expect((await call('POST', BRIEF, { token })).status).toBe(200);
    expect((await call('DELETE', BRIEF, { token })).status).toBe(200);
    expect((await call('DELETE', BRIEF, { token })).status).toBe(404);
  });

  test('has bookmarks from the start', async () => {
    expect((await call('GET', '/public-api/v1/bookmark/brief', { token })).data).not.toEqual([]);
  });
});

test('a reader without an entitlement is refused', async () => {
  mock.data.brief.create({ name: 'Secret', slug: 'secret' } as never);
  expect((await call('GET', `${LIST}/secret`, { token: 'alice-token' })).status).toBe(403);
});

test('a page of another origin may read the briefs', async () => {
  const [token, origin] = [mock.tokenFor('alice@acme.example'), 'https://page.example'];
  const { headers } = await mock.fetch(LIST, { headers: { authorization: `Bearer ${token}`, origin } });
  expect(headers.get('access-control-allow-origin')).toBe(origin);
});

test('an unknown token is refused', async () => {
  expect((await call('GET', LIST, { token: 'bruno@northwind.example' })).status).toBe(401);
});
