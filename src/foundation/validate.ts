import type * as z from 'zod';
import { en } from 'zod/locales';
import { formatValue } from './format-value.js';
import { type ErrorCode, type Issue, issuesError } from './mock-error.js';

export type ValidationResult<Value> = { readonly value: Value } | { readonly issues: Issue[] };

/**
 * Validates a value; the paths of issues start with `root`. `jitless` keeps zod from compiling the schema: for one that is
 * used once or twice, interpreting it is faster.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  root: readonly PropertyKey[] = [],
  { jitless = false } = {},
): ValidationResult<z.output<Schema>> {
  let result: z.ZodSafeParseResult<z.output<Schema>>;
  try {
    result = schema.safeParse(value, { error: messageOf, jitless });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { issues: [{ path: root.map(String).join('.'), message: 'is nested too deep' }] };
  }
  if (result.success) return { value: result.data };
  return { issues: result.error.issues.flatMap((issue) => issuesOf(issue, root)) };
}

/** Returns the parsed value. @throws MockError with `code` and all issues. */
export function expectValid<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  {
    root = [],
    code = 'malformed_data',
    jitless,
  }: { root?: readonly PropertyKey[]; code?: ErrorCode; jitless?: boolean } = {},
): z.output<Schema> {
  const checked = validate(schema, value, root, { jitless });
  if ('value' in checked) return checked.value;
  throw issuesError(code, checked.issues);
}

const english = en().localeError;

/** Messages of our own: an application may have set another language for its zod. */
function messageOf(issue: z.core.$ZodRawIssue): ReturnType<z.core.$ZodErrorMap> {
  const { code, input } = issue;
  if (code === 'unrecognized_keys') return english(issue);
  if (input === undefined) return 'is required';
  const allowed = allowedBy(issue);
  return allowed === undefined ? english(issue) : `is ${formatValue(input)}, not ${allowed}`;
}

function allowedBy(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? `a ${issue.expected}`;
    case 'invalid_value':
      return issue.values.map(formatValue).join(' or ');
    case 'too_small':
      return `${issue.inclusive ? 'at least' : 'above'} ${issue.minimum}`;
    case 'too_big':
      return `${issue.inclusive ? 'at most' : 'below'} ${issue.maximum}`;
    default:
      return undefined;
  }
}

/** Types whose zod name is unusual, or needs the article "an". */
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
