/**
 * The routes of the control API. Loaded on demand: most tests make no control calls.
 * @module
 */
import type { Route } from '../protocol/route.js';
import { chapterRoutes } from './chapters.js';
import { clockRoutes } from './clock.js';
import { dataRoutes } from './data.js';
import { followSession } from './events.js';
import { explainEntitlement } from './explain.js';
import { faultRoutes } from './faults.js';
import { healthRoutes } from './health.js';
import { historyRoutes } from './history.js';
import { showLinks } from './links.js';
import { makeRecords } from './make.js';
import { openapiRoutes } from './openapi.js';
import { requestRoutes } from './requests.js';
import { reset } from './reset.js';
import { listRoutes } from './routes.js';
import { listScenarios } from './scenarios.js';
import { sessionRoutes } from './sessions.js';
import { snapshotRoutes } from './snapshots.js';
import { listTables } from './tables.js';
import { issueUserToken } from './tokens.js';
import { traceRoutes } from './trace.js';

export const controlRoutes: readonly Route[] = [
  ...healthRoutes,
  listScenarios,
  ...chapterRoutes,
  reset,
  ...historyRoutes,
  followSession,
  ...traceRoutes,
  ...snapshotRoutes,
  issueUserToken,
  listTables,
  ...dataRoutes,
  makeRecords,
  showLinks,
  explainEntitlement,
  ...clockRoutes,
  listRoutes,
  ...faultRoutes,
  ...requestRoutes,
  ...sessionRoutes,
  ...openapiRoutes,
];
