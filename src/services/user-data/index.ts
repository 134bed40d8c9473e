import { defineEnvelopedService } from '../../protocol/envelope.js';
import { compositePreferenceRoutes } from '../preferences/composite.js';
import { preferenceHierarchyRoutes } from '../preferences/hierarchy.js';
import { entityPreferenceRoutes, genericPreferenceRoutes } from '../preferences/values.js';
import { describeService } from '../service-description.js';
import { applicationRoutes } from './application.js';
import { applicationEntitledBriefRoutes } from './application-entitled-brief.js';
import { applicationPreferenceRoutes } from './application-preference.js';
import { applicationUserRoutes } from './application-user.js';
import { briefClientRoutes } from './brief-client.js';
import { briefEntitlementRoutes } from './brief-entitlement.js';
import { clientRoutes } from './client.js';
import { contentEntitlementRoutes } from './content-entitlement.js';
import { contentEntitlementFilterRoutes } from './content-entitlement-filter.js';
import { contentEntitlementSyncRoutes } from './content-entitlement-sync.js';
import { featureRoutes } from './feature.js';
import { featurePackageRoutes } from './feature-package.js';
import { packageRoutes } from './package.js';
import { preferenceRoutes } from './preference.js';
import { userRoutes } from './user.js';
import { userApplicationPreferenceRoutes } from './user-application-preference.js';
import { userBriefRoutes } from './user-brief.js';
import { userPreferenceRoutes } from './user-preference.js';

const NAME = 'user-data';
const BASE = `/${NAME}/v1`;

const routes = [
  ...preferenceRoutes,
  ...userPreferenceRoutes,
  ...userRoutes,
  ...applicationRoutes,
  ...applicationUserRoutes,
  ...featureRoutes,
  ...packageRoutes,
  ...featurePackageRoutes,
  ...applicationPreferenceRoutes,
  ...preferenceHierarchyRoutes(BASE),
  ...entityPreferenceRoutes(BASE),
  ...genericPreferenceRoutes(BASE),
  ...userApplicationPreferenceRoutes,
  ...compositePreferenceRoutes(BASE),
  ...clientRoutes,
  ...briefClientRoutes,
  ...contentEntitlementRoutes,
  ...contentEntitlementSyncRoutes,
  ...contentEntitlementFilterRoutes,
  ...userBriefRoutes,
  ...briefEntitlementRoutes,
  ...applicationEntitledBriefRoutes,
];

export const userData = defineEnvelopedService(NAME, 'User-data API', [describeService(NAME, routes), ...routes]);
