import { id, requiredText, text } from '../../foundation/common-schemas.js';
import { defineTable } from '../define-table.js';

/** `package` is a reserved word, hence the longer name. */
export const packageTable = defineTable({
  name: 'package',
  columns: {
    id,
    sf_id: text.nullable(),
    name: requiredText,
    display_name: text.nullable(),
    description: text.nullable(),
    status: text,
  },
  unique: [['name']],
  defaults: { status: 'active' },
  sample: { name: ({ n }) => `Package ${n}` },
});
