/**
 * The routes of the control API. Loaded on demand: most tests make no control calls.
 * @module
 */
import type { Route } from '../protocol/route.js';
import { chapterRoutes } from './chapters.js';
import { clockRoutes } from './clock.js';
import { dataRoutes } from './data.js';
import { eventRoutes } from './events.js';
import { explainRoutes } from './explain.js';
import { faultRoutes } from './faults.js';
import { healthRoutes } from './health.js';
import { historyRoutes } from './history.js';
import { linkRoutes } from './links.js';
import { makeRoutes } from './make.js';
import { openapiRoutes } from './openapi.js';
import { requestRoutes } from './requests.js';
import { resetRoutes } from './reset.js';
import { routeRoutes } from './routes.js';
import { scenarioRoutes } from './scenarios.js';
import { sessionRoutes } from './sessions.js';
import { snapshotRoutes } from './snapshots.js';
import { tableRoutes } from './tables.js';
import { tokenRoutes } from './tokens.js';
import { traceRoutes } from './trace.js';

export const controlRoutes: readonly Route[] = [
  ...healthRoutes,
  ...scenarioRoutes,
  ...chapterRoutes,
  ...resetRoutes,
  ...historyRoutes,
  ...eventRoutes,
  ...traceRoutes,
  ...snapshotRoutes,
  ...tokenRoutes,
  ...tableRoutes,
  ...dataRoutes,
  ...makeRoutes,
  ...linkRoutes,
  ...explainRoutes,
  ...clockRoutes,
  ...routeRoutes,
  ...faultRoutes,
  ...requestRoutes,
  ...sessionRoutes,
  ...openapiRoutes,
];
