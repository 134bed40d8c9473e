import * as z from 'zod/mini';
import { bookmarkedArticle, bookmarkedBrief } from '../../../../src/services/public-api/bookmark.js';
import { monthDayAndYear } from '../../../../src/services/public-api/dates.js';
import { encoded } from '../../api.js';
import type { Json } from '../../case.js';
import { casesAbout } from '../cases-about.js';
import { articleIn } from './bookmark.js';

const creates = ['public-api/bookmark'] as const;

export const bookmarkListCases = casesAbout('public-api/bookmark-list', { needs: ['article'], creates })({
  briefs: {
    title: 'GET /bookmark/brief lists the bookmarked documents, with the name, date and links of each',
    ids: [
      ...['PUB-E7', 'PUB-V1', 'PUB-F33', 'PUB-F34', 'PUB-F35', 'PUB-F36', 'PUB-F37', 'PUB-F38', 'PUB-F39'],
      ...['P13', 'P16'],
    ],
    needs: ['unbookmarked'],
    steps: async ({ reader, unbookmarked: { slug, gid }, expect }) => {
      await reader.post(encoded`/bookmark/${slug}/${gid}`);
      const { data } = await reader.get('/bookmark/brief', {
        expect: { data: z.array(bookmarkedBrief), body: { error: undefined } },
      });
      const { data: document } = await reader.get(encoded`/brief/${slug}/${gid}`);
      const { name, upgrade, web } = document;
      const own = data.find((item: Json) => item.slug === slug && item.gid === gid);
      expect(own, { name, upgrade, web, date: dateOf(document) });
    },
  },
  articles: {
    title: 'GET /bookmark/article lists the bookmarked articles, with the fields that each has in its document',
    ids: [
      ...['PUB-E8', 'PUB-V1', 'PUB-F40', 'PUB-F41', 'PUB-F42', 'PUB-F43', 'PUB-F44', 'PUB-F45', 'PUB-F46', 'PUB-F47'],
      ...['PUB-F48', 'P13'],
    ],
    steps: async ({ reader, article: { slug, gid, article }, expect }) => {
      await reader.post(encoded`/bookmark/${slug}/${gid}/${article}`);
      const { data } = await reader.get('/bookmark/article', {
        expect: { data: z.array(bookmarkedArticle), body: { error: undefined } },
      });
      const { data: document } = await reader.get(encoded`/brief/${slug}/${gid}`);
      const { title, source, snippet, share } = articleIn(document, article);
      const brief = { name: document.name, slug, gid, date: dateOf(document) };
      expect(ownIn(data, { gid, article }), { title, sources: source, snippet, share, brief });
    },
  },
  'empty-fields': {
    title:
      'liked is null in a document and false in the list if there is no rating; an empty category is null in the list',
    ids: ['P21', 'PUB-F40', 'PUB-F45'],
    needs: ['unratedArticle'],
    steps: async ({ reader, unratedArticle: { slug, gid, article }, expect }) => {
      await reader.post(encoded`/bookmark/${slug}/${gid}/${article}`);
      const { liked, category } = articleIn((await reader.get(encoded`/brief/${slug}/${gid}`)).data, article);
      const { data } = await reader.get('/bookmark/article');
      expect(ownIn(data, { gid, article }), { liked: liked ?? false, category: category === '' ? null : category });
    },
  },
  liked: {
    title: 'adding and removing a bookmark does not change liked',
    ids: ['P14'],
    steps: async ({ reader, article: { slug, gid, article }, expect }) => {
      const read = async () => articleIn((await reader.get(encoded`/brief/${slug}/${gid}`)).data, article);
      const { liked } = await read();
      await reader.post(encoded`/bookmark/${slug}/${gid}/${article}`);
      expect(await read(), { liked });
      await reader.delete(encoded`/bookmark/${slug}/${gid}/${article}`);
      expect(await read(), { liked });
    },
  },
  'newest-brief': {
    title: 'the latest bookmark of a document is the first in the list, before those that were there',
    ids: ['P11'],
    needs: ['unbookmarked'],
    steps: async ({ reader, unbookmarked: { slug, gid }, cannotTell }) => {
      const { data } = await reader.get('/bookmark/brief');
      if (data.length === 0) cannotTell('a reader with a bookmark of a document');
      await reader.post(encoded`/bookmark/${slug}/${gid}`);
      const before = data.map((item: Json) => ({ slug: item.slug, gid: item.gid }));
      await reader.get('/bookmark/brief', { expect: { data: [{ slug, gid }, ...before] } });
    },
  },
  'newest-article': {
    title: 'the latest bookmark of an article is the first in the list, before those that were there',
    ids: ['P11'],
    steps: async ({ reader, article: { slug, gid, article }, cannotTell }) => {
      const { data } = await reader.get('/bookmark/article');
      if (data.length === 0) cannotTell('a reader with a bookmark of an article');
      await reader.post(encoded`/bookmark/${slug}/${gid}/${article}`);
      const before = data.map((item: Json) => ({ gid: item.gid, brief: { gid: item.brief.gid } }));
      await reader.get('/bookmark/article', {
        expect: { data: [{ gid: article, brief: { slug, gid } }, ...before] },
      });
    },
  },
});

/** The day of a document, as lists of bookmarks have it. */
function dateOf({ gid, date_option }: Json): string {
  return monthDayAndYear(date_option.picker.find((entry: Json) => entry.gid === gid).date);
}

/** The item of an article in the list. */
function ownIn(list: Json, { gid, article }: { gid: string; article: string }): Json {
  return list.find((item: Json) => item.gid === article && item.brief.gid === gid);
}
