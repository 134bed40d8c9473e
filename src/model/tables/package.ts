import { id, requiredText, text } from '../../foundation/common-schemas.js';
import { defineTable } from '../define-table.js';

/** `package` is a reserved word, hence the longer name. */
export const packageTable = defineTable({
  name: 'package',
  columns: {
    /** Counts up from 1; generated, and cannot be set. */
    id,
    /** Its id in the CRM; any text. */
    sf_id: text.nullable(),
    /** Names it in programs; unique. */
    name: requiredText,
    /** The name that people see. */
    display_name: text.nullable(),
    /** What it contains; any text. */
    description: text.nullable(),
    /** `active` by default; any text. */
    status: text,
  },
  unique: [['name']],
  defaults: { status: 'active' },
  sample: { name: ({ n }) => `Package ${n}` },
});
