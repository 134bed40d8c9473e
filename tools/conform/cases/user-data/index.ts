import { preferenceCases } from '../preferences/index.js';
import { applicationEntitledBriefCases } from './application-entitled-brief.js';
import { applicationPreferenceCases } from './application-preference.js';
import { briefClientCases } from './brief-client.js';
import { briefEntitlementCases } from './brief-entitlement.js';
import { clientCases } from './client.js';
import { contentEntitlementSyncCases } from './content-entitlement-sync.js';
import { legacySyncCases } from './legacy-sync.js';
import { plainCases } from './plain.js';
import { protocolCases } from './protocol.js';
import { userCases } from './user.js';
import { userApplicationPreferenceCases } from './user-application-preference.js';
import { userBriefCases } from './user-brief.js';
import { userPreferenceCases } from './user-preference.js';

export const userDataCases = [
  ...protocolCases,
  ...preferenceCases('user-data'),
  ...userPreferenceCases,
  ...userCases,
  ...plainCases,
  ...applicationPreferenceCases,
  ...userApplicationPreferenceCases,
  ...clientCases,
  ...briefClientCases,
  ...contentEntitlementSyncCases,
  ...legacySyncCases,
  ...userBriefCases,
  ...briefEntitlementCases,
  ...applicationEntitledBriefCases,
];
