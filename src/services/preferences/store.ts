import { issuesError } from '../../foundation/mock-error.js';
import type { PreferenceType } from '../../model/tables/preference.js';
import type { Row, Tables, Values } from '../../model/tables.js';
import type { RouteContext } from '../../protocol/route.js';

type Preference = Row<'preference'>;
type Generic = Pick<Row<'generic_preference'>, 'preference_value' | 'schema_version'>;
type Entity = Pick<Row<'entity_preference'>, 'entity_gid'>;

/** A preference with the values it is to have. */
export interface WantedPreference extends PreferenceValues {
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
export function setPreference(setting: WantedPreference, { tables, behavior }: RouteContext): Preference {
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

/**
 * Changes a preference and leaves it with one value: the first that it has of its type, or a new one. It is named by its
 * label, and takes the place of the user's other one for the same application preference and category (D13, D30).
 */
export function changePreference(
  previous: Preference,
  columns: Pick<Preference, 'application_preference' | 'preference_hierarchy' | 'type'>,
  value: string | null,
  { tables, behavior }: RouteContext,
): Preference {
  const { user_id } = previous;
  const other = behavior.setPreference === 'upsert' ? findPreference({ ...columns, user_id }, tables) : undefined;
  if (other !== undefined && other.id !== previous.id) tables.preference.remove(other.id);
  const { generic, entity } = valuesOf(previous, tables);
  const [kept] = previous.type === columns.type ? [...generic, ...entity] : [];
  // The other values go first: they may be of the other type.
  removeValues(previous, tables, kept?.id);
  const preference = tables.preference.update(previous.id, { ...columns, name: null });
  if (kept === undefined) addValues(preference, soleValue(columns.type, value), tables);
  else if (columns.type === 'Generic') tables.generic_preference.update(kept.id, { preference_value: value });
  else tables.entity_preference.update(kept.id, { entity_gid: value });
  return preference;
}

/** A single value, as a preference of a type has it. */
export function soleValue(type: PreferenceType, value: string | null): PreferenceValues {
  return type === 'Entity'
    ? { generic: [], entity: [{ entity_gid: value }] }
    : { generic: [{ preference_value: value, schema_version: null }], entity: [] };
}

function addValues({ id }: Preference, { generic, entity }: PreferenceValues, tables: Tables): void {
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

/** Removes the values of a preference, but for one. */
function removeValues(preference: Preference, tables: Tables, kept?: number): void {
  const { generic, entity } = valuesOf(preference, tables);
  for (const { id } of generic) if (id !== kept) tables.generic_preference.remove(id);
  for (const { id } of entity) if (id !== kept) tables.entity_preference.remove(id);
}

function replace(existing: Preference, columns: Values<'preference'>, tables: Tables): Preference {
  // The old values go first: they may be of the other type.
  removeValues(existing, tables);
  return tables.preference.update(existing.id, columns);
}

function findPreference(
  setting: Pick<WantedPreference, 'user_id' | 'user_email' | 'application_preference' | 'preference_hierarchy'>,
  tables: Tables,
): Preference | undefined {
  const { user_id, user_email, application_preference, preference_hierarchy } = setting;
  const user = user_id === undefined ? user_email : user_id;
  const id = typeof user === 'string' ? tables.user.find({ email: user })?.id : user;
  return tables.preference.list({ user_id: id, application_preference, preference_hierarchy })[0];
}

function refuseOtherValues({ type, generic, entity }: WantedPreference): void {
  const [path, others] = type === 'Generic' ? (['entity', entity] as const) : (['generic', generic] as const);
  if (others.length === 0) return;
  throw issuesError('malformed_data', [{ path, message: `holds values, and the preference is of type ${type}` }]);
}
