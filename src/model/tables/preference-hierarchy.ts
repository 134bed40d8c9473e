import * as z from 'zod/mini';
import { id, referenceId, requiredText, text } from '../../foundation/common-schemas.js';
import type { Issue } from '../../foundation/mock-error.js';
import { defineTable, type RowOf, reference, type TablesOf, type TableType } from '../define-table.js';

const columns = {
  /** Counts up from 1; generated, and cannot be set. */
  id,
  /** The name that people see. */
  label: requiredText,
  /** What belongs into the category; any text. */
  description: z.nullable(text),
  /** The id of the category above it; null at the top. It cannot be below itself. */
  parent: z.nullable(referenceId),
};
type PreferenceHierarchyTable = TableType<'preference_hierarchy', typeof columns>;

export const preferenceHierarchy = defineTable({
  name: 'preference_hierarchy',
  columns,
  references: [reference({ name: 'preference_hierarchy', columns }, { parent: 'id' }, 'clear')],
  checks: [parentIsNotBelow],
  tableInvariants: [noCycles],
  sample: { label: ({ n }) => `Category ${n}` },
});

type HierarchyEntry = RowOf<typeof columns>;

/** F5: an entry of the hierarchy cannot be its own ancestor. A new entry has no descendants yet. */
function parentIsNotBelow(
  entry: HierarchyEntry,
  tables: TablesOf<PreferenceHierarchyTable>,
  previous: HierarchyEntry | undefined,
): Issue | undefined {
  if (previous === undefined || previous.parent === entry.parent) return undefined;
  let above = entry.parent;
  while (above !== null && above !== entry.id) above = tables.preference_hierarchy.get(above)?.parent ?? null;
  return above === null ? undefined : cycleIssue(entry);
}

/** F5, for all entries: visits each once. */
function noCycles(entries: readonly HierarchyEntry[]): ReadonlyMap<HierarchyEntry, Issue> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const visited = new Set<HierarchyEntry>();
  const issues = new Map<HierarchyEntry, Issue>();
  for (const start of entries) {
    const path: HierarchyEntry[] = [];
    let entry: HierarchyEntry | undefined = start;
    while (entry !== undefined && !visited.has(entry)) {
      visited.add(entry);
      path.push(entry);
      entry = entry.parent === null ? undefined : byId.get(entry.parent);
    }
    // If the path ends at one of its own entries, those from there on are a cycle.
    const cycle = entry === undefined ? -1 : path.indexOf(entry);
    if (cycle !== -1) for (const member of path.slice(cycle)) issues.set(member, cycleIssue(member));
  }
  return issues;
}

function cycleIssue({ parent }: HierarchyEntry): Issue {
  return { path: 'parent', message: `cannot be ${parent}, which is the entry itself or one of its descendants` };
}
