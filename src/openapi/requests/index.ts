import { controlRequests } from './control.js';
import { preferenceRequests } from './preferences.js';
import { publicApiRequests } from './public-api.js';
import type { ExampleRequests } from './request.js';
import { userDataRequests } from './user-data.js';

/** The example requests that do not follow from the route alone. */
export const exampleRequests: ExampleRequests = {
  ...publicApiRequests,
  ...userDataRequests,
  ...preferenceRequests,
  ...controlRequests,
};
