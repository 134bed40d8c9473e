import * as z from 'zod';
import type { ZodOpenApiComponentsObject, ZodOpenApiHeaderObject } from 'zod-openapi';
import type { OpenApiDocument, Service } from '../protocol/service.js';
import { failureName, failureResponse, failuresOf, outside, type Unrouted, unroutedOf } from './failures.js';
import type { Names } from './names.js';

/** Whatever operations may refer to; what they do not is for `withoutUnused`. */
export function componentsOf(services: readonly Service[], { shapes }: Names): ZodOpenApiComponentsObject {
  const refusals = [
    ...services.flatMap((service) =>
      service.routes.map((route) => ({ service, failures: failuresOf(service, route) })),
    ),
    ...unroutedIn(services).map((service) => ({ service, failures: service.failures })),
  ];
  const responses = refusals.flatMap(({ service, failures }) =>
    [...failures].map(([status, codes]) => [failureName(service, codes), failureResponse(service, status, codes)]),
  );
  return {
    schemas: { ...shapes },
    responses: Object.fromEntries(responses),
    parameters: { Session: session },
    headers: { RequestId: requestId },
    securitySchemes: Object.fromEntries(
      services.map(({ credential: { name, description } }) => [name, { type: 'http', scheme: 'bearer', description }]),
    ),
  };
}

const session = z
  .string()
  .optional()
  .meta({
    param: { in: 'header', name: 'X-Mock-Session' },
    description: 'The session to work in: an isolated copy of the seeded state. Without one, the state that all share.',
  });

const requestId: ZodOpenApiHeaderObject = {
  description: 'The id of the request; the sequence is the same after every reset (X12).',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};

function unroutedIn(services: readonly Service[]): Unrouted[] {
  return [...services.map(unroutedOf), outside];
}

/** The responses to requests that no route answers, by service: there is no place for them in the format. */
export function unroutedResponses(services: readonly Service[], { components }: OpenApiDocument): object {
  const { responses } = components as { responses: Record<string, unknown> };
  return Object.fromEntries(
    unroutedIn(services).map((service) => {
      const { name, prefixes, failures } = service;
      const byStatus = [...failures].map(([status, codes]) => [status, responses[failureName(service, codes)]]);
      return [name, { prefixes, responses: Object.fromEntries(byStatus) }];
    }),
  );
}

/**
 * For `JSON.parse`: a document without the components that have no name. There is one only for a shape that refers to itself,
 * which is any JSON: it is left open, as clients could make no type of it.
 */
export function withoutUnnamed(_: string, part: unknown): unknown {
  const { $ref } = Object(part);
  return typeof $ref === 'string' && $ref.startsWith('#/components/schemas/__schema')
    ? { description: 'Any JSON.' }
    : part;
}

/** A document without the components that nothing in it refers to. */
export function withoutUnused({ components, ...rest }: OpenApiDocument): OpenApiDocument {
  const all = components as Record<string, Record<string, unknown>>;
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      visit(all[kind]?.[name]);
    }
  };
  visit(rest);
  // Security schemes are referred to by their names alone.
  const isUsed = (kind: string, name: string) => kind === 'securitySchemes' || used.has(`${kind}/${name}`);
  const kept = Object.entries(all).map(([kind, parts]) => [
    kind,
    Object.fromEntries(Object.entries(parts).filter(([name]) => isUsed(kind, name))),
  ]);
  return { ...(rest as OpenApiDocument), components: Object.fromEntries(kept) };
}
