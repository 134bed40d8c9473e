import { defineResource } from '../../protocol/resource.js';

/** The same applications as in the user-data API (X1); a name is optional here (F1). */
export const applicationRoutes = defineResource({
  path: '/user-preference/v1/application',
  table: 'application',
  noun: 'application',
  decisions: ['F1', 'X1', 'X19'],
  columns: ['name', 'description'],
  byId: false,
});
