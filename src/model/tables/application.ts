import * as z from 'zod/mini';
import { id, requiredText, text } from '../../foundation/common-schemas.js';
import { defineTable } from '../define-table.js';

export const application = defineTable({
  name: 'application',
  columns: {
    /** Counts up from 1; generated, and cannot be set. */
    id,
    /** Unique. The user-data API requires one; the user-preference API can leave it null. */
    name: z.nullable(requiredText),
    /** Any text; only the user-preference API shows it. */
    description: z.nullable(text),
  },
  unique: [['name']],
  sample: { name: ({ n }) => `Application ${n}` },
});
