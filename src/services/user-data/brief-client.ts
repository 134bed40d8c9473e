import { defineResource } from '../../protocol/resource.js';

/** Deleting a relationship sets its status to `deleted`; its brief and client stay taken (D7, D34). */
export const briefClientRoutes = defineResource({
  path: '/user-data/v1/brief-client',
  table: 'brief_client',
  noun: 'client-brief relationship',
  decisions: ['D7', 'D29', 'D34'],
  columns: ['brief_id', 'client_id'],
  updates: ['brief_id'],
  putAliases: ['/user-data/v1/client-brief/:id'],
  visible: ({ status }, { behavior }) => !(behavior.hideDeleted && status === 'deleted'),
  remove: ({ id }, { tables }) => tables.brief_client.update(id, { status: 'deleted' }),
});
