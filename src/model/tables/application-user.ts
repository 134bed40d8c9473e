import * as z from 'zod/mini';
import { id, referenceId } from '../../foundation/common-schemas.js';
import { defineTable, reference } from '../define-table.js';
import { application } from './application.js';
import { user } from './user.js';

export const applicationUser = defineTable({
  name: 'application_user',
  columns: {
    /** Counts up from 1; generated, and cannot be set. */
    id,
    /** The id of the user. A user is linked to an application at most once. */
    user_id: referenceId,
    /** The id of the application. */
    application_id: referenceId,
    /** The id that the application itself has for the user; unique in the application. */
    legacy_id: z.int(),
  },
  unique: [
    ['user_id', 'application_id'],
    ['application_id', 'legacy_id'],
  ],
  references: [reference(user, { user_id: 'id' }), reference(application, { application_id: 'id' })],
  sample: { legacy_id: ({ n }) => 1000 + n },
});
