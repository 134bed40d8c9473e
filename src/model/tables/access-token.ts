import * as z from 'zod/mini';
import { email, tokenText, unixSeconds } from '../../foundation/common-schemas.js';
import { hexFor } from '../../foundation/random.js';
import { defineTable, reference } from '../define-table.js';
import { user } from './user.js';

export const accessToken = defineTable({
  name: 'access_token',
  columns: {
    /** The value after `Bearer`, case-sensitive; printable ASCII without spaces. Default: hexadecimal digits from the seed. */
    token: tokenText,
    /** The e-mail of the user whom it identifies, case-insensitive; follows a change of that e-mail. */
    email,
    /** Seconds since 1970, by the mock's clock, from which on it is invalid; null if it never expires. */
    expires_at: z.nullable(unixSeconds),
  },
  caseInsensitive: ['email'],
  references: [reference(user, { email: 'email' })],
  defaults: { token: ({ seed, n }) => hexFor(seed, 'access_token', n) },
});
