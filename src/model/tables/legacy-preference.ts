import { id, requiredText } from '../../foundation/common-schemas.js';
import { defineTable, type SampleContext, type TablesOf, type TableType } from '../define-table.js';
import { slugify } from '../slug.js';

const columns = { id, name: requiredText, slug: requiredText };
type OwnTable = TablesOf<TableType<'legacy_preference', typeof columns>>;

export const legacyPreference = defineTable({
  name: 'legacy_preference',
  columns,
  unique: [['name'], ['slug']],
  sample: {
    name: ({ n }) => `Legacy preference ${n}`,
    slug: ({ row, tables }: SampleContext<typeof columns, OwnTable>) =>
      slugify(`${row.name}`, 'legacy-preference', (slug) => tables.legacy_preference.has({ slug })),
  },
});
