import * as z from 'zod/mini';
import { email, id, requiredText } from '../../foundation/common-schemas.js';
import type { Issue } from '../../foundation/mock-error.js';
import { defineTable, type RowOf, reference, type TablesOf, type TableType } from '../define-table.js';
import { brief } from './brief.js';
import { user } from './user.js';

const columns = {
  /** Counts up from 1; generated, and cannot be set. */
  id,
  /** The e-mail of its user, case-insensitive; follows a change of that e-mail. */
  email,
  /** The first name of the user; read-only here. */
  fname: requiredText,
  /** The last name of the user; read-only here. */
  lname: requiredText,
  /** Whether it is the default brief of the user, who has at most one: true clears the flag of the others. Default false. */
  is_default: z.boolean(),
  /** Stored and answered only; changes no other behaviour. Default false. */
  is_redacted: z.boolean(),
  /** Stored and answered only; gives no other access. Default false. */
  is_admin: z.boolean(),
  /** The slug of the brief that the user may read; follows a change of that slug. */
  brief_slug: requiredText,
  /** Stored and answered only; the user may read the brief either way. Default true. */
  is_subscribed: z.boolean(),
};
type BriefEntitlementTable = TablesOf<TableType<'brief_entitlement', typeof columns>>;

export const briefEntitlement = defineTable({
  name: 'brief_entitlement',
  columns,
  caseInsensitive: ['email'],
  unique: [['email', 'brief_slug']],
  references: [
    reference(user, { email: 'email', fname: 'fname', lname: 'lname' }),
    reference(brief, { brief_slug: 'slug' }),
  ],
  partialIndexes: [['is_default', 'email']],
  filled: ['fname', 'lname'],
  defaults: { is_default: false, is_redacted: false, is_admin: false, is_subscribed: true },
  settledInvariants: [isOnlyDefault],
  afterWrite: clearOtherDefaults,
});

/** D21: a user has at most one default brief, the one written last. */
function clearOtherDefaults(
  { id, email, is_default }: RowOf<typeof columns>,
  { brief_entitlement }: BriefEntitlementTable,
): void {
  if (!is_default) return;
  for (const other of brief_entitlement.list({ email, is_default: true })) {
    if (other.id !== id) brief_entitlement.update(other.id, { is_default: false });
  }
}

/** D21, for records that were not written one after the other. */
function isOnlyDefault(
  { id, email, is_default }: RowOf<typeof columns>,
  { brief_entitlement }: BriefEntitlementTable,
): Issue | undefined {
  if (!is_default) return undefined;
  const other = brief_entitlement.list({ email, is_default: true }).find((one) => one.id !== id);
  return other && { path: 'is_default', message: `is also true for brief_entitlement ${other.id} of ${email}` };
}
