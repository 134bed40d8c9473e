import type { Json, World } from '../../case.js';
import { postOne } from '../post-one.js';

/*
 * Creates the records that cases start from. Each function takes columns that the record has instead of the usual ones.
 */

export async function newClient(world: World, columns: object = {}): Promise<Json> {
  const { name } = world;
  const usual = { name: name('client'), short_name: name('short'), display_name: 'Conform', type: 'company' };
  return postOne(world.userData, '/client', { ...usual, ...columns });
}

export async function newUser(world: World, columns: object = {}): Promise<Json> {
  const { name, email } = world;
  return postOne(world.userData, '/user', { fname: name('first'), lname: 'Reader', email: email(), ...columns });
}

export async function newApplication(world: World): Promise<Json> {
  return postOne(world.userData, '/application', { name: world.name('application') });
}

/** Without an application and a user, it creates them. */
export async function newApplicationUser(world: World, columns: object = {}): Promise<Json> {
  const { id: user_id } = 'user_id' in columns ? { id: columns.user_id } : await newUser(world);
  const { id: application_id } =
    'application_id' in columns ? { id: columns.application_id } : await newApplication(world);
  return postOne(world.userData, '/application-user', {
    legacy_id: world.number(),
    ...columns,
    user_id,
    application_id,
  });
}

/** Without an application, it creates one. */
export async function newFeature(world: World): Promise<Json> {
  const { id: app_id } = await newApplication(world);
  return postOne(world.userData, '/feature', { app_id, name: world.name('feature'), description: 'Conform' });
}

export async function newPackage(world: World, columns: object = {}): Promise<Json> {
  const usual = {
    sf_id: world.name('sf'),
    name: world.name('package'),
    display_name: 'Conform',
    description: 'Conform',
  };
  return postOne(world.userData, '/package', { ...usual, ...columns });
}

export async function newFeaturePackage(world: World, columns: object): Promise<Json> {
  return postOne(world.userData, '/feature-package', { display_order: 1, ...columns });
}

export async function newApplicationPreference(world: World, columns: { application_id: number }): Promise<Json> {
  const usual = { preference_label: world.name('label'), preference_description: 'Conform' };
  return postOne(world.userData, '/application-preference', { ...usual, ...columns });
}

export async function newHierarchy(world: World, columns: object = {}): Promise<Json> {
  return postOne(world.userData, '/preference-hierarchy', {
    label: world.name('category'),
    description: 'Conform',
    ...columns,
  });
}

export async function newLegacyPreference(world: World): Promise<Json> {
  return postOne(world.userData, '/preference', { name: world.name('preference'), slug: world.name('slug') });
}

/** An entitlement to the brief that the case needs. Without an application user, it creates one. */
export async function newEntitlement(world: World, columns: object = {}): Promise<Json> {
  const { id: application_user_id } =
    'application_user_id' in columns ? { id: columns.application_user_id } : await newApplicationUser(world);
  const usual = { application_user_id, content_type: 'brief', slug: world.briefSlug };
  return postOne(world.userData, '/content-entitlement', { ...usual, ...columns });
}
