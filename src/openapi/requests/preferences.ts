import type { Row } from '../../model/tables.js';
import type { ExampleRequest, ExampleRequests, Given } from './request.js';

const OWN = '/user-data/v1/user-application-preference/:application_id/:user_id';

/** Examples for the composite preferences of both APIs, and for a user's preferences in an application. */
export const preferenceRequests: ExampleRequests = {
  [`GET ${OWN}`]: (given) => about(given, ({ owner }) => ({ params: owner })),
  [`POST ${OWN}`]: (given) =>
    about(given, ({ owner, preference: { application_preference, user_id, type }, value }) => ({
      params: owner,
      body: [{ app_preference_id: application_preference, user_id, type, value }],
    })),
  [`PUT ${OWN}/:preference_id`]: (given) =>
    about(given, ({ owner, preference: { id }, value }) => ({
      params: { ...owner, preference_id: id },
      body: { value },
    })),
  [`DELETE ${OWN}`]: (given) =>
    about(given, ({ owner, preference: { id, type } }) => ({ params: owner, body: { ids: [id], type } })),
  ...compositeRequests('/user-data/v1'),
  ...compositeRequests('/user-preference/v1'),
};

function compositeRequests(base: string): ExampleRequests {
  return {
    [`POST ${base}/get-preference`]: (given) =>
      about(given, ({ preference: { user_id, type } }) => ({ body: { user_id: [user_id], type: [type] } })),
    [`POST ${base}/set-preference`]: (given) =>
      about(given, ({ preference: { user_id, application_preference, type }, value }) => {
        const [category] = given.tables.preference_hierarchy.all();
        const generic = [{ preference_value: value, schema_version: 1 }];
        const setting = { preference_hierarchy: category?.id, user_id, application_preference, type, generic };
        return category && { body: [setting] };
      }),
  };
}

/** A generic preference with a value, and its owner. */
interface Known {
  readonly owner: { readonly application_id: number; readonly user_id: number };
  readonly preference: Row<'preference'>;
  readonly value: string | null;
}

function about({ tables }: Given, request: (known: Known) => ExampleRequest | undefined): ExampleRequest | undefined {
  // The value of a user application preference may be neither null nor empty (D32).
  const row = tables.generic_preference.all().find(({ preference_value }) => preference_value);
  const preference = row && tables.preference.get(row.preference_id);
  const definition = preference && tables.application_preference.get(preference.application_preference);
  if (row === undefined || preference === undefined || definition === undefined) return undefined;
  const owner = { application_id: definition.application_id, user_id: preference.user_id };
  return request({ owner, preference, value: row.preference_value });
}
