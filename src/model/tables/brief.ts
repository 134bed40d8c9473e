import * as z from 'zod';
import { requiredText } from '../../foundation/common-schemas.js';
import { type DefaultContext, defineTable, type TablesOf, type TableType } from '../define-table.js';
import { uniqueSlug } from '../slug.js';

const columns = {
  id: requiredText,
  name: requiredText,
  slug: requiredText,
  is_active: z.boolean(),
  is_public: z.boolean(),
  is_core: z.boolean(),
};
type OwnTable = TablesOf<TableType<'brief', typeof columns>>;

export const brief = defineTable({
  name: 'brief',
  columns,
  unique: [['slug']],
  numbered: ['id', 'slug'],
  indexes: [['is_public'], ['is_core']],
  defaults: {
    id: ({ tables, n }: DefaultContext<OwnTable>) => String(tables.brief.freeNumber('id', '', n)),
    slug: ({ tables }: DefaultContext<OwnTable>, { id, name }) =>
      uniqueSlug(name, 'brief', { table: tables.brief, column: 'slug', id }),
    is_active: true,
    is_public: false,
    is_core: false,
  },
  sample: { name: ({ n }) => `Brief ${n}` },
});
