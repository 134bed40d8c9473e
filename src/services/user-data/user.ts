import type { Behavior } from '../../protocol/behavior.js';
import { defineResource } from '../../protocol/resource.js';

/** D4: the columns that must be unique in addition to the e-mail. */
export function uniqueUserColumns({ uniqueFirstName }: Behavior): 'fname'[] {
  return uniqueFirstName ? ['fname'] : [];
}

export const userRoutes = defineResource({
  path: '/user-data/v1/user',
  table: 'user',
  noun: 'user',
  decisions: ['D1', 'D4', 'D5', 'D33', 'D36', 'X19', 'X24'],
  columns: ['sf_id', 'fname', 'lname', 'email', 'client_id', 'user_type'],
  orOne: true,
  alsoUnique: uniqueUserColumns,
});
