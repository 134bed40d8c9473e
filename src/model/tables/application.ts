import { id, requiredText, text } from '../../foundation/common-schemas.js';
import { defineTable } from '../define-table.js';

export const application = defineTable({
  name: 'application',
  columns: { id, name: requiredText.nullable(), description: text.nullable() },
  unique: [['name']],
  sample: { name: ({ n }) => `Application ${n}` },
});
