import type { Service } from '../protocol/service.js';
import { dataRoutes } from './data.js';
import { refuseForeign } from './guard.js';
import { healthRoutes } from './health.js';
import { resetRoutes } from './reset.js';
import { tokenRoutes } from './tokens.js';

/** The API by which tests and tools steer the mock itself. */
export const control: Service = {
  name: 'control',
  prefixes: ['/__mock'],
  routes: [...healthRoutes, ...resetRoutes, ...tokenRoutes, ...dataRoutes],
  cors: false,
  guard: refuseForeign,
  authenticate: () => null,
  success: (result) => result,
  failure: ({ code, message, issues }) => ({ error: { code, message, ...(issues.length > 0 && { issues }) } }),
};
