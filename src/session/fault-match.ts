import * as z from 'zod';
import { matchesWildcard } from '../foundation/wildcard.js';
import { type MatchedPath, matchesPattern } from './path-pattern.js';

/** The maximum number of headers, parameters or fields that a rule compares. */
const CONDITION_LIMIT = 20;

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const BODY_PATH = /^[^.]+(\.[^.]+)*$/;

/** A value for each name. `problemOf` returns what is wrong with a name. */
export function namedValues<Value extends z.ZodType>(
  value: Value,
  noun: string,
  problemOf: (name: string) => string | undefined,
) {
  return z.record(z.string(), value).superRefine((values, context) => {
    const names = Object.keys(values);
    if (names.length === 0 || names.length > CONDITION_LIMIT) {
      context.addIssue({ code: 'custom', message: `must name 1 to ${CONDITION_LIMIT} ${noun}` });
    }
    for (const name of names) {
      const message = problemOf(name);
      if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message });
    }
  });
}

export function headerNameProblem(name: string): string | undefined {
  return HEADER_NAME.test(name) ? undefined : 'is not the name of a header';
}

const bodyPathProblem = (path: string) =>
  BODY_PATH.test(path) ? undefined : 'must be the path of a field, such as email or 0.email or *.email';

const bodyValue = z.union([z.string(), z.number(), z.boolean(), z.null()], {
  error: 'must be a text, a number, true, false or null',
});

const conditions = {
  /** Headers of the request, by name. In the values, `*` stands for any characters. */
  headers: namedValues(z.string(), 'headers', headerNameProblem).optional(),
  /** Query parameters, by name. In the values, `*` stands for any characters. Of a repeated parameter, any value matches. */
  query: namedValues(z.string(), 'parameters', () => undefined).optional(),
  /** The e-mail of the user whose token was sent, case-insensitive; `*` stands for any characters. */
  caller: z.string().optional(),
  /**
   * Fields of the JSON body, by path: `email`, `0.email` or, for any item, `*.email`. In texts, `*` stands for any characters;
   * other values are compared exactly.
   */
  body: namedValues(bodyValue, 'fields', bodyPathProblem).optional(),
};

/** Conditions on the contents of a request. All of them must hold. */
export const faultMatch = z
  .strictObject(conditions)
  .refine((match) => Object.values(match).some((condition) => condition !== undefined), {
    error: `must have at least one of ${Object.keys(conditions).join(', ')}`,
  });

/** A request, as far as rules are compared with it. */
export interface FaultTarget {
  readonly method: string;
  /** Its path and, if it used an alias, the same path in the main spelling of the route. */
  readonly paths: readonly MatchedPath[];
  /** Whether only rules with a `path` apply. */
  readonly needsPath: boolean;
  readonly headers: Headers;
  readonly query: URLSearchParams;
  /** The e-mail of its caller; undefined if the token is missing or invalid, or the API has no users. */
  readonly caller: string | undefined;
}

/** The conditions of a rule. */
interface Conditions {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly match?: z.output<typeof faultMatch> | undefined;
}

/** Whether a request meets all conditions of a rule except those for its body. */
export function matchesTarget({ method, path, match = {} }: Conditions, target: FaultTarget): boolean {
  if (method !== undefined && method !== target.method) return false;
  if (path === undefined ? target.needsPath : !target.paths.some((one) => matchesPattern(one, path))) return false;
  const { headers, query, caller } = match;
  return (
    every(headers, (name, pattern) => matches(pattern, target.headers.get(name))) &&
    every(query, (name, pattern) => target.query.getAll(name).some((value) => matches(pattern, value))) &&
    (caller === undefined || matches(caller.toLowerCase(), target.caller?.toLowerCase()))
  );
}

/** Whether the body of a request meets the conditions of a rule for it. */
export function matchesBody({ match }: Conditions, body: unknown): boolean {
  return every(match?.body, (path, expected) => hasField(body, path.split('.'), expected));
}

function every<Value>(
  conditions: Readonly<Record<string, Value>> = {},
  holds: (name: string, expected: Value) => boolean,
): boolean {
  return Object.entries(conditions).every(([name, expected]) => holds(name, expected));
}

function hasField(value: unknown, [name, ...rest]: readonly string[], expected: unknown): boolean {
  if (name === undefined) return matches(expected, value);
  if (typeof value !== 'object' || value === null) return false;
  if (name === '*') return Object.values(value).some((part) => hasField(part, rest, expected));
  // Not inherited properties, and not the length of an array.
  if (!Object.prototype.propertyIsEnumerable.call(value, name)) return false;
  return hasField((value as Record<string, unknown>)[name], rest, expected);
}

/** Compares a text as a pattern, and any other value exactly. */
function matches(expected: unknown, value: unknown): boolean {
  if (typeof expected !== 'string' || typeof value !== 'string') return expected === value;
  return matchesWildcard(expected, value, '*');
}
