import * as z from 'zod/mini';
import { id, referenceId, requiredText } from '../../foundation/common-schemas.js';
import { defineTable, reference } from '../define-table.js';
import { brief } from './brief.js';
import { client } from './client.js';

export const briefClient = defineTable({
  name: 'brief_client',
  columns: {
    /** Counts up from 1; generated, and cannot be set. */
    id,
    /** The id of the brief. */
    brief_id: requiredText,
    /** The id of the client whose users may read the brief. A pair of brief and client is unique. */
    client_id: referenceId,
    /** `active` by default; the API sets `deleted` instead of removing the record. */
    status: z.enum(['active', 'deleted']),
  },
  unique: [['brief_id', 'client_id']],
  references: [reference(brief, { brief_id: 'id' }), reference(client, { client_id: 'id' })],
  defaults: { status: 'active' },
});
