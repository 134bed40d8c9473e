import * as z from 'zod/mini';
import { id, referenceId, text } from '../../foundation/common-schemas.js';
import { defineTable, type RowOf, reference, type TablesOf } from '../define-table.js';
import { preference, valueFitsType } from './preference.js';

const columns = {
  /** Counts up from 1; generated, and cannot be set. */
  id,
  /** The id of the preference that has this value; its type must be `Generic`. */
  preference_id: referenceId,
  /** The value: any text. `behavior.apostropheKey` sets its key in answers. */
  preference_value: z.nullable(text),
  /** The version of the format of the value, which the mock does not interpret. */
  schema_version: z.nullable(z.int()),
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
