import * as z from 'zod/mini';
import { CONTROL_PREFIX } from '../session/session-address.js';
import { defineControlRoute } from './control-route.js';
import { list, listOf } from './response-schemas.js';

const route = z.strictObject({
  method: z.string(),
  /** With parameters as `:name`, as fault rules accept it. */
  path: z.string(),
});

export const listRoutes = defineControlRoute({
  method: 'GET',
  path: '/__mock/routes',
  summary: 'List the routes of the three APIs and the own routes of the mock',
  description: 'Their paths are allowed in fault rules and in filters of the journal.',
  response: list(route),
  handle: (_, { session }) => {
    // A fault rule can apply to control calls too, but they are not routes of the three APIs.
    const routes = session.shared.routes.filter(({ path }) => !path.startsWith(`${CONTROL_PREFIX}/`));
    return listOf(routes.map(({ method, path }) => ({ method, path })));
  },
});
