import { defineResource } from '../../protocol/resource.js';

/** Legacy preferences. Deleting one deletes its user preferences. */
export const preferenceRoutes = defineResource({
  path: '/user-data/v1/preference',
  table: 'legacy_preference',
  noun: 'preference',
  decisions: ['X7', 'X19'],
  columns: ['name', 'slug'],
  orOne: true,
});
