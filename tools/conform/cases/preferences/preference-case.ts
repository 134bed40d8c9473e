import type { ApiName } from '../../../../src/protocol/service.js';
import type { Api, World } from '../../case.js';
import type { CaseAbout } from '../cases-about.js';

/** The two APIs that have preferences, which both answer the same. */
export type PreferenceApi = Exclude<ApiName, 'public-api'>;

/** The world as a case of both APIs sees it, when it is run for one of them. */
export interface PreferenceWorld extends World {
  readonly api: PreferenceApi;
  /** The calls of this API. */
  readonly own: Api;
}

/** Cases of both APIs by the ends of their ids, each with the statements of both. */
export type PreferenceCases = Readonly<
  Record<string, Omit<CaseAbout, 'steps'> & { readonly steps: (world: PreferenceWorld) => Promise<unknown> }>
>;
