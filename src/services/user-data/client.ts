import { defineResource } from '../../protocol/resource.js';

/** A deleted client stays as a record whose status is `deleted` (D7, D34). */
export const clientRoutes = defineResource({
  path: '/user-data/v1/client',
  table: 'client',
  noun: 'client',
  decisions: ['D6', 'D7', 'D33', 'D34', 'D36'],
  columns: ['name', 'short_name', 'display_name', 'type', 'status', 'domain', 'legacy_id', 'sf_id'],
  visible: ({ status }, { behavior }) => !(behavior.hideDeleted && status === 'deleted'),
  remove: ({ id }, { tables }) => tables.client.update(id, { status: 'deleted' }),
});
