import * as z from 'zod/mini';
import { MockError, notFound } from '../../foundation/mock-error.js';
import { articleSource } from '../../model/tables/article.js';
import { bookmarkUrl } from '../../model/tables/bookmark.js';
import type { Row } from '../../model/tables.js';
import { defineRoute } from '../../protocol/route.js';
import type { UserContext } from './authentication.js';
import { monthDayAndYear } from './dates.js';
import { articleOf, briefBySlug, documentOf, publishedDocument, readableBrief } from './find-content.js';
import { shareLink, upgradeLink, webLink } from './links.js';
import { readableExample } from './readable-example.js';

const bookmarkedContent = z.strictObject({
  /** The slug of the brief. */
  brief_slug: z.string(),
  /** The gid of the document. */
  brief_gid: z.string(),
  /** The gid of the article; absent if the whole document is bookmarked. */
  article_gid: z.optional(z.string()),
  /** Computed from the gids: `brief:<gid>`, for an article followed by `/article:<gid>`. */
  url: z.string(),
});

/** Brief and Bookmark Service, "Bookmark record". */
export const bookmarkRecord = z.strictObject({
  /** The e-mail of the caller. */
  email: z.string(),
  /** Always `bookmark`. */
  preference_slug: z.literal('bookmark'),
  /** What is bookmarked. */
  value: bookmarkedContent,
  /** When the bookmark was added, in seconds since 1970. */
  created_on: z.int(),
});

/** Brief and Bookmark Service, "Removed-bookmark record". */
export const removedBookmark = bookmarkedContent;

/** Brief and Bookmark Service, "Bookmarked brief item". */
export const bookmarkedBrief = z.strictObject({
  /** The title of the brief. */
  name: z.string(),
  /** The day of the document, as `March 4, 2026`. */
  date: z.string(),
  /** Names the brief in URLs. */
  slug: z.string(),
  /** Identifies the document. */
  gid: z.string(),
  /** Always true. */
  bookmarked: z.literal(true),
  /** The URL at which the caller can get access to the brief, below `behavior.webOrigin`. */
  upgrade: z.url(),
  /** The URL of the document on the web, below `behavior.webOrigin`. */
  web: z.url(),
});

/** Brief and Bookmark Service, "Bookmarked article item". */
export const bookmarkedArticle = z.strictObject({
  /** The heading under which it appears; null if it has none. */
  category: z.nullable(z.string()),
  /** The headline, as plain text. */
  title: z.string(),
  /** Identifies the article in its document. */
  gid: z.string(),
  /** Where the news was published. */
  sources: z.array(articleSource),
  /** A summary, as HTML. */
  snippet: z.string(),
  /** True if the caller liked it; false for a dislike and for no reaction. */
  liked: z.boolean(),
  /** Always true. */
  bookmarked: z.literal(true),
  /** A `mailto:` link with the title and the snippet as plain text. */
  share: z.string().check(z.startsWith('mailto:')),
  /** The document that contains it. */
  brief: z.strictObject({
    /** The title of the brief. */
    name: z.string(),
    /** Names the brief in URLs. */
    slug: z.string(),
    /** Identifies the document. */
    gid: z.string(),
    /** The day of the document, as `March 4, 2026`. */
    date: z.string(),
  }),
});

type Bookmark = Row<'bookmark'>;

const BRIEF_PATH = '/public-api/v1/bookmark/:brief_slug/:brief_gid';
const briefParams = { brief_slug: z.string(), brief_gid: z.string() };

/** The routes that add and remove a bookmark of a brief document or of an article. */
function addAndRemoveRoutes(path: string, params: Readonly<Record<string, z.ZodMiniString>>, content: string) {
  const isOfArticle = 'article_gid' in params;
  return [
    defineRoute({
      method: 'POST',
      path,
      summary: `Bookmark ${content}`,
      decisions: ['P7', 'P8', 'P10', 'P18', 'P20', 'P22'],
      params,
      example: (state) => {
        const document = readableExample(state);
        if (document === undefined || !isOfArticle) return document && { params: document };
        const [article] = state.tables.article.list({ brief_gid: document.brief_gid }, 'position');
        return article && { params: { ...document, article_gid: article.gid } };
      },
      response: z.strictObject({ data: z.tuple([bookmarkRecord]) }),
      failures: ['not_entitled', 'conflict'],
      handle: ({ params }, context: UserContext) => addBookmark(params as unknown as BookmarkedContent, context),
    }),
    defineRoute({
      method: 'DELETE',
      path,
      summary: `Remove the bookmark of ${content}`,
      decisions: ['P9', 'P10', 'P12', 'P18', 'P22'],
      params,
      example: ({ tables, user: { email } }) => {
        const bookmarks = tables.bookmark.list({ email });
        const found = bookmarks.find(({ article_gid }) => (article_gid !== null) === isOfArticle);
        if (found === undefined) return undefined;
        const { brief_slug, brief_gid, article_gid } = found;
        return { params: { brief_slug, brief_gid, ...(article_gid !== null && { article_gid }) } };
      },
      response: z.strictObject({ data: z.array(removedBookmark).check(z.maxLength(1)) }),
      handle: ({ params }, context: UserContext) => removeBookmark(params as unknown as BookmarkedContent, context),
    }),
  ];
}

