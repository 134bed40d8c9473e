import { id } from '../../foundation/common-schemas.js';
import { defineTable, reference } from '../define-table.js';
import { packageTable } from './package.js';
import { user } from './user.js';

export const userPackage = defineTable({
  name: 'user_package',
  columns: { id, user_id: id, package_id: id },
  unique: [['user_id', 'package_id']],
  references: [reference(user, { user_id: 'id' }), reference(packageTable, { package_id: 'id' })],
});
