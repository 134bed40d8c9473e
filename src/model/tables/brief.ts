import * as z from 'zod/mini';
import { requiredText } from '../../foundation/common-schemas.js';
import { type DefaultContext, defineTable, type TablesOf, type TableType } from '../define-table.js';
import { uniqueSlug } from '../slug.js';

const columns = {
  /** A text; by default a number that counts up, such as `"3"`. */
  id: requiredText,
  /** The title that readers see. */
  name: requiredText,
  /** Names it in URLs; unique. Default: the name in lower case with hyphens, and a number if that is taken. */
  slug: requiredText,
  /** Whether it can be read at all. Default true. */
  is_active: z.boolean(),
  /** Whether every user may read it. Default false. */
  is_public: z.boolean(),
  /** Whether it is for all core users: every user may read it, and application-entitled-brief lists it. Default false. */
  is_core: z.boolean(),
};
type BriefTable = TablesOf<TableType<'brief', typeof columns>>;

export const brief = defineTable({
  name: 'brief',
  columns,
  unique: [['slug']],
  numbered: ['id', 'slug'],
  indexes: [['is_public'], ['is_core']],
  defaults: {
    id: ({ tables, n }: DefaultContext<BriefTable>) => String(tables.brief.freeNumber('id', '', n)),
    slug: ({ tables }: DefaultContext<BriefTable>, { id, name }) =>
      uniqueSlug(name, 'brief', { table: tables.brief, column: 'slug', id }),
    is_active: true,
    is_public: false,
    is_core: false,
  },
  sample: { name: ({ n }) => `Brief ${n}` },
});
