import type { Row } from '../../model/tables.js';
import type { ExampleRequest, ExampleState } from '../../protocol/example.js';

/** A generic preference with a value, and its owner. */
interface OwnedPreference {
  readonly owner: { readonly application_id: number; readonly user_id: number };
  readonly preference: Row<'preference'>;
  readonly value: string | null;
}

/** An example about the first generic preference with a value. */
export function aboutPreference(
  { tables }: ExampleState,
  request: (known: OwnedPreference) => ExampleRequest | undefined,
): ExampleRequest | undefined {
  // The value of a user application preference may be neither null nor empty (D32).
  const row = tables.generic_preference.all().find(({ preference_value }) => preference_value);
  const preference = row && tables.preference.get(row.preference_id);
  const definition = preference && tables.application_preference.get(preference.application_preference);
  if (row === undefined || preference === undefined || definition === undefined) return undefined;
  const owner = { application_id: definition.application_id, user_id: preference.user_id };
  return request({ owner, preference, value: row.preference_value });
}
