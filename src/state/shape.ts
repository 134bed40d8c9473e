import type * as z from 'zod';
import { en } from 'zod/locales';
import { type ErrorCode, type Issue, refusal } from './errors.js';

export type ShapeResult<Value> = { readonly value: Value } | { readonly issues: Issue[] };

/**
 * Holds a value against a schema; what does not fit is named by its path below `root`. A schema that is used
 * `seldom` is not worth compiling, which zod otherwise does: to go through it takes less.
 */
export function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  root: readonly PropertyKey[] = [],
  { seldom = false } = {},
): ShapeResult<z.output<Schema>> {
  let result: z.ZodSafeParseResult<z.output<Schema>>;
  try {
    result = schema.safeParse(value, { error: messageOf, jitless: seldom });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { issues: [{ path: root.map(String).join('.'), message: 'is nested too deep' }] };
  }
  if (result.success) return { value: result.data };
  return { issues: result.error.issues.flatMap((issue) => issuesOf(issue, root)) };
}

/** A value that fits a schema. @throws MockError under `code`, naming all that does not fit. */
export function expectShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  {
    root = [],
    code = 'malformed_data',
    seldom,
  }: { root?: readonly PropertyKey[]; code?: ErrorCode; seldom?: boolean } = {},
): z.output<Schema> {
  const checked = checkShape(schema, value, root, { seldom });
  if ('value' in checked) return checked.value;
  throw refusal(code, checked.issues);
}

// An application may have set another language for its own schemas.
const english = en().localeError;

function messageOf(issue: z.core.$ZodRawIssue): ReturnType<z.core.$ZodErrorMap> {
  return issue.input === undefined && issue.code !== 'unrecognized_keys' ? 'is required' : english(issue);
}

function issuesOf(issue: z.core.$ZodIssue, root: readonly PropertyKey[]): Issue[] {
  const path = [...root, ...issue.path];
  if (issue.code !== 'unrecognized_keys') return [{ path: path.map(String).join('.'), message: issue.message }];
  return issue.keys.map((key) => ({ path: [...path, key].map(String).join('.'), message: 'is not known here' }));
}
