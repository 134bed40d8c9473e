import * as z from 'zod';
import { id, referenceId, requiredText } from '../../foundation/common-schemas.js';
import { defineTable, reference } from '../define-table.js';
import { brief } from './brief.js';
import { client } from './client.js';

export const briefClient = defineTable({
  name: 'brief_client',
  columns: { id, brief_id: requiredText, client_id: referenceId, status: z.enum(['active', 'deleted']) },
  unique: [['brief_id', 'client_id']],
  references: [reference(brief, { brief_id: 'id' }), reference(client, { client_id: 'id' })],
  defaults: { status: 'active' },
});
