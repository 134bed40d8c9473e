import { plainAnswers } from '../protocol/plain-answers.js';
import type { Service } from '../protocol/service.js';
import { CONTROL_PREFIX } from '../session/session-address.js';
import { clockRoutes } from './clock.js';
import { dataRoutes } from './data.js';
import { eventRoutes } from './events.js';
import { explainRoutes } from './explain.js';
import { faultRoutes } from './faults.js';
import { refuseForeign } from './guard.js';
import { healthRoutes } from './health.js';
import { historyRoutes } from './history.js';
import { linkRoutes } from './links.js';
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

/** The API for tests and tools to control the mock. */
export const control: Service = {
  name: 'control',
  title: 'Control API',
  prefixes: [CONTROL_PREFIX],
  routes: [
    ...healthRoutes,
    ...scenarioRoutes,
    ...resetRoutes,
    ...historyRoutes,
    ...eventRoutes,
    ...traceRoutes,
    ...snapshotRoutes,
    ...tokenRoutes,
    ...tableRoutes,
    ...dataRoutes,
    ...linkRoutes,
    ...explainRoutes,
    ...clockRoutes,
    ...routeRoutes,
    ...faultRoutes,
    ...requestRoutes,
    ...sessionRoutes,
    ...openapiRoutes,
  ],
  kind: 'control',
  guard: refuseForeign,
  authenticate: () => null,
  credential: {
    name: 'controlToken',
    description: 'The control token. It is required only if the server was started with one.',
    optional: true,
  },
  ...plainAnswers,
};