const listBookmarkedBriefs = defineRoute({
  method: 'GET',
  path: '/public-api/v1/bookmark/brief',
  summary: 'List the bookmarked brief documents of the caller',
  decisions: ['P11', 'P12', 'P16'],
  response: z.strictObject({ data: z.array(bookmarkedBrief) }),
  handle: (_, context: UserContext) => ({
    data: newestFirst(context)
      .filter(({ article_gid }) => article_gid === null)
      .map((bookmark) => presentBookmarkedBrief(bookmark, context)),
  }),
});

const listBookmarkedArticles = defineRoute({
  method: 'GET',
  path: '/public-api/v1/bookmark/article',
  summary: 'List the bookmarked articles of the caller',
  decisions: ['P11', 'P12', 'P15', 'P21'],
  response: z.strictObject({ data: z.array(bookmarkedArticle) }),
  handle: (_, context: UserContext) => ({
    data: newestFirst(context)
      .filter(({ article_gid }) => article_gid !== null)
      .map((bookmark) => presentBookmarkedArticle(bookmark, context)),
  }),
});

export const bookmarkRoutes = [
  listBookmarkedBriefs,
  listBookmarkedArticles,
  ...addAndRemoveRoutes(BRIEF_PATH, briefParams, 'a brief document'),
  ...addAndRemoveRoutes(`${BRIEF_PATH}/:article_gid`, { ...briefParams, article_gid: z.string() }, 'an article'),
];

interface BookmarkedContent {
  readonly brief_slug: string;
  readonly brief_gid: string;
  readonly article_gid?: string | undefined;
}

function addBookmark({ brief_slug, brief_gid, article_gid }: BookmarkedContent, context: UserContext) {
  const { tables, behavior, caller } = context;
  const brief = readableBrief(brief_slug, context);
  const document = publishedDocument(brief, brief_gid, context);
  if (article_gid !== undefined) articleOf(document, article_gid, context);

  const { email } = caller;
  const existing = tables.bookmark.find({ email, url: bookmarkUrl({ brief_gid, article_gid }) });
  if (existing !== undefined && behavior.repeatBookmark === 'conflict') {
    throw new MockError('conflict', `${email} has already bookmarked ${existing.url}`);
  }
  const bookmark =
    existing ?? tables.bookmark.insert({ email, brief_slug, brief_gid, article_gid: article_gid ?? null });
  return { data: [presentBookmark(bookmark)] as [z.input<typeof bookmarkRecord>] };
}

function removeBookmark(target: BookmarkedContent, context: UserContext) {
  const { tables, behavior, caller } = context;
  const document = documentOf(briefBySlug(target.brief_slug, context), target.brief_gid, context);
  if (target.article_gid !== undefined) articleOf(document, target.article_gid, context);

  const url = bookmarkUrl(target);
  const bookmark = tables.bookmark.find({ email: caller.email, url });
  if (bookmark === undefined) {
    if (behavior.deleteMissingBookmark === 'empty') return { data: [] };
    throw notFound(`${caller.email} has not bookmarked ${url}`);
  }
  tables.bookmark.remove(bookmark.id);
  return { data: [contentOf(bookmark)] };
}

/** P11: newest first, also among bookmarks of the same second. */
function newestFirst({ tables, caller }: UserContext): Bookmark[] {
  return tables.bookmark.list({ email: caller.email }, 'created_on').reverse();
}

function presentBookmark(bookmark: Bookmark): z.input<typeof bookmarkRecord> {
  const { email, created_on } = bookmark;
  return { email, preference_slug: 'bookmark', value: contentOf(bookmark), created_on };
}

function contentOf({ brief_slug, brief_gid, article_gid, url }: Bookmark): z.input<typeof bookmarkedContent> {
  return { brief_slug, brief_gid, ...(article_gid !== null && { article_gid }), url };
}

function presentBookmarkedBrief(bookmark: Bookmark, context: UserContext): z.input<typeof bookmarkedBrief> {
  const { name, slug, gid, date } = bookmarkedDocument(bookmark, context);
  const { webOrigin } = context.behavior;
  return {
    name,
    date,
    slug,
    gid,
    bookmarked: true,
    upgrade: upgradeLink(webOrigin, slug),
    web: webLink(webOrigin, slug, gid),
  };
}

function presentBookmarkedArticle(bookmark: Bookmark, context: UserContext): z.input<typeof bookmarkedArticle> {
  const { tables } = context;
  const { email, brief_gid } = bookmark;
  const article_gid = bookmark.article_gid as string;
  const article = tables.article.find({ brief_gid, gid: article_gid }) as Row<'article'>;
  const { category, title, gid, source, snippet } = article;
  return {
    category,
    title,
    gid,
    sources: source,
    snippet,
    liked: tables.reaction.find({ email, brief_gid, article_gid })?.liked ?? false,
    bookmarked: true,
    share: shareLink(title, snippet),
    brief: bookmarkedDocument(bookmark, context),
  };
}

/** The bookmarked document, or the document of the bookmarked article. References guarantee that it exists. */
function bookmarkedDocument({ brief_slug, brief_gid }: Bookmark, { tables }: UserContext) {
  const { name, slug } = tables.brief.find({ slug: brief_slug }) as Row<'brief'>;
  const { gid, date } = tables.brief_document.get(brief_gid) as Row<'brief_document'>;
  return { name, slug, gid, date: monthDayAndYear(date) };
}
