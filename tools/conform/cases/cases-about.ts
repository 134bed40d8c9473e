import type { ApiName } from '../../../src/protocol/service.js';
import type { Api, Case, World } from '../case.js';

/** A case without its id. */
export interface CaseAbout extends Omit<Case, 'id' | 'steps'> {
  /** Whether it only reads, so that it creates none of the records of its subject. */
  readonly reads?: true;
  /** Gets the calls of the API of its subject. Those of the public API have no token. */
  readonly steps: (world: World, api: Api) => Promise<unknown>;
}

/** Cases by the ends of their ids. */
export type CasesAbout = Readonly<Record<string, CaseAbout>>;

/** Cases about one subject, such as `user-data/client`. They need and create what is `shared`, unless they say otherwise. */
export function casesAbout(about: string, shared: Pick<Case, 'needs' | 'creates'> = {}) {
  const [name] = about.split('/') as [ApiName];
  return (cases: CasesAbout): readonly Case[] =>
    Object.entries(cases).map(([what, { reads, steps, ...one }]) => {
      const { creates, ...others } = { ...shared, ...one };
      return {
        id: `${about}/${what}`,
        ...others,
        ...(!reads && creates && { creates }),
        steps: (world) => steps(world, apiOfWorld(world, name)),
      };
    });
}

/** The calls of an API. */
export function apiOfWorld({ publicApi, userData, userPreference }: World, name: ApiName): Api {
  return { 'public-api': publicApi, 'user-data': userData, 'user-preference': userPreference }[name];
}
