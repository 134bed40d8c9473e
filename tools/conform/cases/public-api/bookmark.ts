import * as z from 'zod/mini';
import { encoded } from '../../api.js';
import type { ArticlePath, DocumentPath, Json, World } from '../../case.js';
import { lacking } from '../../patterns.js';
import { casesAbout } from '../cases-about.js';

/** Seconds since 1970, not milliseconds. */
const unixTime = z.int().check(z.minimum(1_000_000_000), z.maximum(9_999_999_999));

/** What a reader can bookmark: a document, or one of its articles. */
type Bookmarkable = DocumentPath & Partial<ArticlePath>;

function pathOf({ slug, gid, article }: Bookmarkable): string {
  return article === undefined ? encoded`/bookmark/${slug}/${gid}` : encoded`/bookmark/${slug}/${gid}/${article}`;
}

/** What answers say about the bookmark. */
function bookmarkOf({ slug, gid, article }: Bookmarkable) {
  const url = article === undefined ? `brief:${gid}` : `brief:${gid}/article:${article}`;
  return { brief_slug: slug, brief_gid: gid, article_gid: article, url };
}

async function expectAdded({ reader, expect }: World, one: Bookmarkable): Promise<void> {
  const added = { email: z.string(), preference_slug: 'bookmark', value: bookmarkOf(one), created_on: unixTime };
  const { data } = await reader.post(pathOf(one), { expect: { data: [added], body: { error: undefined } } });
  expect(data[0].email.toLowerCase(), reader.email.toLowerCase());
}

async function expectRemoved({ reader }: World, one: Bookmarkable): Promise<void> {
  await reader.post(pathOf(one));
  await reader.delete(pathOf(one), { expect: { data: [bookmarkOf(one)], body: { error: undefined } } });
}

async function addTwice({ reader }: World, one: Bookmarkable): Promise<void> {
  const { data } = await reader.post(pathOf(one));
  await reader.post(pathOf(one), { sides: { same: { data }, conflict: { status: 409 } } });
}

function removeMissing({ reader }: World, one: Bookmarkable) {
  return reader.delete(pathOf(one), { sides: { 'not-found': { status: 404 }, empty: { data: [] } } });
}

const creates = ['public-api/bookmark'] as const;

