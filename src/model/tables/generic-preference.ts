import * as z from 'zod';
import { id, referenceId, text } from '../../foundation/common-schemas.js';
import { defineTable, type RowOf, reference, type TablesOf } from '../define-table.js';
import { preference, valueFitsType } from './preference.js';

const columns = {
  id,
  preference_id: referenceId,
  preference_value: text.nullable(),
  schema_version: z.int().nullable(),
};

/** The values of preferences of the type Generic. */
export const genericPreference = defineTable({
  name: 'generic_preference',
  columns,
  references: [reference(preference, { preference_id: 'id' })],
  invariants: [
    (row: RowOf<typeof columns>, tables: TablesOf<typeof preference>) => valueFitsType(row, tables, 'Generic'),
  ],
  sample: { preference_value: 'on', schema_version: 1 },
});
