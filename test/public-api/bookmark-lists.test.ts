import { expect, it } from 'vitest';
import type { BookmarkedArticles, BookmarkedBriefs } from '../support/bodies.js';
import { type Caller, describeApi } from '../support/deliveries.js';

const briefs = async (reader: Caller) =>
  (await reader.get<BookmarkedBriefs>('/bookmark/brief')).json.data.map(({ gid }) => gid);
const articles = async (reader: Caller) =>
  (await reader.get<BookmarkedArticles>('/bookmark/article')).json.data.map(({ brief, gid }) => `${brief.gid}/${gid}`);

describeApi('The bookmark lists', (open) => {
  it('P11: are sorted newest first', async () => {
    const { mock, ann } = await open();
    for (const path of ['1-103', '1-104', '1-102', '1-104/ports_reopen', '1-102/old_news', '1-104/harvest_begins']) {
      await ann.post(`/bookmark/morning/${path}`);
      mock.clock.advance({ seconds: 1 });
    }
    expect(await briefs(ann)).toEqual(['1-102', '1-104', '1-103']);
    expect(await articles(ann)).toEqual(['1-104/harvest_begins', '1-102/old_news', '1-104/ports_reopen']);
  });

  it('P11: list 12 bookmarks of the same second in reverse order of creation', async () => {
    const { mock, ann } = await open();
    const gids = Array.from({ length: 12 }, (_, n) => `article_${n}`);
    for (const gid of gids) {
      mock.data.article.create({ brief_gid: '1-104', gid, title: gid });
      await ann.post(`/bookmark/morning/1-104/${gid}`);
    }
    expect(await articles(ann)).toEqual(gids.map((gid) => `1-104/${gid}`).reverse());
  });

  it('P11: are sorted by created_on, not by order of creation, when the clock was set back', async () => {
    const { mock, ann } = await open();
    await ann.post('/bookmark/morning/1-102');
    mock.clock.advance({ hours: -1 });
    await ann.post('/bookmark/morning/1-103');
    mock.clock.advance({ hours: 2 });
    await ann.post('/bookmark/core-notes/2-1');
    expect(await briefs(ann)).toEqual(['2-1', '1-102', '1-103']);
  });

  it('P11: compare created_on as numbers, also when the number of digits differs', async () => {
    const { mock, ann } = await open();
    const at = (gid: string, created_on: number) =>
      mock.data.bookmark.create({ email: 'ann@reader.example', brief_slug: 'morning', brief_gid: gid, created_on });
    at('1-103', 1_000_000_000);
    at('1-102', 999_999_999);
    at('1-104', 5);
    expect(await briefs(ann)).toEqual(['1-103', '1-102', '1-104']);
  });

  it('P8, P11: keep their order when a document is bookmarked again', async () => {
    const { mock, ann } = await open();
    await ann.post('/bookmark/morning/1-102');
    mock.clock.advance({ seconds: 1 });
    await ann.post('/bookmark/morning/1-103');
    mock.clock.advance({ seconds: 1 });
    await ann.post('/bookmark/morning/1-102');
    expect(await briefs(ann)).toEqual(['1-103', '1-102']);
  });

  it('P11: start with a bookmark that was removed and added again in the same second', async () => {
    const { ann } = await open();
    await ann.post('/bookmark/morning/1-102');
    await ann.post('/bookmark/morning/1-103');
    await ann.delete('/bookmark/morning/1-102');
    await ann.post('/bookmark/morning/1-102');
    expect(await briefs(ann)).toEqual(['1-102', '1-103']);
  });
});

