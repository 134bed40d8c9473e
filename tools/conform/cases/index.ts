import type { Case } from '../case.js';
import { publicApiCases } from './public-api/index.js';
import { userDataCases } from './user-data/index.js';
import { userPreferenceCases } from './user-preference/index.js';

/** All cases. Each id begins with the name of its API. */
export const cases: readonly Case[] = [...publicApiCases, ...userDataCases, ...userPreferenceCases];
