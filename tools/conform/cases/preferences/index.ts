import type { Case } from '../../case.js';
import { getPreferenceCases } from './get-preference.js';
import type { PreferenceApi } from './of-world.js';
import { serviceDescriptionCases } from './service-description.js';
import { setPreferenceCases } from './set-preference.js';
import { valueCases } from './values.js';

/** What user-data and user-preference have in common, for one of them. */
export function preferenceCases(api: PreferenceApi): readonly Case[] {
  return [
    ...serviceDescriptionCases(api),
    ...valueCases(api),
    ...setPreferenceCases(api),
    ...getPreferenceCases(api),
  ].map((one) => ({ ...one, id: `${api}/${one.id}`, ids: one.ids.filter((id) => isOf(api, id)) }));
}

/** Statements of the other API are left out. */
function isOf(api: PreferenceApi, id: string): boolean {
  return !id.startsWith(api === 'user-data' ? 'UP-' : 'UD-');
}
