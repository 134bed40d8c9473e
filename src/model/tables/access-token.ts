import * as z from 'zod/mini';
import { email, tokenText, unixSeconds } from '../../foundation/common-schemas.js';
import { hexFor } from '../../foundation/random.js';
import { type DefaultContext, defineTable, reference, type TablesOf, type TableType } from '../define-table.js';
import { user } from './user.js';

const columns = {
  /** The value after `Bearer`, case-sensitive; printable ASCII without spaces. Default: hexadecimal digits from the seed. */
  token: tokenText,
  /** The e-mail of the user whom it identifies, case-insensitive; follows a change of that e-mail. */
  email,
  /** Seconds since 1970, by the mock's clock, from which on it is invalid; null if it never expires. */
  expires_at: z.nullable(unixSeconds),
};
type AccessTokenTable = TablesOf<TableType<'access_token', typeof columns>>;

export const accessToken = defineTable({
  name: 'access_token',
  columns,
  caseInsensitive: ['email'],
  references: [reference(user, { email: 'email' })],
  defaults: { token: nextToken },
});

/** Skips tokens that are taken: the counter of an edited snapshot may be too low. */
function nextToken({ seed, n, tables }: DefaultContext<AccessTokenTable>): string {
  let [token, number] = [hexFor(seed, 'access_token', n), n];
  while (tables.access_token.get(token) !== undefined) token = hexFor(seed, 'access_token', ++number);
  return token;
}
