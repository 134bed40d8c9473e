import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createReader } from './digest.js';

const mock = createMock({ scenario: newsroom });
let reader;

beforeEach(() => {
  mock.reset();
  const { email } = mock.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
  reader = createReader(mock.tokenFor(email), mock.fetch);
});

test('a reader keeps an article', async () => {
  const slugs = (await reader.briefs()).map(({ slug }) => slug);
  assert.ok(slugs.includes('front-page'));

  const { title } = await reader.keepFirst('front-page');
  assert.deepEqual(
    (await reader.bookmarks()).map((bookmark) => bookmark.title),
    [title],
  );
});

test('a new reader does not see the bookmark of the test before', async () => {
  assert.deepEqual(await reader.bookmarks(), []);
});

test('tomorrow there is another document', async () => {
  const { id } = mock.data.brief.findFirst({ where: { slug: { equals: 'front-page' } } });
  mock.data.brief_document.create({ gid: 'tomorrow', brief_id: id, date: '2026-03-05' });
  assert.notEqual((await reader.open('front-page')).gid, 'tomorrow');
  mock.clock.advance({ days: 1 });
  assert.equal((await reader.open('front-page')).gid, 'tomorrow');
});
