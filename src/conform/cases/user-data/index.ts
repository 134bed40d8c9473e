import { clientCases } from './client.js';
import { contentTypeCases } from './content-type.js';
import { genericPreferenceCases } from './generic-preference.js';
import { serviceTokenCases } from './service-token.js';
import { setPreferenceCases } from './set-preference.js';
import { userCases } from './user.js';
import { userBriefCases } from './user-brief.js';

export const userDataCases = [
  ...serviceTokenCases,
  ...contentTypeCases,
  ...clientCases,
  ...userCases,
  ...userBriefCases,
  ...genericPreferenceCases,
  ...setPreferenceCases,
];
