import * as z from 'zod/mini';
import { id, requiredText, text } from '../../foundation/common-schemas.js';
import { defineTable } from '../define-table.js';
import { slugify } from '../slug.js';

export const client = defineTable({
  name: 'client',
  columns: {
    /** Counts up from 1; generated, and cannot be set. */
    id,
    /** The full name; unique. */
    name: requiredText,
    /** A short name, not necessarily unique; the legacy sync finds a client by it. */
    short_name: requiredText,
    /** The name that people see. */
    display_name: requiredText,
    /** The kind of organization, such as `company`; any text. */
    type: requiredText,
    /** `active` by default; the API sets `deleted` instead of removing the record. */
    status: z.enum(['active', 'deleted']),
    /** The domains in which its users must have their e-mails; null or an empty list allows any. */
    domain: z.nullable(z.array(requiredText)),
    /** Its id in an older system; any integer. */
    legacy_id: z.nullable(z.int()),
    /** Its id in the CRM; any text. */
    sf_id: z.nullable(text),
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
