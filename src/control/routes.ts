import * as z from 'zod';
import { defineControlRoute } from '../protocol/control-route.js';
import { list, listOf } from './response-schemas.js';

const route = z.strictObject({
  method: z.string(),
  /** With parameters as `:name`, as fault rules accept it. */
  path: z.string(),
});

const listRoutes = defineControlRoute({
  method: 'GET',
  path: '/__mock/routes',
  summary: 'List the routes of the three APIs',
  description: 'Their paths are allowed in fault rules and in filters of the journal.',
  response: list(route),
  handle: (_, { session }) => listOf(session.shared.faultRoutes.map(({ method, path }) => ({ method, path }))),
});

export const routeRoutes = [listRoutes];
