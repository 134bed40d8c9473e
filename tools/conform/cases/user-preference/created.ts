import type { Json, World } from '../../case.js';
import { postOne } from '../post-one.js';
import { newColumns } from '../preference-of-user.js';

/** Creates a preference without values, through user-preference: its cases must not depend on set-preference of user-data. */
export async function createPreference(world: World, columns: object = {}): Promise<Json> {
  return postOne(world.userPreference, '/preference', await newColumns(world, columns));
}

/** Creates an application. */
export async function createApplication({ userPreference, name }: World): Promise<Json> {
  return postOne(userPreference, '/application', { name: name('application'), description: 'Made to compare' });
}

/** Creates an entry of the hierarchy, by default without a parent. */
export async function createEntry({ userPreference, name }: World, columns: object = {}): Promise<Json> {
  const usual = { label: name('entry'), description: 'Made to compare' };
  return postOne(userPreference, '/preference-hierarchy', { ...usual, ...columns });
}

/** The label of an application preference. */
export async function labelOf({ userData }: World, id: number): Promise<string> {
  const { data } = await userData.get('/application-preference');
  return data.find((one: Json) => one.id === id).preference_label;
}
