import { email, id, jsonObject, referenceId } from '../../foundation/common-schemas.js';
import { defineTable, reference } from '../define-table.js';
import { legacyPreference } from './legacy-preference.js';
import { user } from './user.js';

export const legacyUserPreference = defineTable({
  name: 'legacy_user_preference',
  columns: { id, user_email: email, preference_id: referenceId, preference_value: jsonObject },
  caseInsensitive: ['user_email'],
  unique: [['user_email', 'preference_id']],
  references: [reference(user, { user_email: 'email' }), reference(legacyPreference, { preference_id: 'id' })],
  sample: { preference_value: { enabled: true } },
});
