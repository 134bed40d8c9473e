import { issuesError, malformedAt } from '../../foundation/mock-error.js';
import type { PreferenceType } from '../../model/tables/preference.js';
import type { Row, Tables } from '../../model/tables.js';
import type { RouteContext } from '../../protocol/route.js';

type Generic = Pick<Row<'generic_preference'>, 'preference_value' | 'schema_version'>;
type Entity = Pick<Row<'entity_preference'>, 'entity_gid'>;

export interface PreferenceToSet extends PreferenceValues {
  /** Default, also for an empty name: the label of the application preference (F2). */
  readonly name?: string | null | undefined;
  readonly preference_hierarchy: number | null;
  readonly user_id?: number | null | undefined;
  readonly user_email?: string | null | undefined;
  readonly application_preference: number;
  readonly type: PreferenceType;
}

/**
 * Sets a preference with its values (D13). It replaces the user's preference for the same application preference and
 * category, including its values; with `setPreference: 'append'` it is added instead.
 * @throws MockError as `insert` does, and `malformed_data` for values of the other type (D15).
 */
export function setPreference(setting: PreferenceToSet, { tables, behavior }: RouteContext): Row<'preference'> {
  const { generic, entity, ...columns } = setting;
  const named = { ...columns, name: columns.name || null };
  rejectOtherValues(setting);
  const existing = behavior.setPreference === 'upsert' ? findPreference(setting, tables) : undefined;
  // Removed before the update, because their type may differ from the new one.
  if (existing !== undefined) removeValues(existing, tables);
  const preference =
    existing === undefined ? tables.preference.insert(named) : tables.preference.update(existing.id, named);
  addValues(preference, { generic, entity }, tables);
  return preference;
}

/** Values of a preference, of either type. */
interface PreferenceValues {
  readonly generic: readonly Generic[];
  readonly entity: readonly Entity[];
}

/**
 * Changes a preference and reduces it to one value: its first value of the type, or a new one. Its name and its category
 * stay, and so does every other preference (D30).
 * @throws MockError `conflict` if another preference of the user has the same application preference and category,
 * unless `setPreference` is `'append'`
 */
export function changePreference(
  previous: Row<'preference'>,
  columns: Pick<Row<'preference'>, 'application_preference' | 'type'>,
  value: string | null,
  { tables, behavior }: RouteContext,
): Row<'preference'> {
  const moves = columns.application_preference !== previous.application_preference;
  if (moves && behavior.setPreference === 'upsert') rejectCollision({ ...previous, ...columns }, tables);
  const { generic, entity } = valuesOf(previous, tables);
  const [reused] = previous.type === columns.type ? [...generic, ...entity] : [];
  // Removed before the update, because their type may differ from the new one.
  removeValues(previous, tables, reused?.id);
  const preference = tables.preference.update(previous.id, columns);
  if (reused === undefined) addValues(preference, soleValue(columns.type, value), tables);
  else if (columns.type === 'Generic') tables.generic_preference.update(reused.id, { preference_value: value });
  else tables.entity_preference.update(reused.id, { entity_gid: value });
  return preference;
}

function rejectCollision(preference: Row<'preference'>, tables: Tables): void {
  const other = findPreference(preference, tables);
  if (other === undefined) return;
  const { user_id, application_preference } = preference;
  const message = `user ${user_id} already has preference ${other.id} for application preference ${application_preference} in the same category`;
  throw issuesError('conflict', [{ path: 'app_preference_id', message }]);
}

/** A single value, in the form for the type. */
export function soleValue(type: PreferenceType, value: string | null): PreferenceValues {
  return type === 'Entity'
    ? { generic: [], entity: [{ entity_gid: value }] }
    : { generic: [{ preference_value: value, schema_version: null }], entity: [] };
}

function addValues({ id }: Row<'preference'>, { generic, entity }: PreferenceValues, tables: Tables): void {
  for (const value of generic) tables.generic_preference.insert({ preference_id: id, ...value });
  for (const value of entity) tables.entity_preference.insert({ preference_id: id, ...value });
}

/** The values of a preference, by id. */
export function valuesOf({ id }: Row<'preference'>, tables: Tables) {
  return {
    generic: tables.generic_preference.list({ preference_id: id }),
    entity: tables.entity_preference.list({ preference_id: id }),
  };
}

/** Removes the values of a preference, except the one with the id `reused`. */
function removeValues(preference: Row<'preference'>, tables: Tables, reused?: number): void {
  const { generic, entity } = valuesOf(preference, tables);
  for (const { id } of generic) if (id !== reused) tables.generic_preference.remove(id);
  for (const { id } of entity) if (id !== reused) tables.entity_preference.remove(id);
}

function findPreference(
  setting: Pick<PreferenceToSet, 'user_id' | 'user_email' | 'application_preference' | 'preference_hierarchy'>,
  tables: Tables,
): Row<'preference'> | undefined {
  const { user_id, user_email, application_preference, preference_hierarchy } = setting;
  const id = user_id ?? (typeof user_email === 'string' ? tables.user.find({ email: user_email })?.id : undefined);
  return tables.preference.find({ user_id: id, application_preference, preference_hierarchy });
}

function rejectOtherValues({ type, generic, entity }: PreferenceToSet): void {
  const [path, others] = type === 'Generic' ? (['entity', entity] as const) : (['generic', generic] as const);
  if (others.length === 0) return;
  throw malformedAt(path, `must be empty, because the type is ${type}`);
}
