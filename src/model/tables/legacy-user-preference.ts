import { email, id, jsonObject, referenceId } from '../../foundation/common-schemas.js';
import { defineTable, reference } from '../define-table.js';
import { legacyPreference } from './legacy-preference.js';
import { user } from './user.js';

export const legacyUserPreference = defineTable({
  name: 'legacy_user_preference',
  columns: {
    /** Counts up from 1; generated, and cannot be set. */
    id,
    /** The e-mail of its user, case-insensitive; follows a change of that e-mail. */
    user_email: email,
    /** The id of the legacy preference. A user has at most one value of each. */
    preference_id: referenceId,
    /** The value: any JSON object. */
    preference_value: jsonObject,
  },
  caseInsensitive: ['user_email'],
  unique: [['user_email', 'preference_id']],
  references: [reference(user, { user_email: 'email' }), reference(legacyPreference, { preference_id: 'id' })],
  sample: { preference_value: { enabled: true } },
});
