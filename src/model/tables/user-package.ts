import { id, referenceId } from '../../foundation/common-schemas.js';
import { defineTable, reference } from '../define-table.js';
import { packageTable } from './package.js';
import { user } from './user.js';

export const userPackage = defineTable({
  name: 'user_package',
  columns: { id, user_id: referenceId, package_id: referenceId },
  unique: [['user_id', 'package_id']],
  references: [reference(user, { user_id: 'id' }), reference(packageTable, { package_id: 'id' })],
});
