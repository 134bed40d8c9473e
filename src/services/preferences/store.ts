import type { RouteContext } from '../../protocol/route.js';
import { refusal } from '../../state/errors.js';
import type { Row, Tables } from '../../state/models.js';
import type { Values } from '../../state/table.js';
import type { PreferenceType } from './preference-type.js';

type Preference = Row<'preference'>;
type Generic = Pick<Row<'generic_preference'>, 'preference_value' | 'schema_version'>;
type Entity = Pick<Row<'entity_preference'>, 'entity_gid'>;

/** A preference with the values it is to have. */
export interface PreferenceSetting extends PreferenceValues {
  /** Empty or left out: the label of the application preference (F2). */
  readonly name?: string | null | undefined;
  readonly preference_hierarchy: number | null;
  readonly user_id?: number | undefined;
  readonly user_email?: string | undefined;
  readonly application_preference: number;
  readonly type: PreferenceType;
}

/**
 * Sets a preference with its values (D13): the user's one for the same application preference and category is replaced,
 * values and all, or, where the switch says `append`, another is added.
 * @throws MockError as `insert` does, and `malformed_data` for values of the other type (D15).
 */
export function setPreference(setting: PreferenceSetting, { tables, behavior }: RouteContext): Preference {
  const { generic, entity, ...columns } = setting;
  // A name that is empty is as good as none.
  const named = { ...columns, name: columns.name || null };
  refuseOtherValues(setting);
  const existing = behavior.setPreference === 'upsert' ? findPreference(setting, tables) : undefined;
  const preference = existing === undefined ? tables.preference.insert(named) : replace(existing, named, tables);
  addValues(preference, { generic, entity }, tables);
  return preference;
}

/** Values of a preference, of either type. */
interface PreferenceValues {
  readonly generic: readonly Generic[];
  readonly entity: readonly Entity[];
}

export function addValues({ id }: Preference, { generic, entity }: PreferenceValues, tables: Tables): void {
  for (const value of generic) tables.generic_preference.insert({ preference_id: id, ...value });
  for (const value of entity) tables.entity_preference.insert({ preference_id: id, ...value });
}

/** The values of a preference, by id. */
export function valuesOf({ id }: Preference, tables: Tables) {
  return {
    generic: tables.generic_preference.list({ preference_id: id }),
    entity: tables.entity_preference.list({ preference_id: id }),
  };
}

export function removeValues(preference: Preference, tables: Tables): void {
  const { generic, entity } = valuesOf(preference, tables);
  for (const { id } of generic) tables.generic_preference.remove(id);
  for (const { id } of entity) tables.entity_preference.remove(id);
}

function replace(existing: Preference, columns: Values<'preference'>, tables: Tables): Preference {
  // The old values go first: they may be of the other type.
  removeValues(existing, tables);
  return tables.preference.update(existing.id, columns);
}

function findPreference(setting: PreferenceSetting, tables: Tables): Preference | undefined {
  const { user_id, user_email, application_preference, preference_hierarchy } = setting;
  const user = user_id === undefined ? user_email : user_id;
  const id = typeof user === 'string' ? tables.user.find({ email: user })?.id : user;
  return tables.preference.list({ user_id: id, application_preference, preference_hierarchy })[0];
}

function refuseOtherValues({ type, generic, entity }: PreferenceSetting): void {
  const [path, others] = type === 'Generic' ? (['entity', entity] as const) : (['generic', generic] as const);
  if (others.length === 0) return;
  throw refusal('malformed_data', [{ path, message: `holds values, and the preference is of type ${type}` }]);
}
