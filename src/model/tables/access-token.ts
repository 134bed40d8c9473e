import { email, tokenText, unixSeconds } from '../../foundation/common-schemas.js';
import { hexFor } from '../../foundation/random.js';
import { defineTable, reference } from '../define-table.js';
import { user } from './user.js';

export const accessToken = defineTable({
  name: 'access_token',
  columns: { token: tokenText, email, expires_at: unixSeconds.nullable() },
  caseInsensitive: ['email'],
  references: [reference(user, { email: 'email' })],
  defaults: { token: ({ seed, n }) => hexFor(seed, 'access_token', n) },
});
