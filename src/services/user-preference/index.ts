import { defineEnvelopedService } from '../../protocol/envelope.js';
import { compositePreferenceRoutes } from '../preferences/composite.js';
import { preferenceHierarchyRoutes } from '../preferences/hierarchy.js';
import { entityPreferenceRoutes, genericPreferenceRoutes } from '../preferences/values.js';
import { describeService } from '../service-description.js';
import { applicationRoutes } from './application.js';
import { preferenceRoutes } from './preference.js';

const NAME = 'user-preference';
const BASE = `/${NAME}/v1`;

const routes = [
  ...applicationRoutes,
  ...entityPreferenceRoutes(BASE),
  ...genericPreferenceRoutes(BASE),
  ...preferenceRoutes,
  ...compositePreferenceRoutes(BASE),
  ...preferenceHierarchyRoutes(BASE),
];

export const userPreference = defineEnvelopedService(NAME, 'User-preference API', [
  describeService(NAME, routes),
  ...routes,
]);
