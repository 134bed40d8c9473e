import { preferenceCases } from '../preferences/index.js';
import { plainCases } from './plain.js';
import { preferenceCases as typedPreferenceCases } from './preference.js';
import { protocolCases } from './protocol.js';

export const userPreferenceCases = [
  ...preferenceCases('user-preference'),
  ...protocolCases,
  ...typedPreferenceCases,
  ...plainCases,
];
