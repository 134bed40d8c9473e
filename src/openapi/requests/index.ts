import { controlRequests } from './control.js';
import { preferenceRequests } from './preferences.js';
import { publicApiRequests } from './public-api.js';
import type { ExampleRequests } from './request.js';
import { userDataRequests } from './user-data.js';

/** The examples of routes for which they do not follow from the path alone. */
export const exampleRequests: ExampleRequests = {
  ...publicApiRequests,
  ...userDataRequests,
  ...preferenceRequests,
  ...controlRequests,
};
