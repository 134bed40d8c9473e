import type * as z from 'zod';
import { en } from 'zod/locales';
import { show } from './format-value.js';
import { type ErrorCode, type Issue, refusal } from './mock-error.js';

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

const english = en().localeError;

/** In the mock's own words: whatever language an application has set for its own schemas. */
function messageOf(issue: z.core.$ZodRawIssue): ReturnType<z.core.$ZodErrorMap> {
  const { code, input } = issue;
  if (code === 'unrecognized_keys') return english(issue);
  if (input === undefined) return 'is required';
  const allowed = allowedBy(issue);
  return allowed === undefined ? english(issue) : `is ${show(input)}, not ${allowed}`;
}

function allowedBy(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? `a ${issue.expected}`;
    case 'invalid_value':
      return issue.values.map(show).join(' or ');
    case 'too_small':
      return `${issue.inclusive ? 'at least' : 'above'} ${issue.minimum}`;
    case 'too_big':
      return `${issue.inclusive ? 'at most' : 'below'} ${issue.maximum}`;
    default:
      return undefined;
  }
}

/** What zod calls otherwise than readers do, or begins with a vowel. */
const KINDS: Readonly<Record<string, string>> = {
  int: 'an integer',
  object: 'an object',
  record: 'an object',
  array: 'an array',
};

function issuesOf(issue: z.core.$ZodIssue, root: readonly PropertyKey[]): Issue[] {
  const path = [...root, ...issue.path];
  if (issue.code !== 'unrecognized_keys') return [{ path: path.map(String).join('.'), message: issue.message }];
  return issue.keys.map((key) => ({ path: [...path, key].map(String).join('.'), message: 'is not known here' }));
}
