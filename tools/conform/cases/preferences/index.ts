import type { Case } from '../../case.js';
import { casesAbout } from '../cases-about.js';
import { preferenceKinds } from '../preference-of-user.js';
import { getPreferenceCases } from './get-preference.js';
import { type PreferenceApi, serviceDescriptionCases } from './service-description.js';
import { setPreferenceCases } from './set-preference.js';
import { genericPreferenceCases, preferenceValuesCases } from './values.js';

/** What user-data and user-preference have in common, for one of them. The cases have the statements of both. */
export function preferenceCases(api: PreferenceApi): readonly Case[] {
  const valueKinds = [...preferenceKinds, `${api}/generic-preference`, `${api}/entity-preference`] as const;
  const other = api === 'user-data' ? 'UP-' : 'UD-';
  return [
    ...casesAbout(`${api}/service-description`)(serviceDescriptionCases(api)),
    ...casesAbout(`${api}/generic-preference`, { creates: valueKinds })(genericPreferenceCases),
    ...casesAbout(`${api}/preference-values`, { creates: valueKinds })(preferenceValuesCases),
    ...casesAbout(`${api}/set-preference`, { creates: preferenceKinds })(setPreferenceCases),
    ...casesAbout(`${api}/get-preference`, { creates: preferenceKinds })(getPreferenceCases),
  ].map((one) => ({ ...one, ids: one.ids.filter((id) => !id.startsWith(other)) }));
}
