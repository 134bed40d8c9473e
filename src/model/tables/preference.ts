import * as z from 'zod/mini';
import { email, id, referenceId, requiredText } from '../../foundation/common-schemas.js';
import type { Issue } from '../../foundation/mock-error.js';
import { type DefaultContext, defineTable, type RowOf, reference, type TablesOf } from '../define-table.js';
import type { TableAccess } from '../table-access.js';
import { applicationPreference } from './application-preference.js';
import { preferenceHierarchy } from './preference-hierarchy.js';
import { user } from './user.js';

/** The types of preference. The values of each type are in a separate table. */
export const preferenceTypes = ['Entity', 'Generic'] as const;
export type PreferenceType = (typeof preferenceTypes)[number];
/** The type of a preference whose type is left out or null (X21). */
export const DEFAULT_PREFERENCE_TYPE: PreferenceType = 'Generic';

const columns = {
  /** Counts up from 1; generated, and cannot be set. */
  id,
  /** The name that people see. Default: the label of the application preference. */
  name: requiredText,
  /** The id of its category; null if it has none. */
  preference_hierarchy: z.nullable(referenceId),
  /** The id of its user. It or `user_email` is enough. */
  user_id: referenceId,
  /** The e-mail of its user, case-insensitive; follows a change of that e-mail. */
  user_email: email,
  /** The id of the application preference that it sets. */
  application_preference: referenceId,
  /** Which kind of values it has. It cannot change while there are any. Default `Generic`. */
  type: z.enum(preferenceTypes),
};

export const preference = defineTable({
  name: 'preference',
  columns,
  caseInsensitive: ['user_email'],
  references: [
    reference(user, { user_id: 'id', user_email: 'email' }),
    reference(applicationPreference, { application_preference: 'id' }),
    reference(preferenceHierarchy, { preference_hierarchy: 'id' }),
  ],
  indexes: [['user_id', 'application_preference', 'preference_hierarchy']],
  // One of the two is enough.
  filled: ['user_id', 'user_email'],
  defaults: {
    type: DEFAULT_PREFERENCE_TYPE,
    name: ({ tables }: DefaultContext<TablesOf<typeof applicationPreference>>, { application_preference }) =>
      application_preference === undefined
        ? undefined
        : tables.application_preference.get(application_preference)?.preference_label,
  },
  checks: [typeFitsValues],
});

/** The tables of values refer to this one, so this file cannot import them. */
type ValueTables = Readonly<Record<'entity_preference' | 'generic_preference', TableAccess<{ preference_id: number }>>>;

/** D15: the type of a preference cannot change while it has values. */
function typeFitsValues(
  row: RowOf<typeof columns>,
  tables: ValueTables,
  previous: RowOf<typeof columns> | undefined,
): Issue | undefined {
  if (previous === undefined || previous.type === row.type) return undefined;
  const values = previous.type === 'Entity' ? tables.entity_preference : tables.generic_preference;
  if (!values.has({ preference_id: row.id })) return undefined;
  return {
    path: 'type',
    message: `cannot be changed while the preference has ${previous.type} values; delete them first`,
  };
}

/** D15: a value must have the type of its preference. */
export function valueFitsType(
  { preference_id }: { preference_id: number },
  tables: TablesOf<typeof preference>,
  type: PreferenceType,
): Issue | undefined {
  const owner = tables.preference.get(preference_id);
  if (owner === undefined || owner.type === type) return undefined;
  const message = `preference ${preference_id} has the type ${owner.type} and cannot have ${type} values`;
  return { path: 'preference_id', message };
}
