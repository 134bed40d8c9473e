import * as z from 'zod/mini';
import type { Service } from '../../protocol/service.js';
import { authenticate } from './authentication.js';
import { bookmarkRoutes } from './bookmark.js';
import { briefRoutes } from './brief.js';

/** The brief and bookmark API. */
export const publicApi: Service = {
  name: 'public-api',
  title: 'Brief and bookmark API',
  // The second prefix is for the path without `public-api` (P17).
  prefixes: ['/public-api', '/v1/brief'],
  routes: [...briefRoutes, ...bookmarkRoutes],
  kind: 'api',
  authenticate,
  credential: {
    name: 'userToken',
    description: 'An access token of a user. `POST /__mock/tokens` issues one.',
    optional: false,
  },
  envelope: {},
  success: (result) => result,
  // X4: the failure format of this API.
  failure: ({ code, message }, status) => ({ data: null, error: [{ status, code, message }] }),
  failureSchema: (status, codes) =>
    z.strictObject({
      data: z.null(),
      error: z.tuple([z.strictObject({ status: z.literal(status), code: z.enum(codes), message: z.string() })]),
    }),
};
