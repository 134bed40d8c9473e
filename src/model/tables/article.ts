import * as z from 'zod/mini';
import { id, nonNegativeInteger, requiredText, text } from '../../foundation/common-schemas.js';
import { cycle } from '../cycle.js';
import { type DefaultContext, defineTable, reference, type TablesOf, type TableType } from '../define-table.js';
import { uniqueSlug } from '../slug.js';
import { briefDocument } from './brief-document.js';

/** Where the news of an article was published. */
export const articleSource = z.strictObject({
  /** The name of the publisher. */
  name: text,
  /** The URL of the original article; it is not checked. */
  link: text,
});

const columns = {
  /** Counts up from 1; generated, and cannot be set. */
  id,
  /** Identifies it in its document. Default: the title in lower case with underscores, and a number if that is taken. */
  gid: requiredText,
  /** The gid of the document that contains it; cannot be changed. */
  brief_gid: requiredText,
  /** Its place in the document: articles are answered in ascending order. Default: after the last one. */
  position: nonNegativeInteger,
  /** The heading under which it appears. */
  category: z.nullable(text),
  /** The headline, as plain text. */
  title: requiredText,
  /** Where the news was published, in the order of display. Default: an empty list. */
  source: z.array(articleSource),
  /** A summary, as HTML. Default: an empty text. */
  snippet: text,
};
type ArticleTable = TablesOf<TableType<'article', typeof columns>>;

export const article = defineTable({
  name: 'article',
  columns,
  unique: [['brief_gid', 'gid']],
  numbered: ['gid'],
  references: [reference(briefDocument, { brief_gid: 'gid' })],
  indexes: [['brief_gid', 'position']],
  defaults: {
    gid: ({ tables }: DefaultContext<ArticleTable>, { id, title, brief_gid }) =>
      uniqueSlug(title, 'article', { table: tables.article, column: 'gid', id, scope: { brief_gid }, separator: '_' }),
    position: ({ tables }: DefaultContext<ArticleTable>, { brief_gid }) =>
      1 + (tables.article.last({ brief_gid }, 'position')?.position ?? 0),
    source: [],
    snippet: '',
  },
  // Bookmarks refer to an article together with its document.
  fixed: ['brief_gid'],
  sample: {
    category: ({ n }) => cycle(SUBJECTS, n)[0],
    title: ({ n }) => `${cycle(SUBJECTS, n)[1]} ${cycle(EVENTS, n)}`,
    source: ({ n }) => [{ name: 'Example Post', link: `https://example.com/articles/${n}` }],
    snippet: ({ row }) => `${row.title}: what is known so far.`,
  },
});

// The lengths have no common divisor, so that many pairs differ before one repeats. Each subject follows its category.
const SUBJECTS = [
  ['Energy', 'Solar output'],
  ['Transport', 'Rail freight'],
  ['Finance', 'Bank lending'],
  ['Health', 'Vaccine supply'],
  ['Technology', 'Chip production'],
  ['Agriculture', 'Grain trade'],
  ['Retail', 'Online shopping'],
] as const;
const EVENTS = [
  'picks up again',
  'slows for a third week',
  'holds steady',
  'reaches a record',
  'misses forecasts',
  'recovers in the north',
  'falls behind plan',
  'draws new investors',
];
