import { didYouMean } from '../../foundation/did-you-mean.js';
import { MockError, notFound } from '../../foundation/mock-error.js';
import { isEntitled } from '../../model/entitlement.js';
import type { Row } from '../../model/tables.js';
import type { UserContext } from './authentication.js';

/**
 * The active brief with this slug, if the caller may read it.
 * @throws MockError `not_found` (P20) or `not_entitled` (P7), in this order (P22).
 */
export function readableBrief(slug: string, context: UserContext): Row<'brief'> {
  const { tables, behavior, caller } = context;
  const brief = briefBySlug(slug, context);
  if (!brief.is_active) throw noBrief(slug, context, `Brief ${slug} is inactive`);
  if (isEntitled(caller, brief, tables)) return brief;
  const reason =
    `${caller.email} is not entitled to ${slug}: it is neither public nor core, and no brief entitlement, content ` +
    'entitlement or active client-brief relationship grants access';
  throw behavior.hideUnentitled ? noBrief(slug, context, reason) : new MockError('not_entitled', reason);
}

/** The brief with this slug, without checking access. @throws MockError `not_found` */
export function briefBySlug(slug: string, context: UserContext): Row<'brief'> {
  const brief = context.tables.brief.find({ slug });
  if (brief === undefined) throw noBrief(slug, context);
  return brief;
}

/** A document of a brief. @throws MockError `not_found` if the brief has no document with this gid (P10) */
export function documentOf(brief: Row<'brief'>, gid: string, context: UserContext): Row<'brief_document'> {
  const { brief_document } = context.tables;
  const document = brief_document.get(gid);
  if (document?.brief_id === brief.id) return document;
  const hint = didYouMean(gid, {
    count: brief_document.keys({ brief_id: brief.id }).length,
    list: () => publishedDocuments(brief, context).map((published) => published.gid),
  });
  throw notFound(`Brief ${brief.slug} has no document ${gid}${hint}`);
}

/** A document of a brief that is published by the mock's clock (P5, P23). @throws MockError `not_found` */
export function publishedDocument(brief: Row<'brief'>, gid: string, context: UserContext): Row<'brief_document'> {
  const document = documentOf(brief, gid, context);
  if (document.date <= context.clock.day) return document;
  throw notFound(`Document ${gid} of brief ${brief.slug} is not published until ${document.date}`);
}

/** An article of a document. @throws MockError `not_found` */
export function articleOf(document: Row<'brief_document'>, gid: string, { tables }: UserContext): Row<'article'> {
  const article = tables.article.find({ brief_gid: document.gid, gid });
  if (article !== undefined) return article;
  const ofDocument = { brief_gid: document.gid };
  const hint = didYouMean(gid, {
    count: tables.article.keys(ofDocument).length,
    list: () => tables.article.list(ofDocument).map((other) => other.gid),
  });
  throw notFound(`Document ${document.gid} has no article ${gid}${hint}`);
}

/** The documents of a brief that are published by the mock's clock, oldest first. */
export function publishedDocuments(brief: Row<'brief'>, { tables, clock }: UserContext): Row<'brief_document'>[] {
  const today = clock.day;
  return tables.brief_document.list({ brief_id: brief.id }, 'date').filter(({ date }) => date <= today);
}

function noBrief(slug: string, { tables, behavior }: UserContext, reason?: string): MockError {
  const { brief } = tables;
  const activeSlugs = () => {
    const active = brief.all().filter(({ is_active }) => is_active);
    return active.map((other) => other.slug);
  };
  // P7: a suggestion would tell a hidden brief from one that does not exist.
  const hint = behavior.hideUnentitled ? '' : didYouMean(slug, { count: brief.size, list: activeSlugs });
  return new MockError('not_found', `There is no brief ${slug}${hint}`, [], reason);
}
