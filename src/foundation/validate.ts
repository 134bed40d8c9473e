import * as z from 'zod/mini';
import { $ZodNumberFormat, $ZodObject } from 'zod/v4/core';
import { formatValue, formatValueAt } from './format-value.js';
import { type ErrorCode, type Issue, IssueList, issuesError } from './mock-error.js';
import { HIDDEN, isSecretField } from './secrets.js';

export type ValidationResult<Value> = { readonly value: Value } | { readonly issues: IssueList };

/**
 * Validates a value; the paths of issues start with `root`. Issues are added to `issues`, if given. They show no value at a path
 * with a name that `isSecret`.
 */
export function validate<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
  root: readonly PropertyKey[] = [],
  issues = new IssueList(),
  isSecret = isSecretField,
): ValidationResult<z.output<Schema>> {
  let result: z.core.util.SafeParseResult<z.output<Schema>>;
  // The root names the given value, not those inside of it: it is often an option, such as `sessions`.
  const shown = ({ path = [], input }: z.core.$ZodRawIssue) =>
    formatValueAt(path.length > 0 ? path : root, input, isSecret);
  try {
    const error = issues.isFull ? noMessage : (issue: z.core.$ZodRawIssue) => messageOf(issue, shown(issue));
    result = z.safeParse(schema, value, { error });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    issues.add({ path: root.map(String).join('.'), message: 'is nested too deep' });
    return { issues };
  }
  if (result.success) return { value: result.data };
  for (const issue of result.error.issues) for (const found of issuesOf(issue, root)) issues.add(found);
  return { issues };
}

interface ValidityOptions {
  readonly root?: readonly PropertyKey[];
  readonly code?: ErrorCode;
  readonly isSecret?: (name: string) => boolean;
}

/** Returns the parsed value. @throws MockError with `code` and all issues. */
export function expectValid<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
  { root = [], code = 'malformed_data', isSecret }: ValidityOptions = {},
): z.output<Schema> {
  const checked = validate(schema, value, root, undefined, isSecret);
  if ('value' in checked) return checked.value;
  throw checked.issues.toError(code);
}

/**
 * The message of an issue, to be read after its path; `shown` is its value. Not zod's own, which could be in another language: the
 * application may have set a locale for its zod.
 */
function messageOf(issue: z.core.$ZodRawIssue, shown: string): string {
  if (issue.code === 'unrecognized_keys') return unknownKey(issue.inst);
  if (issue.input === undefined) return 'is required';
  const expected = expectedBy(issue);
  if (expected !== undefined) return `must be ${expected}, but is ${shown}`;
  // The messages of its parts may show it.
  const isHidden = shown === HIDDEN;
  switch (issue.code) {
    case 'invalid_union': {
      if (isHidden) return 'matches none of the allowed forms';
      const branch = matchingBranch(issue.errors);
      if (branch !== undefined) return listIssues(branch);
      if (issue.errors.length === 0) return 'matches none, or more than one, of the allowed forms';
      return `matches none of the allowed forms: ${issue.errors.map(listIssues).join(', or ')}`;
    }
    case 'invalid_key':
      return `is not a valid key: ${listIssues(issue.issues)}`;
    case 'invalid_element':
      return isHidden
        ? 'has an invalid element'
        : `has an invalid element ${formatValue(issue.key)}: ${listIssues(issue.issues)}`;
    default:
      return `is invalid: ${shown}`;
  }
}

/** For issues that are only counted, because most of the time would go into writing their messages. */
function noMessage(): string {
  return '';
}

function unknownKey(schema: unknown): string {
  const allowed = schema instanceof $ZodObject ? Object.keys(schema._zod.def.shape) : [];
  return allowed.length === 0 ? 'is unknown' : `is unknown; allowed: ${allowed.join(', ')}`;
}

