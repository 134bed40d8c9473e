import { defineResource } from '../../protocol/resource.js';

export const applicationUserRoutes = defineResource({
  path: '/user-data/v1/application-user',
  table: 'application_user',
  noun: 'application user',
  decisions: ['D2', 'D35', 'X19'],
  columns: ['user_id', 'application_id', 'legacy_id'],
});