describeApi('A bookmark of a brief that the reader may no longer read', (open) => {
  it('P12: stays listed when the entitlement ends, and can be removed', async () => {
    const { mock, ann } = await open();
    await ann.post('/bookmark/steel-wire/3-1');
    await ann.post('/bookmark/steel-wire/3-1/wire_prices');
    mock.data.brief_entitlement.deleteMany({ where: {} });
    expect((await ann.get('/brief/steel-wire')).status).toBe(403);
    expect(await briefs(ann)).toEqual(['3-1']);
    expect(await articles(ann)).toEqual(['3-1/wire_prices']);

    expect((await ann.delete('/bookmark/steel-wire/3-1')).status).toBe(200);
    expect((await ann.delete('/bookmark/steel-wire/3-1/wire_prices')).status).toBe(200);
    expect(await briefs(ann)).toEqual([]);
    expect(await articles(ann)).toEqual([]);
  });

  it('P12, P24: stays listed when the client is deleted, and can be removed', async () => {
    const { mock, cleo } = await open();
    await cleo.post('/bookmark/oak-insider/5-1');
    mock.data.client.update({ where: { id: { equals: 1 } }, data: { status: 'deleted' } });
    expect(await briefs(cleo)).toEqual(['5-1']);
    expect((await cleo.delete('/bookmark/oak-insider/5-1')).status).toBe(200);
  });

  it('P12, P20: stays listed when the brief becomes inactive, and can be removed', async () => {
    const { mock, ann } = await open();
    await ann.post('/bookmark/core-notes/2-1');
    mock.data.brief.update({ where: { slug: { equals: 'core-notes' } }, data: { is_active: false } });
    expect((await ann.get('/brief/core-notes')).status).toBe(404);
    expect(await briefs(ann)).toEqual(['2-1']);
    expect((await ann.delete('/bookmark/core-notes/2-1')).status).toBe(200);
    expect((await ann.post('/bookmark/core-notes/2-1')).status).toBe(404);
  });

  it('P12: stays listed with hideUnentitled, and can be removed', async () => {
    const { mock, ann } = await open({ behavior: { hideUnentitled: true } });
    await ann.post('/bookmark/steel-wire/3-1');
    mock.data.brief_entitlement.deleteMany({ where: {} });
    expect((await ann.get('/brief/steel-wire')).status).toBe(404);
    expect(await briefs(ann)).toEqual(['3-1']);
    expect((await ann.delete('/bookmark/steel-wire/3-1')).status).toBe(200);
  });

  it('P12: is listed when it was seeded for an inactive brief', async () => {
    const { mock, ann } = await open();
    const on = { email: 'ann@reader.example', brief_slug: 'retired', brief_gid: '6-1' };
    mock.data.bookmark.create(on);
    mock.data.bookmark.create({ ...on, article_gid: 'last_words' });
    const [brief] = (await ann.get<BookmarkedBriefs>('/bookmark/brief')).json.data;
    expect(brief).toMatchObject({ name: 'Retired', slug: 'retired', gid: '6-1', date: 'February 1, 2026' });
    expect(await articles(ann)).toEqual(['6-1/last_words']);
  });
});

describeApi('A bookmark of a deleted record', (open) => {
  it('X19: is deleted with the article', async () => {
    const { mock, ann } = await open();
    await ann.post('/bookmark/morning/1-104');
    await ann.post('/bookmark/morning/1-104/ports_reopen');
    await ann.post('/bookmark/morning/1-104/harvest_begins');
    mock.data.article.delete({ where: { gid: { equals: 'ports_reopen' } } });
    expect(await articles(ann)).toEqual(['1-104/harvest_begins']);
    expect(await briefs(ann)).toEqual(['1-104']);
    expect((await ann.delete('/bookmark/morning/1-104/ports_reopen')).status).toBe(404);
  });

  it('X19: is deleted with the document', async () => {
    const { mock, ann } = await open();
    for (const path of ['1-104', '1-104/ports_reopen', '1-103', '1-103/harvest_begins']) {
      await ann.post(`/bookmark/morning/${path}`);
    }
    mock.data.brief_document.delete({ where: { gid: { equals: '1-104' } } });
    expect(await briefs(ann)).toEqual(['1-103']);
    expect(await articles(ann)).toEqual(['1-103/harvest_begins']);
    expect((await ann.get('/brief/morning')).json).toMatchObject({ data: { gid: '1-103' } });
  });

  it('X19: is deleted with the brief', async () => {
    const { mock, ann } = await open();
    await ann.post('/bookmark/morning/1-104');
    await ann.post('/bookmark/morning/1-104/ports_reopen');
    await ann.post('/bookmark/core-notes/2-1');
    mock.data.brief.delete({ where: { slug: { equals: 'morning' } } });
    expect(await briefs(ann)).toEqual(['2-1']);
    expect(await articles(ann)).toEqual([]);
    expect((await ann.get('/brief/morning')).status).toBe(404);
    expect((await ann.delete('/bookmark/morning/1-104')).status).toBe(404);
  });
});
