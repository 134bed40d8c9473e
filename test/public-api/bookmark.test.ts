import { expect, it } from 'vitest';
import type {
  BookmarkedArticles,
  BookmarkedBriefs,
  BookmarkRecord,
  BriefDocument,
  Failure,
} from '../support/bodies.js';
import { type Caller, describeApi } from '../support/deliveries.js';

const BRIEF = '/bookmark/morning/1-104';
const ARTICLE = '/bookmark/morning/1-104/harvest_begins';

/** Returns what a reader sees as bookmarked in the document and in the two lists. */
async function marks(reader: Caller) {
  const { bookmarked, article } = (await reader.get<BriefDocument>('/brief/morning')).json.data;
  const briefs = (await reader.get<BookmarkedBriefs>('/bookmark/brief')).json.data;
  const articles = (await reader.get<BookmarkedArticles>('/bookmark/article')).json.data;
  return {
    brief: bookmarked,
    articles: article.map((one) => one.bookmarked),
    listed: [...briefs.map(({ gid }) => gid), ...articles.map(({ brief, gid }) => `${brief.gid}/${gid}`)],
  };
}

const nothing = { brief: false, articles: [false, false], listed: [] };

describeApi('Bookmarks', (open) => {
  it('P18: bookmarks of one document do not show in another one that has an article of the same gid', async () => {
    const { ann } = await open();
    await ann.post('/bookmark/morning/1-103');
    await ann.post('/bookmark/morning/1-103/harvest_begins');
    const { brief, articles } = await marks(ann);
    expect({ brief, articles }).toEqual({ brief: false, articles: [false, false] });
  });

  it('a reader neither sees nor removes the bookmarks of another reader', async () => {
    const { ann, ben } = await open();
    await ann.post(BRIEF);
    await ann.post(ARTICLE);
    expect(await marks(ben)).toEqual(nothing);
    expect((await ben.delete(BRIEF)).status).toBe(404);
    expect((await ben.delete(ARTICLE)).status).toBe(404);
    expect((await marks(ann)).listed).toEqual(['1-104', '1-104/harvest_begins']);
  });

  it('P8: with repeatBookmark: conflict, a brief, its article and two readers do not conflict', async () => {
    const { ann, ben } = await open({ behavior: { repeatBookmark: 'conflict' } });
    for (const path of [BRIEF, ARTICLE]) {
      expect((await ann.post(path)).status).toBe(200);
      expect((await ben.post(path)).status).toBe(200);
    }
  });

  it.each(['/bookmark/unknown/1-104', '/bookmark/morning/2-1', '/bookmark/morning/1-104/wire_prices'])(
    'P9, P10: DELETE %s gets 404, also with deleteMissingBookmark: empty',
    async (path) => {
      const { ann } = await open({ behavior: { deleteMissingBookmark: 'empty' } });
      expect((await ann.delete(path)).status).toBe(404);
    },
  );

  it.each([
    ['the gid of another brief', '/bookmark/morning/2-1'],
    ['an unknown gid', '/bookmark/morning/1-999'],
    ['an article of another document', '/bookmark/morning/1-104/old_news'],
    ['an article of another brief', '/bookmark/morning/1-104/wire_prices'],
    ['an unknown article', '/bookmark/morning/1-104/nothing'],
    ['an article below the gid of another brief', '/bookmark/core-notes/1-104/harvest_begins'],
  ])('P10: POST and DELETE of %s get 404', async (_, path) => {
    const { mock, ann } = await open();
    await ann.post(BRIEF);
    await ann.post(ARTICLE);
    const before = mock.fingerprint();
    for (const call of [ann.post<Failure>, ann.delete<Failure>]) {
      const { status, json } = await call(path);
      expect(status).toBe(404);
      expect(json.error[0].code).toBe('not_found');
    }
    expect(mock.fingerprint()).toBe(before);
  });

  it('a bookmark that is removed and added again has a new created_on', async () => {
    const { mock, ann } = await open();
    const first = await ann.post<BookmarkRecord>(BRIEF);
    await ann.delete(BRIEF);
    mock.clock.advance({ minutes: 10 });
    const second = await ann.post<BookmarkRecord>(BRIEF);
    expect(second.json.data[0].created_on).toBe(first.json.data[0].created_on + 600);
  });

  it('created_on is in whole seconds, rounded down', async () => {
    const { mock, ann } = await open();
    mock.clock.set('2026-03-04T09:00:00.999Z');
    const { json } = await ann.post<BookmarkRecord>(BRIEF);
    expect(json.data[0].created_on).toBe(Date.parse('2026-03-04T09:00:00Z') / 1000);
  });

  it('X1: the API stores bookmarks in mock.data.bookmark, and shows those created there', async () => {
    const { mock, ann } = await open();
    await ann.post(ARTICLE);
    expect(mock.data.bookmark.getAll()).toEqual([
      {
        id: 1,
        email: 'ann@reader.example',
        brief_slug: 'morning',
        brief_gid: '1-104',
        article_gid: 'harvest_begins',
        url: 'brief:1-104/article:harvest_begins',
        created_on: Date.parse('2026-03-04T09:00:00Z') / 1000,
      },
    ]);
    mock.data.bookmark.create({ email: 'ann@reader.example', brief_slug: 'morning', brief_gid: '1-104' });
    expect((await marks(ann)).brief).toBe(true);
  });
});
