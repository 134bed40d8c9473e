import { defineResource } from '../../protocol/resource.js';

/** An application that was created without a name in the user-preference API has `name: null` (D31). */
export const applicationRoutes = defineResource({
  path: '/user-data/v1/application',
  table: 'application',
  noun: 'application',
  decisions: ['D2', 'D31', 'X1', 'X19'],
  columns: ['name'],
  required: ['name'],
  shows: ['id', 'name'],
});
