import type { Service } from '../protocol/service.js';
import { clockRoutes } from './clock.js';
import { dataRoutes } from './data.js';
import { faultRoutes } from './faults.js';
import { refuseForeign } from './guard.js';
import { healthRoutes } from './health.js';
import { requestRoutes } from './requests.js';
import { resetRoutes } from './reset.js';
import { scenarioRoutes } from './scenarios.js';
import { sessionRoutes } from './sessions.js';
import { snapshotRoutes } from './snapshots.js';
import { tokenRoutes } from './tokens.js';

/** The API by which tests and tools steer the mock itself. */
export const control: Service = {
  name: 'control',
  prefixes: ['/__mock'],
  routes: [
    ...healthRoutes,
    ...scenarioRoutes,
    ...resetRoutes,
    ...snapshotRoutes,
    ...tokenRoutes,
    ...dataRoutes,
    ...clockRoutes,
    ...faultRoutes,
    ...requestRoutes,
    ...sessionRoutes,
  ],
  kind: 'control',
  guard: refuseForeign,
  authenticate: () => null,
  success: (result) => result,
  failure: ({ code, message, issues }) => ({ error: { code, message, ...(issues.length > 0 && { issues }) } }),
};
