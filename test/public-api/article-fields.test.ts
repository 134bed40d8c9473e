import { expect, it } from 'vitest';
import type { BookmarkedArticles, BriefDocument } from '../support/bodies.js';
import { describeApi } from '../support/deliveries.js';

describeApi('An article', (open) => {
  it('P19: has only the seven specified fields with articleGid: false', async () => {
    const { ann } = await open({ behavior: { articleGid: false } });
    for (const path of ['/brief/morning', '/brief/morning/1-104']) {
      const { article } = (await ann.get<BriefDocument>(path)).json.data;
      expect(article).toHaveLength(2);
      for (const fields of article) {
        expect(Object.keys(fields).sort()).toEqual(
          ['category', 'title', 'source', 'snippet', 'liked', 'bookmarked', 'share'].sort(),
        );
      }
    }
  });

  it('P19: keeps its gid in the bookmark list with articleGid: false', async () => {
    const { ann } = await open({ behavior: { articleGid: false } });
    await ann.post('/bookmark/morning/1-104/ports_reopen');
    const { json } = await ann.get<BookmarkedArticles>('/bookmark/article');
    expect(json.data[0]?.gid).toBe('ports_reopen');
  });

  it('is listed in its document in order of position', async () => {
    const { mock, ann } = await open();
    mock.data.article.create({ brief_gid: '1-104', gid: 'first', title: 'First', position: 0 });
    mock.data.article.create({ brief_gid: '1-104', gid: 'last', title: 'Last' });
    const { article } = (await ann.get<BriefDocument>('/brief/morning')).json.data;
    expect(article.map(({ gid }) => gid)).toEqual(['first', 'harvest_begins', 'ports_reopen', 'last']);
  });

  it.each([true, false])(
    'P14: has liked: %s from its reaction, in a document and in the bookmark list',
    async (liked) => {
      const { mock, ann } = await open();
      mock.data.reaction.create({
        email: 'ann@reader.example',
        brief_gid: '1-104',
        article_gid: 'ports_reopen',
        liked,
      });
      await ann.post('/bookmark/morning/1-104/ports_reopen');
      const { article } = (await ann.get<BriefDocument>('/brief/morning')).json.data;
      const { json } = await ann.get<BookmarkedArticles>('/bookmark/article');
      expect(article[1]?.liked).toBe(liked);
      expect(json.data[0]?.liked).toBe(liked);
    },
  );

  it('P14: has a reaction only for the reader and the document that it belongs to', async () => {
    const { ann, ben } = await open();
    const likes = async (reader: typeof ann, path: string) =>
      (await reader.get<BriefDocument>(path)).json.data.article.map(({ liked }) => liked);
    expect(await likes(ann, '/brief/morning')).toEqual([true, null]);
    expect(await likes(ben, '/brief/morning')).toEqual([null, null]);
    expect(await likes(ann, '/brief/morning/1-103')).toEqual([null]);
  });

  it('P21: without a category, has category "" in a document and null in the bookmark list', async () => {
    const { ann } = await open();
    await ann.post('/bookmark/morning/1-104/harvest_begins');
    await ann.post('/bookmark/morning/1-104/ports_reopen');
    const { article } = (await ann.get<BriefDocument>('/brief/morning')).json.data;
    const { json } = await ann.get<BookmarkedArticles>('/bookmark/article');
    expect(article.map(({ category }) => category)).toEqual(['Farming', '']);
    expect(json.data.map(({ category }) => category)).toEqual([null, 'Farming']);
  });

  it('keeps the HTML of its snippet, and has the key source in a document but sources in the list', async () => {
    const { ann } = await open();
    await ann.post('/bookmark/morning/1-104/harvest_begins');
    const { article } = (await ann.get<BriefDocument>('/brief/morning')).json.data;
    const { json } = await ann.get<BookmarkedArticles>('/bookmark/article');
    const snippet = '<p>Yields are <b>up</b> 3&nbsp;% &amp; rising.</p>';
    expect(article[0]?.snippet).toBe(snippet);
    expect(json.data[0]?.snippet).toBe(snippet);
    expect(json.data[0]?.sources).toEqual(article[0]?.source);
    expect(article[0]?.source).toHaveLength(2);
  });
});