/** What the value must be, to be read after "must be"; undefined if the issue does not say so. */
function expectedBy(issue: z.core.$ZodRawIssue | z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      // Zod expects a number first, and only then an integer.
      if ('inst' in issue && issue.inst instanceof $ZodNumberFormat) return KINDS.int;
      return KINDS[issue.expected] ?? `a ${issue.expected}`;
    case 'invalid_value':
      return alternatives(issue.values.map(formatValue));
    case 'too_small':
      return sizeOf(issue.origin, limit(issue.exact, issue.inclusive, 'at least', 'above'), issue.minimum);
    case 'too_big':
      return sizeOf(issue.origin, limit(issue.exact, issue.inclusive, 'at most', 'below'), issue.maximum);
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return formatOf(issue);
    case 'invalid_union': {
      // The allowed values of a discriminator.
      const { options } = issue as { options?: readonly unknown[] };
      if (options !== undefined) return alternatives(options.map(formatValue));
      const branches = issue.errors.map(([first]) => (first?.path.length === 0 ? expectedBy(first) : undefined));
      const expected = branches.filter((branch) => branch !== undefined);
      return expected.length > 0 && expected.length === branches.length ? alternatives(expected) : undefined;
    }
    default:
      return undefined;
  }
}

function limit(exact: boolean | undefined, inclusive: boolean | undefined, reached: string, beyond: string): string {
  if (exact) return 'exactly';
  return inclusive ? reached : beyond;
}

function sizeOf(origin: string, relation: string, bound: number | bigint): string {
  if (origin === 'date') return `${relation} ${new Date(Number(bound)).toISOString()}`;
  const plural = Number(bound) === 1 ? '' : 's';
  if (origin === 'string') return `a string of ${relation} ${bound} character${plural}`;
  if (origin === 'array') return `an array of ${relation} ${bound} item${plural}`;
  return `${relation} ${bound}`;
}

function formatOf(issue: { format: string; pattern?: string; prefix?: string; suffix?: string; includes?: string }) {
  const { format, pattern, prefix, suffix, includes } = issue;
  if (prefix !== undefined) return `a string that starts with ${formatValue(prefix)}`;
  if (suffix !== undefined) return `a string that ends with ${formatValue(suffix)}`;
  if (includes !== undefined) return `a string that contains ${formatValue(includes)}`;
  return FORMATS[format] ?? (format === 'regex' ? `a string that matches ${pattern}` : `a valid ${format}`);
}

/** "a", "a or b", "a, b or c". */
function alternatives(values: readonly string[]): string {
  const unique = [...new Set(values)];
  const last = unique.at(-1) ?? '';
  return unique.length < 2 ? last : `${unique.slice(0, -1).join(', ')} or ${last}`;
}

/** The only branch of a union that accepts the type of the value, and fails for a part of it. */
function matchingBranch(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const matching = branches.filter(([first]) => first !== undefined && first.path.length > 0);
  return matching.length === 1 ? matching[0] : undefined;
}

function listIssues(issues: readonly z.core.$ZodIssue[]): string {
  const found = issues.flatMap(innermost).flatMap((issue) => issuesOf(issue, []));
  return issuesError('malformed_data', found).message;
}

/** Replaces the issue of a union by those of its matching branch. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  const branch = issue.code === 'invalid_union' ? matchingBranch(issue.errors) : undefined;
  if (branch === undefined) return [issue];
  return branch.flatMap(innermost).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Types whose zod name is unusual, or needs the article "an". */
const KINDS: Readonly<Record<string, string>> = {
  int: 'an integer',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  tuple: 'an array',
  never: 'absent',
  undefined: 'absent',
  null: 'null',
  date: 'a Date',
  map: 'a Map',
  set: 'a Set',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'a URL',
  uuid: 'a UUID',
  date: 'a date of the form YYYY-MM-DD',
  datetime: 'a date and time in ISO 8601, such as 2026-03-04T09:00:00Z',
  time: 'a time of the form HH:MM:SS',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  json_string: 'a string of JSON',
  jwt: 'a JWT',
  lowercase: 'in lower case',
  uppercase: 'in upper case',
};

function issuesOf(issue: z.core.$ZodIssue, root: readonly PropertyKey[]): Issue[] {
  const path = [...root, ...issue.path];
  if (issue.code !== 'unrecognized_keys') return [{ path: path.map(String).join('.'), message: issue.message }];
  return issue.keys.map((key) => ({ path: [...path, key].map(String).join('.'), message: issue.message }));
}
