import { getQueryParam } from 'hono/utils/url';
import * as z from 'zod/mini';
import { $ZodString } from 'zod/v4/core';
import { issuesError, malformedAt } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import { recordId, recordIdOf } from '../protocol/parameter-schemas.js';
import type { Route, RouteInput } from '../protocol/route.js';
import { queryOf } from '../session/request-query.js';

/** The query of a control call. An unknown parameter, for example a misspelt filter, would have no effect. */
export function strictQuery(parameters: Route['query'] = {}): z.core.$ZodType<RouteInput['query']> {
  const names = Object.keys(parameters);
  const allowed = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
  const unknown = `is not a query parameter of this route; ${allowed}`;
  return z.strictObject(parameters, {
    error: ({ code }) => (code === 'unrecognized_keys' ? unknown : undefined),
  });
}

/**
 * The query parameters of a control call, which would silently use the first value of a repeated one.
 * @throws MockError `malformed_data`
 */
export function singleParameters(url: string): Record<string, string> {
  const repeated = Object.entries(queryOf(url)).filter(([, values]) => values.length > 1);
  if (repeated.length === 0) return getQueryParam(url) as Record<string, string>;
  throw issuesError(
    'malformed_data',
    repeated.map(([path, { length }]) => ({ path, message: `must be given once, but is given ${length} times` })),
  );
}

/** Unless the schema allows a missing body, it gets a special message. */
export function parseBody<Schema extends z.core.$ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  if (body !== undefined) return expectValid(schema, body);
  const parsed = z.safeParse(schema, undefined);
  if (parsed.success) return parsed.data;
  throw malformedAt('', 'A request body is required');
}

/** Parses path parameters. Plain strings need no parsing, and valid ids no schema, which would take an eighth of the time of a read. */
export function paramsParser(schemas: NonNullable<Route['params']>) {
  const isPlainString = (schema: z.core.$ZodType) => schema instanceof $ZodString && !schema._zod.def.checks?.length;
  if (Object.values(schemas).every(isPlainString)) return (given: Record<string, string>) => given;
  const params = z.object(schemas);
  const parse = (given: Record<string, string>) => expectValid(params, given, { code: 'not_found' });
  if (!Object.values(schemas).every((schema) => schema === recordId)) return parse;
  const names = Object.keys(schemas);
  return (given: Record<string, string>) => {
    const ids: Record<string, number> = {};
    for (const name of names) {
      const id = recordIdOf(given[name] as string);
      if (id === undefined) return parse(given);
      ids[name] = id;
    }
    return ids;
  };
}
