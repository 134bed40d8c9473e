import type { Api, World } from '../../case.js';
import type { PreferenceApi } from './index.js';

/** The calls of one of the two APIs. */
export function apiOf(world: World, api: PreferenceApi): Api {
  return api === 'user-data' ? world.userData : world.userPreference;
}
