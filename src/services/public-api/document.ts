import * as z from 'zod/mini';
import { articleSource } from '../../model/tables/article.js';
import { bookmarkUrl } from '../../model/tables/bookmark.js';
import type { Row } from '../../model/tables.js';
import type { UserContext } from './authentication.js';
import { monthAndDay } from './dates.js';
import { shareLink, upgradeLink, webLink } from './links.js';

export const dateEntry = z.strictObject({
  /** The day of the document: `2026-03-04` in the picker, `March 4` in the slider. */
  date: z.string(),
  /** The gid of the document. */
  gid: z.string(),
  /** True for the document that is shown, if the latest one was requested; otherwise absent. */
  selected: z.optional(z.literal(true)),
});

/** An article in a brief document. The specification does not mention `gid` (P19). */
export const articleInDocument = z.strictObject({
  /** Identifies it in the document; absent if `behavior.articleGid` is off. */
  gid: z.optional(z.string()),
  /** The heading under which it appears; empty if it has none. */
  category: z.string(),
  /** The headline, as plain text. */
  title: z.string(),
  /** Where the news was published. */
  source: z.array(articleSource),
  /** A summary, as HTML. */
  snippet: z.string(),
  /** Whether the caller liked or disliked it; null if neither. */
  liked: z.nullable(z.boolean()),
  /** Whether the caller has bookmarked the article. */
  bookmarked: z.boolean(),
  /** A `mailto:` link with the title and the snippet as plain text. */
  share: z.string().check(z.startsWith('mailto:')),
});

/** Brief and Bookmark Service, "Brief document". */
export const briefDocument = z.strictObject({
  /** The title of the brief. */
  name: z.string(),
  /** Names the brief in URLs. */
  slug: z.string(),
  /** Identifies the document. */
  gid: z.string(),
  /** The published documents of the brief, newest first. */
  date_option: z.strictObject({
    /** All of them. */
    picker: z.array(dateEntry),
    /** The seven newest. */
    slider: z.array(dateEntry),
  }),
  /** The articles, in ascending order of their position. */
  article: z.array(articleInDocument),
  /** Whether the caller has bookmarked the document. Bookmarks of its articles do not count. */
  bookmarked: z.boolean(),
  /** A `mailto:` link with the title of the brief and the first snippet as plain text. */
  share: z.string().check(z.startsWith('mailto:')),
  /** The URL at which the caller can get access to the brief, below `behavior.webOrigin`. */
  upgrade: z.url(),
  /** The URL of the document on the web, below `behavior.webOrigin`. */
  web: z.url(),
});

/** The number of dates in the slider, the newest ones (P6). */
const SLIDER_LENGTH = 7;

interface Shown {
  readonly brief: Row<'brief'>;
  readonly document: Row<'brief_document'>;
  /** The published documents of the brief, oldest first. */
  readonly published: readonly Row<'brief_document'>[];
  /** Whether the date of the document is marked as the selected one (P6). */
  readonly selected: boolean;
}

/** A document as answered to the caller. */
export function presentDocument(
  { brief, document, published, selected }: Shown,
  context: UserContext,
): z.input<typeof briefDocument> {
  const { tables, behavior, caller } = context;
  const { name, slug } = brief;
  const { gid } = document;
  const articles = tables.article.list({ brief_gid: gid }, 'position');
  const newestFirst = [...published].reverse();
  const entry = (document: Row<'brief_document'>, date: string) =>
    selected && document.gid === gid ? { date, gid, selected: true as const } : { date, gid: document.gid };
  return {
    name,
    slug,
    gid,
    date_option: {
      picker: newestFirst.map((document) => entry(document, document.date)),
      slider: newestFirst.slice(0, SLIDER_LENGTH).map((document) => entry(document, monthAndDay(document.date))),
    },
    article: articles.map((article) => presentArticle(article, context)),
    bookmarked: tables.bookmark.has({ email: caller.email, url: bookmarkUrl({ brief_gid: gid }) }),
    share: shareLink(name, articles[0]?.snippet ?? ''),
    upgrade: upgradeLink(behavior.webOrigin, slug),
    web: webLink(behavior.webOrigin, slug, gid),
  };
}

function presentArticle(
  article: Row<'article'>,
  { tables, behavior, caller }: UserContext,
): z.input<typeof articleInDocument> {
  const { gid, brief_gid, category, title, source, snippet } = article;
  return {
    ...(behavior.articleGid && { gid }),
    category: category ?? '',
    title,
    source,
    snippet,
    liked: tables.reaction.find({ email: caller.email, brief_gid, article_gid: gid })?.liked ?? null,
    bookmarked: tables.bookmark.has({ email: caller.email, url: bookmarkUrl({ brief_gid, article_gid: gid }) }),
    share: shareLink(title, snippet),
  };
}
