import { defineResource } from '../../protocol/resource.js';

/** Deleting a feature deletes its feature packages. */
export const featureRoutes = defineResource({
  path: '/user-data/v1/feature',
  table: 'feature',
  noun: 'feature',
  decisions: ['D2', 'D32', 'X19'],
  columns: ['app_id', 'name', 'description'],
});
