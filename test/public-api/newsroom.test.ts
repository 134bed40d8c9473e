import { newsroom } from 'briefs-mock/seeds';
import { expect, it } from 'vitest';
import type { BookmarkedArticles, BookmarkedBriefs, BriefDocument, BriefList } from '../support/bodies.js';
import { describeApi } from '../support/deliveries.js';

describeApi('The newsroom scenario', (open) => {
  it('lists briefs for every persona, and answers each with 200, or with 404 if nothing is published', async () => {
    const { mock, as } = await open({ scenario: newsroom });
    for (const { token, key } of newsroom.personas) {
      const reader = as(token);
      const { data } = (await reader.get<BriefList>('/brief')).json;
      expect(data.length, key).toBeGreaterThan(0);
      for (const { slug } of data) {
        const brief = mock.data.brief.findFirst({ where: { slug: { equals: slug } } });
        const published = mock.data.brief_document.count({
          where: { brief_id: { equals: brief?.id ?? '' }, date: { lte: '2026-03-04' } },
        });
        expect((await reader.get(`/brief/${slug}`)).status, slug).toBe(published > 0 ? 200 : 404);
      }
    }
  });

  it('supports the calls of a front end: list, fetch, another date, bookmark, list, remove', async () => {
    const { as } = await open({ scenario: newsroom });
    const alice = as('alice-token');
    const [brief] = (await alice.get<BriefList>('/brief')).json.data;
    const latest = (await alice.get<BriefDocument>(`/brief/${brief?.slug}`)).json.data;
    const earlier = latest.date_option.slider[1];
    const document = (await alice.get<BriefDocument>(`/brief/${brief?.slug}/${earlier?.gid}`)).json.data;
    const article = document.article[0];
    const path = `/bookmark/${document.slug}/${document.gid}`;

    expect((await alice.post(path)).status).toBe(200);
    expect((await alice.post(`${path}/${article?.gid}`)).status).toBe(200);
    const [listedBrief] = (await alice.get<BookmarkedBriefs>('/bookmark/brief')).json.data;
    const [listedArticle] = (await alice.get<BookmarkedArticles>('/bookmark/article')).json.data;
    expect(listedBrief).toMatchObject({ name: document.name, gid: document.gid });
    expect(listedArticle).toMatchObject({ title: article?.title, brief: { gid: document.gid } });
    const marked = (await alice.get<BriefDocument>(`/brief/${document.slug}/${document.gid}`)).json.data;
    expect([marked.bookmarked, marked.article[0]?.bookmarked]).toEqual([true, true]);

    expect((await alice.delete(path)).status).toBe(200);
    expect((await alice.delete(`${path}/${article?.gid}`)).status).toBe(200);
  });

  it('publishes a new document on the next day', async () => {
    const { mock, as } = await open({ scenario: newsroom });
    const alice = as('alice-token');
    const today = (await alice.get<BriefDocument>('/brief/energy-today')).json.data;
    mock.clock.advance({ days: 1 });
    const tomorrow = (await alice.get<BriefDocument>('/brief/energy-today')).json.data;
    expect(today.date_option.picker[0]?.date).toBe('2026-03-04');
    expect(tomorrow.date_option.picker[0]?.date).toBe('2026-03-05');
    expect(tomorrow.gid).not.toBe(today.gid);
  });

  it('keeps the bookmarks of a reader whose client was deleted', async () => {
    const { as } = await open({ scenario: newsroom });
    const felix = as('felix-token');
    const [bookmarked] = (await felix.get<BookmarkedBriefs>('/bookmark/brief')).json.data;
    expect(bookmarked?.slug).toBe('markets-daily');
    expect((await felix.get('/brief/markets-daily')).status).toBe(403);
  });
});
