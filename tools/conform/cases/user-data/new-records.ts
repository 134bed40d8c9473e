import type { Json, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { newRecordOf } from '../plain/items.js';

/*
 * Creates the records that cases start from, with those that they refer to. Each function takes columns that the record has
 * instead of the usual ones.
 */

export const newClient = newRecordOf('user-data/client');
export const newUser = newRecordOf('user-data/user');
export const newApplication = newRecordOf('user-data/application');
export const newApplicationUser = newRecordOf('user-data/application-user');
export const newFeature = newRecordOf('user-data/feature');
export const newPackage = newRecordOf('user-data/package');
export const newFeaturePackage = newRecordOf('user-data/feature-package');
export const newApplicationPreference = newRecordOf('user-data/application-preference');
export const newHierarchy = newRecordOf('user-data/preference-hierarchy');
export const newSharedApplication = newRecordOf('user-preference/application');
export const newEntry = newRecordOf('user-preference/preference-hierarchy');
export const newLegacyPreference = newRecordOf('user-data/preference');

/** An entitlement to the brief that the case needs. */
export async function newEntitlement(world: World, columns: object = {}): Promise<Json> {
  return newRecordOf('user-data/content-entitlement')(world, { slug: world.briefSlug, ...columns });
}

/** What {@link newEntitlement} creates. */
export const entitlementKinds: readonly Kind[] = [
  'user-data/user',
  'user-data/application',
  'user-data/application-user',
  'user-data/content-entitlement',
];
