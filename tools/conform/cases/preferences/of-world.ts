import type { ApiName } from '../../../../src/protocol/service.js';
import type { Api, World } from '../../case.js';

/** The two APIs that have preferences, which both answer the same. */
export type PreferenceApi = Exclude<ApiName, 'public-api'>;

/** The calls of one of the two APIs. */
export function apiOf(world: World, api: PreferenceApi): Api {
  return api === 'user-data' ? world.userData : world.userPreference;
}
