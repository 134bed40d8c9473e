import { defineResource } from '../../protocol/resource.js';

/** Deleting a package deletes its user packages and feature packages. */
export const packageRoutes = defineResource({
  path: '/user-data/v1/package',
  table: 'package',
  noun: 'package',
  decisions: ['D2', 'D8', 'D32', 'X19'],
  columns: ['sf_id', 'name', 'display_name', 'description'],
  updates: ['sf_id', 'name', 'display_name', 'description', 'status'],
});
