import * as z from 'zod/mini';
import { $ZodOptional } from 'zod/v4/core';
import type { ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { Behavior } from '../protocol/behavior.js';
import { ITEM_LIMIT } from '../protocol/bulk.js';
import { successSchema } from '../protocol/envelope.js';
import { failuresOf } from '../protocol/failures.js';
import type { Route } from '../protocol/route.js';
import type { Service } from '../protocol/service.js';
import { failureName, requiredHeader } from './failures.js';
import { type Names, pascalCase } from './names.js';

/** `/public-api/v1/brief/:brief_slug` as `/public-api/v1/brief/{brief_slug}`. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

/**
 * Service and resource of a path, such as `user-data.client`; own routes have the tag `own`. Swagger UI cannot link to tags
 * with a slash.
 */
export function tagOf(service: Service, { path }: Route): string {
  if (service.prefixes.length === 0) return service.name;
  const [, , ...below] = path.split('/').filter((segment) => !/^v\d+$/.test(segment));
  return `${service.name}.${below[0]?.replace(/\.\w+$/, '')}`;
}

/** The operation of a route at its path or one of its aliases, without an id. */
export function operationOf(
  service: Service,
  route: Route,
  path: string,
  names: Names,
  { serviceToken }: Behavior,
): ZodOpenApiOperationObject {
  const { name, optional } = service.credential;
  const isNeeded = !optional || (service.kind === 'api' && serviceToken !== null);
  const failures = [...failuresOf(service, route)].map(([status, codes]) => [
    status,
    { $ref: `#/components/responses/${failureName(service, codes)}` },
  ]);
  return {
    tags: [tagOf(service, route)],
    summary: route.summary,
    ...descriptionOf(route, path),
    ...(route.decisions.length > 0 && { 'x-decisions': route.decisions }),
    security: route.isOpen ? [] : [...(isNeeded ? [] : [{}]), { [name]: [] }],
    requestParams: {
      ...(route.params && { path: z.object(route.params) }),
      ...(route.query && { query: z.object(route.query) }),
      ...(route.headers && { header: z.object(route.headers) }),
    },
    // The library's types do not allow a reference here, but OpenAPI does.
    parameters: [{ $ref: '#/components/parameters/Session' } as never],
    ...requestBodyOf(route, names),
    responses: {
      200: successOf(service, route),
      ...Object.fromEntries(failures),
    },
  };
}

const streamHeaders = {
  'Cache-Control': requiredHeader('No cache keeps the events.', { const: 'no-store' }),
  'X-Accel-Buffering': requiredHeader('A proxy such as nginx sends each event at once.', { const: 'no' }),
};

function successOf(service: Service, route: Route): ZodOpenApiResponseObject {
  const description = 'Success.';
  const { response, isStream } = route;
  if (isStream) {
    return { description, headers: streamHeaders, content: { 'text/event-stream': { schema: response } } };
  }
  const headers = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
  return { description, headers, content: { 'application/json': { schema: successSchema(service, route) } } };
}

/** `GET /public-api/v1/brief/:brief_slug` as `getPublicApiBriefByBriefSlug`; versions after the first stay in it. */
export function operationId(method: string, path: string): string {
  const words = path
    .split('/')
    .filter((segment) => segment !== '' && segment !== 'v1')
    .map((segment, i, all) => {
      if (!segment.startsWith(':')) return pascalCase(segment);
      return `${all[i - 1]?.startsWith(':') ? 'And' : 'By'}${pascalCase(segment)}`;
    });
  return method.toLowerCase() + words.join('');
}

function descriptionOf(
  { method, path, aliases, decisions, description }: Route,
  spelling: string,
): { description?: string } {
  const sentences = [
    ...(description === undefined ? [] : [description]),
    ...(spelling === path ? [] : [`Another spelling of \`${method} ${templateOf(path)}\`.`]),
    ...(spelling === path && aliases.length > 0
      ? [`Also at ${aliases.map((alias) => `\`${templateOf(alias)}\``).join(', ')}.`]
      : []),
    ...(decisions.length > 0 ? [`Decisions about what the specification leaves open: ${decisions.join(', ')}.`] : []),
  ];
  return sentences.length > 0 ? { description: sentences.join('\n\n') } : {};
}

function requestBodyOf(
  { body, items }: Route,
  { representative }: Names,
): { requestBody?: ZodOpenApiRequestBodyObject } {
  if (items !== undefined) {
    const item = representative(items.schema);
    const list = z.array(item).check(z.maxLength(ITEM_LIMIT));
    return jsonBody(items.orOne ? z.union([item, list]) : list, true);
  }
  if (body === undefined) return {};
  return jsonBody(
    representative(body instanceof $ZodOptional ? body._zod.def.innerType : body),
    !z.safeParse(body, undefined).success,
  );
}

function jsonBody(schema: z.core.$ZodType, required: boolean): { requestBody: ZodOpenApiRequestBodyObject } {
  return { requestBody: { required, content: { 'application/json': { schema } } } };
}
