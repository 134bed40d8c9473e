import { id, referenceId, requiredText, text } from '../../foundation/common-schemas.js';
import type { Issue } from '../../foundation/mock-error.js';
import { defineTable, type RowOf, reference, type TablesOf, type TableType } from '../define-table.js';

const columns = { id, label: requiredText, description: text.nullable(), parent: referenceId.nullable() };
type OwnTable = TableType<'preference_hierarchy', typeof columns>;

export const preferenceHierarchy = defineTable({
  name: 'preference_hierarchy',
  columns,
  references: [reference({ name: 'preference_hierarchy', columns }, { parent: 'id' }, 'clear')],
  invariants: [parentIsNotBelow],
  sample: { label: ({ n }) => `Category ${n}` },
});

/** F5: an entry of the hierarchy cannot be its own ancestor. */
function parentIsNotBelow(entry: RowOf<typeof columns>, tables: TablesOf<OwnTable>): Issue | undefined {
  const seen = new Set<number>();
  for (let above = entry.parent; above !== null && !seen.has(above); ) {
    if (above === entry.id) {
      return {
        path: 'parent',
        message: `cannot be ${entry.parent}, which is the entry itself or one of its descendants`,
      };
    }
    seen.add(above);
    above = tables.preference_hierarchy.get(above)?.parent ?? null;
  }
  return undefined;
}
