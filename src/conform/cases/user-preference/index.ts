import { applicationCases } from './application.js';

export const userPreferenceCases = [...applicationCases];
