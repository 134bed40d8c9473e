import type { ApiName } from '../../../src/protocol/service.js';
import type { Case } from '../case.js';
import { plainCases } from './plain/cases.js';
import { publicApiCases } from './public-api/index.js';
import { userDataCases } from './user-data/index.js';
import { userPreferenceCases } from './user-preference/index.js';

/** The cases of an API: those that are written by hand replace those that are made from the definition of a resource. */
function casesOf(api: ApiName, written: readonly Case[]): readonly Case[] {
  const ids = new Set(written.map(({ id }) => id));
  return [...written, ...plainCases(api).filter(({ id }) => !ids.has(id))];
}

/** All cases. Each id starts with the name of its API. */
export const cases: readonly Case[] = [
  ...publicApiCases,
  ...casesOf('user-data', userDataCases),
  ...casesOf('user-preference', userPreferenceCases),
];
