import type { Json, World } from '../../case.js';
import { preferenceParts } from '../preference-of-user.js';

/** Creates a preference without values, by user-preference: its cases must not depend on set-preference of user-data. */
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
