import { preferenceCases } from '../preferences/index.js';
import { applicationCases } from './application.js';
import { preferenceCases as typedPreferenceCases } from './preference.js';
import { preferenceHierarchyCases } from './preference-hierarchy.js';
import { protocolCases } from './protocol.js';

export const userPreferenceCases = [
  ...preferenceCases('user-preference'),
  ...protocolCases,
  ...applicationCases,
  ...typedPreferenceCases,
  ...preferenceHierarchyCases,
];
