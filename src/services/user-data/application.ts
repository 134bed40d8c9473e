import { defineResource } from '../../protocol/resource.js';

/** An application that the user-preference API made without a name has `name: null` here too (D31). */
export const applicationRoutes = defineResource({
  path: '/user-data/v1/application',
  table: 'application',
  noun: 'application',
  decisions: ['D2', 'D31', 'X1', 'X19'],
  columns: ['name'],
  required: ['name'],
  shows: ['id', 'name'],
});