export const bookmarkCases = casesAbout('public-api/bookmark', { needs: ['unbookmarked'], creates })({
  'add-brief': {
    title: 'POST of a document answers with one bookmark record',
    ids: [
      ...['PUB-E5', 'PUB-T1', 'PUB-R11', 'PUB-V1', 'PUB-F24', 'PUB-F25', 'PUB-F26', 'PUB-F27', 'PUB-F28', 'PUB-F29'],
      ...['PUB-F31', 'P13'],
    ],
    steps: (world) => expectAdded(world, world.unbookmarked),
  },
  'add-article': {
    title: 'POST of an article answers with one bookmark record',
    ids: [
      ...['PUB-E6', 'PUB-T2', 'PUB-R6', 'PUB-R11', 'PUB-V1', 'PUB-F24', 'PUB-F25', 'PUB-F26', 'PUB-F27', 'PUB-F28'],
      ...['PUB-F29', 'PUB-F30', 'PUB-F32', 'P13'],
    ],
    needs: ['article'],
    steps: (world) => expectAdded(world, world.article),
  },
  'brief-bookmarked': {
    title: 'a document that was bookmarked has bookmarked true, and after the removal false',
    ids: ['PUB-T1', 'PUB-T3', 'PUB-F8'],
    steps: async ({ reader, unbookmarked: { slug, gid } }) => {
      const ofDocument = encoded`${slug}/${gid}`;
      await reader.post(`/bookmark/${ofDocument}`);
      await reader.get(`/brief/${ofDocument}`, { expect: { data: { bookmarked: true } } });
      await reader.delete(`/bookmark/${ofDocument}`);
      await reader.get(`/brief/${ofDocument}`, { expect: { data: { bookmarked: false } } });
    },
  },
  'remove-brief': {
    title: 'DELETE of the bookmark of a document answers with the removed bookmark',
    ids: ['PUB-E9', 'PUB-T3', 'PUB-V1', 'PUB-F49', 'PUB-F50', 'PUB-F51', 'PUB-F52', 'P13'],
    steps: (world) => expectRemoved(world, world.unbookmarked),
  },
  'remove-article': {
    title: 'DELETE of the bookmark of an article answers with the removed bookmark, with the gid of the article',
    ids: ['PUB-E10', 'PUB-T3', 'PUB-V1', 'PUB-F49', 'PUB-F50', 'PUB-F51', 'PUB-F52', 'P13'],
    needs: ['article'],
    steps: (world) => expectRemoved(world, world.article),
  },
  undo: {
    title: 'a removed bookmark can be added again with the data of the answer',
    ids: ['PUB-R8'],
    needs: ['article'],
    steps: async ({ reader, article: { slug, gid, article } }) => {
      const path = encoded`/bookmark/${slug}/${gid}/${article}`;
      const [added] = (await reader.post(path)).data;
      const [{ brief_slug, brief_gid, article_gid }] = (await reader.delete(path)).data;
      await reader.post(encoded`/bookmark/${brief_slug}/${brief_gid}/${article_gid}`, {
        expect: { data: [{ email: added.email, value: added.value }] },
      });
    },
  },
  independent: {
    title: 'bookmarks of a document and of its article are independent of each other, and have different URLs',
    ids: ['P18', 'PUB-R7', 'PUB-T2', 'PUB-T3', 'PUB-F22'],
    needs: ['article'],
    steps: async ({ reader, article: { slug, gid, article }, expect }) => {
      const ofDocument = encoded`/bookmark/${slug}/${gid}`;
      const path = encoded`/bookmark/${slug}/${gid}/${article}`;
      const read = async () => {
        const { data } = await reader.get(encoded`/brief/${slug}/${gid}`);
        return [data.bookmarked, articleIn(data, article)?.bookmarked];
      };
      const ofArticle = await reader.post(path);
      expect(await read(), [false, true]);
      await reader.get('/bookmark/brief', { expect: { data: lacking({ slug, gid }) } });
      await reader.post(ofDocument, {
        expect: { data: lacking({ value: { url: ofArticle.data[0].value.url } }) },
      });
      expect(await read(), [true, true]);
      await reader.delete(ofDocument);
      expect(await read(), [false, true]);
      await reader.post(ofDocument);
      await reader.delete(path);
      expect(await read(), [true, false]);
      await reader.get('/bookmark/article', { expect: { data: lacking({ gid: article, brief: { gid } }) } });
    },
  },
  'of-others': {
    title: 'a bookmark of one reader is not a bookmark of another',
    ids: ['PUB-R9'],
    needs: ['unbookmarked', 'otherReader'],
    steps: async ({ reader, otherReader, unbookmarked: { slug, gid } }) => {
      const { data } = await otherReader.get('/bookmark/brief');
      await reader.post(encoded`/bookmark/${slug}/${gid}`);
      await otherReader.get('/bookmark/brief', { expect: { data } });
    },
  },
  repeated: {
    title: 'bookmarking something again answers with the same record',
    ids: ['P8'],
    switch: 'repeatBookmark',
    steps: (world) => addTwice(world, world.unbookmarked),
  },
  'repeated-article': {
    title: 'bookmarking an article again answers with the same record',
    ids: ['P8'],
    needs: ['article'],
    switch: 'repeatBookmark',
    steps: (world) => addTwice(world, world.article),
  },
  'repeated-once': {
    title: 'something that was bookmarked twice is in the list once, and is removed at once',
    ids: ['P8'],
    steps: async ({ reader, unbookmarked: { slug, gid }, expect }) => {
      await reader.post(encoded`/bookmark/${slug}/${gid}`);
      // 201 differs in the first request already.
      await reader.post(encoded`/bookmark/${slug}/${gid}`, { expect: { status: [200, 201, 409] } });
      const { data } = await reader.get('/bookmark/brief');
      expect(
        data.filter((item: Json) => item.slug === slug && item.gid === gid).map((item: Json) => item.gid),
        [gid],
      );
      await reader.delete(encoded`/bookmark/${slug}/${gid}`);
      await reader.get('/bookmark/brief', { expect: { data: lacking({ slug, gid }) } });
    },
  },
  'remove-missing': {
    title: 'removing a bookmark that does not exist gets 404',
    ids: ['P9'],
    switch: 'deleteMissingBookmark',
    steps: (world) => removeMissing(world, world.unbookmarked),
  },
  'remove-missing-article': {
    title: 'removing a bookmark of an article that does not exist gets 404',
    ids: ['P9'],
    needs: ['article'],
    switch: 'deleteMissingBookmark',
    steps: (world) => removeMissing(world, world.article),
  },
  unknown: {
    title: 'bookmarking an unknown brief, an unknown document or an unknown article gets 404',
    ids: ['P10', 'P22'],
    steps: async ({ reader, unbookmarked: { slug, gid }, name }) => {
      const paths = [
        encoded`${name('slug')}/${gid}`,
        encoded`${slug}/${name('gid')}`,
        encoded`${slug}/${gid}/${name('article')}`,
      ];
      for (const path of paths) await reader.post(`/bookmark/${path}`, { expect: { status: 404 } });
    },
  },
  'not-entitled': {
    title: 'bookmarking a document of a brief to which the reader is not entitled gets 403',
    ids: ['P7', 'P22'],
    needs: ['outsider'],
    switch: 'hideUnentitled',
    steps: ({ outsider: { reader, slug, gid } }) =>
      reader.post(encoded`/bookmark/${slug}/${gid}`, { sides: { false: { status: 403 }, true: { status: 404 } } }),
  },
});

/** An article of a document, by its gid. */
export function articleIn(document: Json, gid: string): Json {
  return document.article.find((one: Json) => one.gid === gid);
}
