import * as z from 'zod/mini';
import { id, requiredText, text } from '../../foundation/common-schemas.js';
import { defineTable } from '../define-table.js';

/** `package` is a reserved word, hence the longer name. */
export const packageTable = defineTable({
  name: 'package',
  columns: {
    /** Counts up from 1; generated, and cannot be set. */
    id,
    /** Its id in the CRM; any text. */
    sf_id: z.nullable(text),
    /** Names it in programs; unique. */
    name: requiredText,
    /** The name that people see. */
    display_name: z.nullable(text),
    /** What it contains; any text. */
    description: z.nullable(text),
    /** `active` by default; any text. */
    status: text,
  },
  unique: [['name']],
  defaults: { status: 'active' },
  sample: { name: ({ n }) => `Package ${n}` },
});
