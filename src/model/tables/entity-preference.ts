import * as z from 'zod/mini';
import { id, referenceId, text } from '../../foundation/common-schemas.js';
import {
  defineTable,
  type RelatedOf,
  type RowOf,
  reference,
  type SampleContext,
  type TablesOf,
} from '../define-table.js';
import { preference, valueFitsType } from './preference.js';

const columns = {
  /** Counts up from 1; generated, and cannot be set. */
  id,
  /** The id of the preference that has this value; its type must be `Entity`. */
  preference_id: referenceId,
  /** The value: the gid of any entity. */
  entity_gid: z.nullable(text),
};

/** The values of preferences of the type Entity. */
export const entityPreference = defineTable({
  name: 'entity_preference',
  columns,
  references: [reference(preference, { preference_id: 'id' })],
  invariants: [
    (row: RowOf<typeof columns>, tables: TablesOf<typeof preference>) => valueFitsType(row, tables, 'Entity'),
  ],
  sample: {
    preference_id: ({ related }: SampleContext<typeof columns, unknown, RelatedOf<typeof preference>>) =>
      related.preference({ type: 'Entity' }).id,
    entity_gid: ({ n }) => `entity-${n}`,
  },
});
