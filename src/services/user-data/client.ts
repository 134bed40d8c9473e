import { defineResource } from '../../protocol/resource.js';

/** Deleting a client sets its status to `deleted` (D7, D34). */
export const clientRoutes = defineResource({
  path: '/user-data/v1/client',
  table: 'client',
  noun: 'client',
  decisions: ['D6', 'D7', 'D33', 'D34', 'D36'],
  columns: ['name', 'short_name', 'display_name', 'type', 'status', 'domain', 'legacy_id', 'sf_id'],
  visible: ({ status }, { behavior }) => !(behavior.hideDeleted && status === 'deleted'),
  remove: ({ id }, { tables }) => tables.client.update(id, { status: 'deleted' }),
});
