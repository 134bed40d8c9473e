import * as z from 'zod/mini';
import { email, id, requiredText, unixSeconds } from '../../foundation/common-schemas.js';
import type { Issue } from '../../foundation/mock-error.js';
import {
  defineTable,
  type RelatedOf,
  type RowOf,
  reference,
  type SampleContext,
  type TablesOf,
} from '../define-table.js';
import { article } from './article.js';
import { brief } from './brief.js';
import { briefDocument } from './brief-document.js';
import { user } from './user.js';

const columns = {
  /** Counts up from 1; generated, and cannot be set. */
  id,
  /** The e-mail of its user, case-insensitive; follows a change of that e-mail. */
  email,
  /** The slug of the brief; follows a change of that slug. */
  brief_slug: requiredText,
  /** The gid of the bookmarked document, or of the document with the bookmarked article. */
  brief_gid: requiredText,
  /** The gid of the bookmarked article; null if the whole document is bookmarked. */
  article_gid: z.nullable(requiredText),
  /** Computed from the gids: `brief:<gid>`, for an article followed by `/article:<gid>`. Read-only; unique for each user. */
  url: requiredText,
  /** Seconds since 1970. Default: the mock's time. */
  created_on: unixSeconds,
};
type BriefTables = TablesOf<typeof brief | typeof briefDocument>;
type Sample = SampleContext<typeof columns, BriefTables, RelatedOf<typeof brief | typeof briefDocument>>;

export const bookmark = defineTable({
  name: 'bookmark',
  columns,
  caseInsensitive: ['email'],
  unique: [['email', 'url']],
  references: [
    reference(user, { email: 'email' }),
    reference(brief, { brief_slug: 'slug' }),
    reference(briefDocument, { brief_gid: 'gid' }),
    reference(article, { brief_gid: 'brief_gid', article_gid: 'gid' }),
  ],
  indexes: [['email', 'created_on']],
  defaults: { created_on: ({ clock }) => clock.seconds },
  filled: ['url'],
  derived: {
    // The columns are possibly not validated yet.
    url: ({ brief_gid, article_gid }) =>
      bookmarkUrl({ brief_gid: asText(brief_gid), article_gid: asText(article_gid) }),
  },
  invariants: [documentIsOfBrief],
  // P10: the document belongs to the brief.
  sample: {
    brief_slug: ({ row: { brief_gid = '' }, tables, related }: Sample) => {
      const { brief_id = '' } = tables.brief_document.get(brief_gid) ?? {};
      return (tables.brief.get(brief_id) ?? related.brief()).slug;
    },
    brief_gid: ({ row, tables, related }: Sample) =>
      related.brief_document({ brief_id: tables.brief.find({ slug: row.brief_slug })?.id }).gid,
  },
});

/** Identifies the bookmarked content; unique per user (Brief and Bookmark Service, "Bookmark record"). */
export function bookmarkUrl({
  brief_gid,
  article_gid,
}: {
  brief_gid?: string | undefined;
  article_gid?: string | null | undefined;
}): string {
  return article_gid ? `brief:${brief_gid}/article:${article_gid}` : `brief:${brief_gid}`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** P10: the document of a bookmark must belong to the brief of the bookmark. */
function documentIsOfBrief({ brief_slug, brief_gid }: RowOf<typeof columns>, tables: BriefTables): Issue | undefined {
  const brief = tables.brief.find({ slug: brief_slug });
  const document = tables.brief_document.get(brief_gid);
  if (brief === undefined || document === undefined || document.brief_id === brief.id) return undefined;
  return { path: 'brief_gid', message: `document ${brief_gid} does not belong to brief ${brief_slug}` };
}
