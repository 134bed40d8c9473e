import type { Json, World } from '../case.js';
import type { Kind } from '../kinds.js';
import { postOne } from './post-one.js';
import { newApplication, newApplicationPreference, newHierarchy, newUser } from './user-data/new-records.js';

/** A preference, and what {@link preferenceParts} creates. */
export const preferenceKinds: readonly Kind[] = [
  'user-data/user',
  'user-data/application',
  'user-data/application-preference',
  'user-data/preference-hierarchy',
  'user-preference/preference',
];

/** Creates the records that a preference refers to, and returns its columns. */
export async function preferenceParts(world: World): Promise<Json> {
  return (await partsInApplication(world)).columns;
}

/** The same with a name, and with other columns. */
export async function newColumns(world: World, columns: object = {}): Promise<Json> {
  return { ...(await preferenceParts(world)), name: world.name('preference'), ...columns };
}

/** Creates a preference without values, through user-preference: its cases must not depend on set-preference of user-data. */
export async function createPreference(world: World, columns: object = {}): Promise<Json> {
  return postOne(world.userPreference, '/preference', await newColumns(world, columns));
}

/** The label of an application preference. */
export async function labelOf({ userData }: World, id: number): Promise<string> {
  const { data } = await userData.get('/application-preference');
  return data.find((one: Json) => one.id === id).preference_label;
}

/** Creates a preference without values, through user-data. `path` is that of the user's preferences in the application. */
export async function newPreference(world: World, columns: object = {}): Promise<Json> {
  const { path, columns: parts } = await partsInApplication(world);
  const preference = { ...parts, name: world.name('preference'), ...columns };
  return { ...(await postOne(world.userData, '/set-preference', preference)), path };
}

async function partsInApplication(world: World): Promise<{ readonly path: string; readonly columns: Json }> {
  const { id: user_id, email: user_email } = await newUser(world);
  const { id: application_id } = await newApplication(world);
  const { id: application_preference } = await newApplicationPreference(world, { application_id });
  const { id: preference_hierarchy } = await newHierarchy(world);
  return {
    path: `/user-application-preference/${application_id}/${user_id}`,
    columns: { user_id, user_email, application_preference, preference_hierarchy, type: 'Generic' },
  };
}
