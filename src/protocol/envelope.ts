import { MockError } from '../state/errors.js';
import { bearerToken } from './bearer.js';
import type { Route } from './route.js';
import type { CallContext, Service } from './service.js';

/**
 * A service that wraps every answer in `{status_code, request_id, data}`, failures included (X2, X3), and asks for the
 * service token where one is set (X13).
 */
export function defineEnvelopedService(name: string, routes: readonly Route[]): Service {
  return {
    name,
    prefixes: [`/${name}`],
    routes,
    kind: 'api',
    authenticate: checkServiceToken,
    success: (result, request_id) => ({ status_code: 200, request_id, ...(result as object) }),
    failure: ({ code, message, issues }, status_code, request_id) => ({
      status_code,
      request_id,
      data: null,
      error: { code, message, ...(issues.length > 0 && { issues }) },
    }),
  };
}

function checkServiceToken(headers: Headers, { behavior }: CallContext): void {
  const { serviceToken } = behavior;
  if (serviceToken === null) return;
  const token = bearerToken(headers.get('authorization'));
  if (token === undefined)
    throw new MockError('unauthorized', 'The header Authorization: Bearer <service token> is missing');
  if (token !== serviceToken) throw new MockError('unauthorized', 'The token is not the service token');
}
