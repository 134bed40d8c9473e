import * as z from 'zod';
import { bookmarkUrl } from '../../model/tables/bookmark.js';
import type { Row } from '../../model/tables.js';
import type { UserContext } from './authentication.js';
import { monthAndDay } from './dates.js';
import { publishedDocuments } from './find-content.js';
import { shareLink, upgradeLink, webLink } from './links.js';

export const dateEntry = z.strictObject({ date: z.string(), gid: z.string(), selected: z.literal(true).optional() });

export const source = z.strictObject({ name: z.string(), link: z.string() });

/** An article in a brief document. The specification does not mention `gid` (P19). */
export const articleInDocument = z.strictObject({
  gid: z.string().optional(),
  category: z.string(),
  title: z.string(),
  source: z.array(source),
  snippet: z.string(),
  liked: z.boolean().nullable(),
  bookmarked: z.boolean(),
  share: z.string().startsWith('mailto:'),
});

/** Brief and Bookmark Service, "Brief document". */
export const briefDocument = z.strictObject({
  name: z.string(),
  slug: z.string(),
  gid: z.string(),
  date_option: z.strictObject({ picker: z.array(dateEntry), slider: z.array(dateEntry) }),
  article: z.array(articleInDocument),
  bookmarked: z.boolean(),
  share: z.string().startsWith('mailto:'),
  upgrade: z.url(),
  web: z.url(),
});

/** The number of dates in the slider, the newest ones (P6). */
const SLIDER_LENGTH = 7;

/** A document as answered to the caller. `selected` marks its date as the selected one (P6). */
export function presentDocument(
  brief: Row<'brief'>,
  document: Row<'brief_document'>,
  context: UserContext,
  { selected }: { selected: boolean },
): z.input<typeof briefDocument> {
  const { tables, behavior, caller } = context;
  const { name, slug } = brief;
  const { gid } = document;
  const articles = tables.article.list({ brief_gid: gid }, 'position');
  const newestFirst = publishedDocuments(brief, context).reverse();
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
