import { id, referenceId } from '../../foundation/common-schemas.js';
import { defineTable, reference } from '../define-table.js';
import { packageTable } from './package.js';
import { user } from './user.js';

export const userPackage = defineTable({
  name: 'user_package',
  columns: {
    /** Counts up from 1; generated, and cannot be set. */
    id,
    /** The id of the user. A user has a package at most once. */
    user_id: referenceId,
    /** The id of the package that the user has. */
    package_id: referenceId,
  },
  unique: [['user_id', 'package_id']],
  references: [reference(user, { user_id: 'id' }), reference(packageTable, { package_id: 'id' })],
});
