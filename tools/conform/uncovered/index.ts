import { generalUncovered } from './general.js';
import { publicApiUncovered } from './public-api.js';
import { userDataUncovered } from './user-data.js';
import { userPreferenceUncovered } from './user-preference.js';

/** The statements and decisions that no case shows, each with the reason. */
export const uncovered: Readonly<Record<string, string>> = {
  ...generalUncovered,
  ...publicApiUncovered,
  ...userDataUncovered,
  ...userPreferenceUncovered,
};
