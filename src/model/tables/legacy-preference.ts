import { id, requiredText } from '../../foundation/common-schemas.js';
import { defineTable, type SampleContext, type TablesOf, type TableType } from '../define-table.js';
import { uniqueSlug } from '../slug.js';

const columns = {
  /** Counts up from 1; generated, and cannot be set. */
  id,
  /** The name that people see; unique. */
  name: requiredText,
  /** Names it in programs; unique. */
  slug: requiredText,
};
type LegacyPreferenceTable = TablesOf<TableType<'legacy_preference', typeof columns>>;

export const legacyPreference = defineTable({
  name: 'legacy_preference',
  columns,
  unique: [['name'], ['slug']],
  numbered: ['slug'],
  sample: {
    name: ({ n }) => `Legacy preference ${n}`,
    slug: ({ row: { name }, tables }: SampleContext<typeof columns, LegacyPreferenceTable>) =>
      uniqueSlug(`${name}`, 'legacy-preference', {
        table: tables.legacy_preference,
        column: 'slug',
        id: undefined,
      }) as string,
  },
});
