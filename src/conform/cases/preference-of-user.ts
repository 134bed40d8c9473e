import type { Json, World } from '../case.js';
import type { Kind } from '../kinds.js';

/** What {@link preferenceParts} creates. */
export const preferencePartKinds: readonly Kind[] = [
  'user-data/user',
  'user-data/application',
  'user-data/application-preference',
  'user-data/preference-hierarchy',
];

/** Creates the records that a preference refers to, and returns its columns. */
export async function preferenceParts({ userData, name, email }: World): Promise<Json> {
  const {
    data: [user],
  } = await userData.post('/user', {
    body: [{ fname: name('first'), lname: 'Reader', email: email() }],
  });
  const {
    data: [application],
  } = await userData.post('/application', { body: [{ name: name('application') }] });
  const {
    data: [preference],
  } = await userData.post('/application-preference', {
    body: [{ application_id: application.id, preference_label: name('label'), preference_description: 'Conform' }],
  });
  const {
    data: [hierarchy],
  } = await userData.post('/preference-hierarchy', { body: [{ label: name('category') }] });
  return {
    user_id: user.id,
    user_email: user.email,
    application_preference: preference.id,
    preference_hierarchy: hierarchy.id,
    type: 'Generic',
  };
}
