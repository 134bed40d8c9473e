import type { Case } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { preferenceKinds } from '../preference-of-user.js';
import { getPreferenceCases } from './get-preference.js';
import type { PreferenceApi, PreferenceCases } from './preference-case.js';
import { serviceDescriptionCases } from './service-description.js';
import { setPreferenceCases } from './set-preference.js';
import { genericPreferenceCases, preferenceValuesCases } from './values.js';

/** What user-data and user-preference have in common, for one of them. */
export function preferenceCases(api: PreferenceApi): readonly Case[] {
  const valueKinds: readonly Kind[] = [...preferenceKinds, `${api}/generic-preference`, `${api}/entity-preference`];
  const about = (subject: string, creates: readonly Kind[] | undefined, cases: PreferenceCases) =>
    Object.entries(cases).map(
      ([what, { steps, ...one }]): Case => ({
        id: `${api}/${subject}/${what}`,
        creates,
        ...one,
        ids: one.ids.filter((id) => isOf(api, id)),
        steps: (world) => steps({ ...world, api, own: api === 'user-data' ? world.userData : world.userPreference }),
      }),
    );
  return [
    ...about('service-description', undefined, serviceDescriptionCases),
    ...about('generic-preference', valueKinds, genericPreferenceCases),
    ...about('preference-values', valueKinds, preferenceValuesCases),
    ...about('set-preference', preferenceKinds, setPreferenceCases),
    ...about('get-preference', preferenceKinds, getPreferenceCases),
  ];
}

/** Statements of the other API are left out. */
function isOf(api: PreferenceApi, id: string): boolean {
  return !id.startsWith(api === 'user-data' ? 'UP-' : 'UD-');
}
