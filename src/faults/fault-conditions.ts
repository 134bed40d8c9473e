import * as z from 'zod/mini';
import { issueAdder } from '../foundation/common-schemas.js';
import { getOrInsert } from '../foundation/get-or-insert.js';
import { wildcardTest } from '../foundation/wildcard.js';
import { headerIn, type RequestHeaders } from '../protocol/request-headers.js';
import { type MatchedPath, PathPattern } from './path-pattern.js';

/** The maximum number of headers, parameters or fields that a rule compares. */
export const CONDITION_LIMIT = 20;

/** The maximum length of the path of a field, in characters. */
export const PATH_LENGTH = 200;

/** The maximum number of values that the rules of a session look at in one body, with `*`. */
export const VALUE_LIMIT = 20_000;

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const BODY_PATH = /^[^.]+(\.[^.]+)*$/;

/** A value for each name. `problemOf` returns what is wrong with a name. */
export function namedValues<Value extends z.core.$ZodType>(
  value: Value,
  noun: string,
  problemOf: (name: string) => string | undefined,
) {
  return z.record(z.string(), value).check(
    z.superRefine((values, context) => {
      const addIssue = issueAdder(context);
      const names = Object.keys(values);
      if (names.length === 0 || names.length > CONDITION_LIMIT) addIssue(`must name 1 to ${CONDITION_LIMIT} ${noun}`);
      for (const name of names) {
        const message = problemOf(name);
        if (message !== undefined) addIssue(message, name);
      }
    }),
  );
}

export function headerNameProblem(name: string): string | undefined {
  return HEADER_NAME.test(name) ? undefined : 'is not the name of a header';
}

function bodyPathProblem(path: string): string | undefined {
  if (path.length > PATH_LENGTH) return `is too long: the path of a field has at most ${PATH_LENGTH} characters`;
  return BODY_PATH.test(path) ? undefined : 'must be the path of a field, such as email or 0.email or *.email';
}

const bodyValue = z.union([z.string(), z.number(), z.boolean(), z.null()], {
  error: 'must be a text, a number, true, false or null',
});

const conditions = {
  /** Headers of the request, by name. In the values, `*` stands for any characters. */
  headers: z.optional(namedValues(z.string(), 'headers', headerNameProblem)),
  /**
   * Query parameters, by name. In the values, `*` stands for any characters. If a parameter is repeated, one matching value is
   * enough.
   */
  query: z.optional(namedValues(z.string(), 'parameters', () => undefined)),
  /** The e-mail of the user whose token was sent, case-insensitive; `*` stands for any characters. */
  caller: z.optional(z.string()),
  /**
   * Fields of the JSON body, by path: `email`, `0.email` or, for any item, `*.email`. In texts, `*` stands for any characters,
   * and alone for any value; other values are compared exactly.
   */
  body: z.optional(namedValues(bodyValue, 'fields', bodyPathProblem)),
};

/** Conditions on the contents of a request. All of them must hold. */
export const faultMatch = z.strictObject(conditions).check(
  z.refine((match) => Object.values(match).some((condition) => condition !== undefined), {
    error: `must have at least one of ${Object.keys(conditions).join(', ')}`,
  }),
);

/** A request, as far as rules are compared with it. */
export interface FaultTarget {
  readonly method: string;
  /** Its path and, if it used an alias, the same path in the main spelling of the route. */
  readonly paths: readonly MatchedPath[];
  /** Whether only rules with a `path` apply. */
  readonly needsPath: boolean;
  readonly headers: RequestHeaders;
  readonly query: () => Readonly<Record<string, readonly string[]>>;
  /** The e-mail of its caller; undefined if the token is missing or invalid, or the API has no users. */
  readonly caller: () => string | undefined;
  /** Its JSON body; undefined if the route reads none, or it could not be read. */
  readonly body: unknown;
  /** How many more values in the body rules look at; what is beyond counts as absent. */
  valuesLeft: number;
  /** The values of the objects in the body that rules have looked at. */
  readonly valuesOf: Map<object, readonly unknown[]>;
}

/** The conditions of a rule, prepared for comparing them with many requests. */
export class FaultConditions {
  readonly #method: string | undefined;
  readonly #path: PathPattern | undefined;
  readonly #headers: Tests;
  readonly #query: Tests;
  readonly #caller: ValueTest | undefined;
  readonly #body: readonly (readonly [path: readonly string[], test: ValueTest])[];

  constructor({ method, path, match = {} }: PreparedConditions) {
    this.#method = method;
    this.#path = path === undefined ? undefined : new PathPattern(path);
    this.#headers = testsOf(match.headers).map(([name, test]) => [name.toLowerCase(), test]);
    this.#query = testsOf(match.query);
    this.#caller = match.caller === undefined ? undefined : testOf(match.caller.toLowerCase());
    this.#body = testsOf(match.body).map(([path, test]) => [path.split('.'), test]);
  }

  holdFor(target: FaultTarget): boolean {
    if (this.#method !== undefined && this.#method !== target.method) return false;
    const path = this.#path;
    if (path === undefined ? target.needsPath : !target.paths.some((one) => path.matches(one))) return false;
    return (
      this.#headers.every(([name, test]) => test(headerIn(target.headers, name))) &&
      this.#query.every(([name, test]) => (target.query()[name] ?? []).some(test)) &&
      (this.#caller === undefined || this.#caller(target.caller()?.toLowerCase())) &&
      this.#body.every(([path, test]) => hasField(target, target.body, path, test))
    );
  }
}

/** The parts of a rule that select requests. */
interface PreparedConditions {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly match?: z.input<typeof faultMatch> | undefined;
}

type ValueTest = (value: unknown) => boolean;
type Tests = readonly (readonly [name: string, test: ValueTest])[];

function testsOf(conditions: Readonly<Record<string, unknown>> = {}): Tests {
  return Object.entries(conditions).map(([name, expected]) => [name, testOf(expected)]);
}

/** `*` is any value that is there. Compares other texts as patterns, and any other value exactly. */
function testOf(expected: unknown): ValueTest {
  if (expected === '*') return (value) => value !== undefined;
  if (typeof expected !== 'string') return (value) => value === expected;
  const matches = wildcardTest(expected, '*');
  return (value) => typeof value === 'string' && matches(value);
}

function hasField(target: FaultTarget, value: unknown, path: readonly string[], test: ValueTest, depth = 0): boolean {
  if (target.valuesLeft-- <= 0) return false;
  const name = path[depth];
  if (name === undefined) return test(value);
  if (typeof value !== 'object' || value === null) return false;
  if (name === '*') return valuesIn(value, target).some((part) => hasField(target, part, path, test, depth + 1));
  // Not inherited properties, and not the length of an array.
  if (!Object.prototype.propertyIsEnumerable.call(value, name)) return false;
  return hasField(target, (value as Record<string, unknown>)[name], path, test, depth + 1);
}

/** Listing the values of a large object takes longer than comparing them, so all rules share the list. */
function valuesIn(value: object, { valuesOf }: FaultTarget): readonly unknown[] {
  return Array.isArray(value) ? value : getOrInsert(valuesOf, value, () => Object.values(value));
}
