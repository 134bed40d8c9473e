import type { Json, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { preferencePartKinds, preferenceParts } from '../preference-of-user.js';

/** What {@link createPreference} creates. */
export const preferenceKinds: readonly Kind[] = [...preferencePartKinds, 'user-preference/preference'];

/** Creates a preference, by default of the type `Generic`, with everything that it refers to. */
export async function createPreference(world: World, columns: object = {}): Promise<Json> {
  const { userPreference, name } = world;
  const {
    data: [preference],
  } = await userPreference.post('/preference', {
    body: [{ ...(await preferenceParts(world)), name: name('preference'), ...columns }],
  });
  return preference;
}

/** Creates an application. */
export async function createApplication({ userPreference, name }: World): Promise<Json> {
  const {
    data: [application],
  } = await userPreference.post('/application', {
    body: [{ name: name('application'), description: 'Made to compare' }],
  });
  return application;
}

/** Creates an entry of the hierarchy, by default without a parent. */
export async function createEntry({ userPreference, name }: World, columns: object = {}): Promise<Json> {
  const {
    data: [entry],
  } = await userPreference.post('/preference-hierarchy', {
    body: [{ label: name('entry'), description: 'Made to compare', ...columns }],
  });
  return entry;
}
