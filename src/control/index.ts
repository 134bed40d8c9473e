import { plainAnswers } from '../protocol/plain-answers.js';
import type { Method } from '../protocol/route-address.js';
import type { ServiceOnDemand } from '../protocol/service.js';
import { CONTROL_PREFIX } from '../session/session-address.js';
import { routeAddresses } from './addresses.js';
import { refuseForeign } from './guard.js';

/** The API for tests and tools to control the mock. */
export const control: ServiceOnDemand = {
  name: 'control',
  title: 'Control API',
  prefixes: [CONTROL_PREFIX],
  routes: routeAddresses.map((address) => {
    const [method, path, exempt] = address.split(' ') as [Method, string, string?];
    return { method, path: CONTROL_PREFIX + path, aliases: [], exemptFromFaults: exempt !== undefined };
  }),
  kind: 'control',
  guard: refuseForeign,
  authenticate: () => null,
  credential: {
    name: 'controlToken',
    description: 'The control token. It is required only if the server was started with one.',
    optional: true,
  },
  ...plainAnswers,
  load: async () => {
    const { controlRoutes } = await import('./definitions.js');
    return { ...control, routes: controlRoutes };
  },
};
