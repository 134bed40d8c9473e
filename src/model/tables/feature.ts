import { id, referenceId, requiredText, text } from '../../foundation/common-schemas.js';
import { defineTable, reference } from '../define-table.js';
import { application } from './application.js';

export const feature = defineTable({
  name: 'feature',
  columns: { id, app_id: referenceId, name: requiredText, description: text.nullable() },
  unique: [['name']],
  references: [reference(application, { app_id: 'id' })],
  sample: { name: ({ n }) => `Feature ${n}` },
});
