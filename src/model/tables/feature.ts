import * as z from 'zod/mini';
import { id, referenceId, requiredText, text } from '../../foundation/common-schemas.js';
import { defineTable, reference } from '../define-table.js';
import { application } from './application.js';

export const feature = defineTable({
  name: 'feature',
  columns: {
    /** Counts up from 1; generated, and cannot be set. */
    id,
    /** The id of the application that has the feature. */
    app_id: referenceId,
    /** Unique among the features of all applications. */
    name: requiredText,
    /** What the feature does; any text. */
    description: z.nullable(text),
  },
  unique: [['name']],
  references: [reference(application, { app_id: 'id' })],
  sample: { name: ({ n }) => `Feature ${n}` },
});
