import { defineResource } from '../../protocol/resource.js';
import type { Route } from '../../protocol/route.js';

/** The hierarchy of preference categories. Deleting an entry deletes the preferences in it (F4, F5). */
export function preferenceHierarchyRoutes(base: string): Route[] {
  return defineResource({
    path: `${base}/preference-hierarchy`,
    table: 'preference_hierarchy',
    noun: 'preference hierarchy entry',
    decisions: ['F4', 'F5', 'X19'],
    columns: ['label', 'description', 'parent'],
    byId: false,
    answersWith: 'object',
  });
}
