import * as z from 'zod/mini';
import { $ZodObject, $ZodUnion } from 'zod/v4/core';
import { MockError } from '../foundation/mock-error.js';
import { bearerToken } from './bearer-token.js';
import { issuesSchema } from './http-status.js';
import { headerIn, type RequestHeaders } from './request-headers.js';
import type { Route } from './route.js';
import type { CallContext, Service } from './service.js';

/**
 * A service that wraps every answer in `{status_code, request_id, data}`, including failures (X2, X3), and requires the
 * service token if one is set (X13).
 */
export function defineEnvelopedService(name: string, title: string, routes: readonly Route[]): Service {
  return {
    name,
    title,
    prefixes: [`/${name}`],
    routes,
    kind: 'api',
    authenticate: checkServiceToken,
    credential: {
      name: 'serviceToken',
      description: 'The service token. It is required only if `behavior.serviceToken` is set.',
      optional: true,
    },
    envelope: { status_code: z.literal(200), request_id: z.uuidv4() },
    success: (result, request_id) => ({ status_code: 200, request_id, ...(result as object) }),
    failure: ({ code, message, issues }, status_code, request_id) => ({
      status_code,
      request_id,
      data: null,
      error: { code, message, ...(issues.length > 0 && { issues }) },
    }),
    failureSchema: (status, codes) =>
      z.strictObject({
        status_code: z.literal(status),
        request_id: z.uuidv4(),
        data: z.null(),
        error: z.strictObject({ code: z.enum(codes), message: z.string(), issues: z.optional(issuesSchema) }),
      }),
  };
}

function checkServiceToken(headers: RequestHeaders, { behavior }: CallContext): null {
  const { serviceToken } = behavior;
  if (serviceToken === null) return null;
  const token = bearerToken(headerIn(headers, 'authorization'));
  if (token === undefined)
    throw new MockError('unauthorized', 'The header Authorization: Bearer <service token> is required');
  if (token !== serviceToken) throw new MockError('unauthorized', 'The token is not the service token');
  return null;
}

/** The schema of a success of a route, in the envelope of its service. */
export function successSchema(
  { envelope }: Pick<Service, 'envelope'>,
  { response }: Pick<Route, 'response'>,
): z.core.$ZodType {
  return Object.keys(envelope).length === 0 ? response : enveloped(envelope, response);
}

function enveloped(envelope: Service['envelope'], response: z.core.$ZodType): z.core.$ZodType {
  if (response instanceof $ZodObject) return z.strictObject({ ...envelope, ...response._zod.def.shape });
  if (response instanceof $ZodUnion) {
    return z.union(response._zod.def.options.map((option) => enveloped(envelope, option)));
  }
  throw new Error('An envelope holds objects and unions of objects only');
}
