import * as z from 'zod/mini';
import type { ZodOpenApiComponentsObject, ZodOpenApiHeaderObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { OpenApiDocument } from '../control/openapi-document.js';
import { failuresOf, outside, type Unrouted, unroutedOf } from '../protocol/failures.js';
import type { Service } from '../protocol/service.js';
import { SESSION_NAME } from '../protocol/session-name.js';
import { failureName, failureResponse } from './failures.js';
import type { Names } from './names.js';

/** Everything that operations may refer to; `withoutUnused` removes the rest. */
export function componentsOf(services: readonly Service[], { schemas }: Names): ZodOpenApiComponentsObject {
  const failures = [
    ...services.flatMap((service) =>
      service.routes.map((route) => ({ service, failures: failuresOf(service, route) })),
    ),
    ...unroutedIn(services).map((service) => ({ service, failures: service.failures })),
  ];
  const responses: Record<string, ZodOpenApiResponseObject> = {};
  for (const { service, failures: declared } of failures) {
    // Most routes share theirs, and a schema costs more than its name.
    for (const [status, codes] of declared) {
      responses[failureName(service, codes)] ??= failureResponse(service, status, codes);
    }
  }
  return {
    schemas: { ...schemas },
    responses,
    parameters: { Session: session },
    headers: { RequestId: requestId },
    securitySchemes: Object.fromEntries(
      services.map(({ credential: { name, description } }) => [name, { type: 'http', scheme: 'bearer', description }]),
    ),
  };
}

const session = z.optional(z.string().check(z.regex(SESSION_NAME))).check(
  z.meta({
    param: { in: 'header', name: 'X-Mock-Session', example: 'worker-1' },
    description: 'The session of the request: an isolated copy of the seeded state. Default: the shared state.',
  }),
);

const requestId: ZodOpenApiHeaderObject = {
  description: 'The id of the request; the sequence is the same after every reset (X12).',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};

function unroutedIn(services: readonly Service[]): Unrouted[] {
  return [...services.filter(({ prefixes }) => prefixes.length > 0).map(unroutedOf), outside];
}

/** The responses to requests without a route, by service; OpenAPI has no place for them. */
export function unroutedResponses(services: readonly Service[], { components }: OpenApiDocument): object {
  const { responses } = components as { responses: Record<string, unknown> };
  return Object.fromEntries(
    unroutedIn(services).map((service) => {
      const { name, prefixes, failures } = service;
      const byStatus = [...failures].map(([status, codes]) => [status, responses[failureName(service, codes)]]);
      return [name, { prefixes: [...prefixes], responses: Object.fromEntries(byStatus) }];
    }),
  );
}

/** Writes unnamed components where they are used, but for recursive ones, which own routes may have. */
export function withoutUnnamed(document: OpenApiDocument): OpenApiDocument {
  const { schemas = {} } = document.components as { schemas?: Readonly<Record<string, unknown>> };
  const texts = Object.entries(schemas).map(
    ([name, schema]) => [`#/components/schemas/${name}`, JSON.stringify(schema)] as const,
  );
  const inlined = new Map(texts.filter(([ref, text]) => /\/__schema\d+$/.test(ref) && !text.includes('"$ref"')));
  return JSON.parse(JSON.stringify(document), (_, part) => {
    const text = inlined.get(Object(part).$ref);
    return text === undefined ? part : JSON.parse(text);
  });
}

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
  // Security schemes are referred to by name, not by $ref.
  const isUsed = (kind: string, name: string) => kind === 'securitySchemes' || used.has(`${kind}/${name}`);
  const remaining = Object.entries(all).map(([kind, parts]) => [
    kind,
    Object.fromEntries(Object.entries(parts).filter(([name]) => isUsed(kind, name))),
  ]);
  return { ...(rest as OpenApiDocument), components: Object.fromEntries(remaining) };
}
