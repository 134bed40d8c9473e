import type { Service } from '../../protocol/service.js';
import { authenticate } from './authentication.js';
import { bookmarkRoutes } from './bookmark.js';
import { briefRoutes } from './brief.js';

/** The brief and bookmark API. */
export const publicApi: Service = {
  name: 'public-api',
  // The second is for the form without `public-api` (P17).
  prefixes: ['/public-api', '/v1/brief'],
  routes: [...briefRoutes, ...bookmarkRoutes],
  kind: 'api',
  authenticate,
  success: (result) => result,
  // X4
  failure: ({ code, message }, status) => ({ data: null, error: [{ status, code, message }] }),
};
