import { preferenceCases } from '../preferences/index.js';
import { applicationCases } from './application.js';
import { applicationEntitledBriefCases } from './application-entitled-brief.js';
import { applicationPreferenceCases } from './application-preference.js';
import { bodyCases } from './bodies.js';
import { briefClientCases } from './brief-client.js';
import { briefEntitlementCases } from './brief-entitlement.js';
import { clientCases } from './client.js';
import { contentEntitlementCases } from './content-entitlement.js';
import { contentEntitlementSyncCases } from './content-entitlement-sync.js';
import { contentTypeCases } from './content-type.js';
import { envelopeCases } from './envelope.js';
import { featurePackageCases } from './feature-package.js';
import { legacySyncCases } from './legacy-sync.js';
import { packageCases } from './package.js';
import { serviceTokenCases } from './service-token.js';
import { userCases } from './user.js';
import { userApplicationPreferenceCases } from './user-application-preference.js';
import { userBriefCases } from './user-brief.js';
import { userPreferenceCases } from './user-preference.js';

export const userDataCases = [
  ...serviceTokenCases,
  ...contentTypeCases,
  ...envelopeCases,
  ...bodyCases,
  ...preferenceCases('user-data'),
  ...userPreferenceCases,
  ...userCases,
  ...applicationCases,
  ...packageCases,
  ...featurePackageCases,
  ...applicationPreferenceCases,
  ...userApplicationPreferenceCases,
  ...clientCases,
  ...briefClientCases,
  ...contentEntitlementCases,
  ...contentEntitlementSyncCases,
  ...legacySyncCases,
  ...userBriefCases,
  ...briefEntitlementCases,
  ...applicationEntitledBriefCases,
];
