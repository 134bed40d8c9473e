import * as z from 'zod';
import { id, requiredText, text } from '../../foundation/common-schemas.js';
import { cycle } from '../cycle.js';
import { type DefaultContext, defineTable, reference, type TablesOf, type TableType } from '../define-table.js';
import { issueIfChanged } from '../issue-if-changed.js';
import { uniqueSlug } from '../slug.js';
import { briefDocument } from './brief-document.js';

const columns = {
  id,
  gid: requiredText,
  brief_gid: requiredText,
  position: z.int().nonnegative(),
  category: text.nullable(),
  title: requiredText,
  source: z.array(z.strictObject({ name: text, link: text })),
  snippet: text,
};
type OwnTable = TablesOf<TableType<'article', typeof columns>>;

export const article = defineTable({
  name: 'article',
  columns,
  unique: [['brief_gid', 'gid']],
  numbered: ['gid'],
  references: [reference(briefDocument, { brief_gid: 'gid' })],
  indexes: [['brief_gid', 'position']],
  defaults: {
    gid: ({ tables }: DefaultContext<OwnTable>, { id, title, brief_gid }) =>
      uniqueSlug(title, 'article', { table: tables.article, column: 'gid', id, scope: { brief_gid }, separator: '_' }),
    position: ({ tables }: DefaultContext<OwnTable>, { brief_gid }) =>
      1 + (tables.article.last({ brief_gid }, 'position')?.position ?? 0),
    source: [],
    snippet: '',
  },
  // Bookmarks refer to an article together with its document.
  checks: [(article, _, previous) => issueIfChanged('brief_gid', article, previous)],
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
