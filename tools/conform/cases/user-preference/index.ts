import { applicationCases } from './application.js';
import { compositeCases } from './composite.js';
import { entityPreferenceCases } from './entity-preference.js';
import { genericPreferenceCases } from './generic-preference.js';
import { preferenceCases } from './preference.js';
import { preferenceHierarchyCases } from './preference-hierarchy.js';
import { protocolCases } from './protocol.js';
import { serviceDescriptionCases } from './service-description.js';

export const userPreferenceCases = [
  ...serviceDescriptionCases,
  ...protocolCases,
  ...applicationCases,
  ...entityPreferenceCases,
  ...genericPreferenceCases,
  ...preferenceCases,
  ...compositeCases,
  ...preferenceHierarchyCases,
];
