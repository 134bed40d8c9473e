import * as z from 'zod';
import { id, requiredText, text } from '../../foundation/common-schemas.js';
import { defineTable } from '../define-table.js';
import { slugify } from '../slug.js';

export const client = defineTable({
  name: 'client',
  columns: {
    id,
    name: requiredText,
    short_name: requiredText,
    display_name: requiredText,
    type: requiredText,
    status: z.enum(['active', 'deleted']),
    domain: z.array(requiredText).nullable(),
    legacy_id: z.int().nullable(),
    sf_id: text.nullable(),
  },
  unique: [['name']],
  indexes: [['short_name']],
  defaults: { status: 'active' },
  sample: {
    name: ({ n }) => `Client ${n}`,
    short_name: ({ row }) => slugify(`${row.name}`, 'client'),
    display_name: ({ row }) => `${row.name}`,
    type: 'company',
  },
});
