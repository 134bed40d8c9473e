import * as z from 'zod/mini';
import { isPlainObject } from '../../foundation/is-object.js';
import { once } from '../../foundation/once.js';
import { parseJson } from '../../foundation/parse-json.js';
import { wildcardTest } from '../../foundation/wildcard.js';
import { records } from '../../model/record-schemas.js';
import type { Row, Tables } from '../../model/tables.js';
import { numberText, optionalParameter } from '../../protocol/parameter-schemas.js';
import { defineResource } from '../../protocol/resource.js';
import type { RouteContext } from '../../protocol/route.js';

/** D18: a query parameter that is a JSON object. */
const jsonParameter = z
  .pipe(
    z.string(),
    z.transform((text, context): Record<string, unknown> => {
      const value = parseJson(text);
      if (isPlainObject(value)) return value;
      context.issues.push({ code: 'custom', input: text, message: 'must be a JSON object' });
      return z.NEVER;
    }),
  )
  .check(
    z.meta({
      contentMediaType: 'application/json',
      example: '{}',
      description:
        'A JSON object. Selects values that contain each of its keys with an equal value. `%` matches any text, in texts of the object itself and in those of arrays.',
    }),
  );

/** User-Data API, "User preference item": the JSON value that a user has for a legacy preference. */
export const userPreference = z.extend(records.legacy_user_preference, {
  /** The name of the legacy preference. */
  preference_name: z.string(),
  /** The slug of the legacy preference. */
  preference_slug: z.string(),
});

const wildcard = optionalParameter(z.string(), '`%` matches any text.');

/** Legacy user preferences: one JSON value per user and legacy preference. */
export const userPreferenceRoutes = defineResource({
  path: '/user-data/v1/user-preference',
  table: 'legacy_user_preference',
  noun: 'user preference',
  decisions: ['D18', 'D38', 'X7', 'X24'],
  columns: ['user_email', 'preference_id', 'preference_value'],
  orOne: true,
  present: {
    schema: userPreference,
    record: (row, { tables }) => {
      const { id, user_email, preference_id, preference_value } = row;
      const { name, slug } = preferenceOf(row, tables);
      return { id, user_email, preference_id, preference_name: name, preference_slug: slug, preference_value };
    },
  },
  query: {
    preference_value: z.optional(jsonParameter),
    preference_id: z.optional(
      numberText(/^-?\d+$/, 'must be an integer').check(z.meta({ type: 'integer', example: 1 })),
    ),
    preference_name: wildcard,
    preference_slug: wildcard,
    user_email: wildcard,
  },
  list: (filters, { tables }) => {
    const { user_email, preference_id, preference_name, preference_slug, preference_value } = filters;
    const isEmail = textTest(user_email?.toLowerCase());
    const isName = textTest(preference_name);
    const isSlug = textTest(preference_slug);
    const isValue = preference_value === undefined ? always : containsTest(preference_value, true);
    return candidates(filters, tables).filter((row) => {
      const { name, slug } = preferenceOf(row, tables);
      return (
        isEmail(row.user_email.toLowerCase()) &&
        (preference_id === undefined || preference_id === row.preference_id) &&
        isName(name) &&
        isSlug(slug) &&
        isValue(row.preference_value)
      );
    });
  },
  // A POST replaces all user preferences of its users.
  beforeCreate: (items, { tables }: RouteContext) => {
    for (const item of items) {
      const { user_email } = (item ?? {}) as { user_email?: unknown };
      if (typeof user_email !== 'string') continue;
      for (const { id } of tables.legacy_user_preference.list({ user_email })) tables.legacy_user_preference.remove(id);
    }
  },
});

/** A superset of the matching user preferences, by an index if a filter has one and no wildcard. */
function candidates(
  { user_email, preference_id }: { user_email?: string | undefined; preference_id?: number | undefined },
  { legacy_user_preference }: Tables,
): Row<'legacy_user_preference'>[] {
  if (user_email !== undefined && !user_email.includes('%')) return legacy_user_preference.list({ user_email });
  if (preference_id !== undefined) return legacy_user_preference.list({ preference_id });
  return legacy_user_preference.all();
}

function preferenceOf({ preference_id }: Row<'legacy_user_preference'>, tables: Tables): Row<'legacy_preference'> {
  return tables.legacy_preference.get(preference_id) as Row<'legacy_preference'>;
}

/** Whether a value passes a filter. The parts of a filter are prepared once, as it is compared with many values. */
type FilterTest<Value = unknown> = (value: Value) => boolean;

function always(): boolean {
  return true;
}

function textTest(pattern: string | undefined): FilterTest<string> {
  return pattern === undefined ? always : wildcardTest(pattern, '%');
}

/** D18: a value must have every key of the filter with an equal value. */
function containsTest(filter: object, hasWildcards: boolean): FilterTest<Readonly<Record<string, unknown>>> {
  const tests = Object.entries(filter).map(([key, wanted]) => [key, equalsTest(wanted, hasWildcards)] as const);
  return (value) => tests.every(([key, equals]) => Object.hasOwn(value, key) && equals(value[key]));
}

/** `%` is a wildcard in the texts of the filter itself and of arrays, but not in those of nested objects (D18). */
function equalsTest(wanted: unknown, hasWildcards: boolean): FilterTest {
  if (typeof wanted === 'string' && hasWildcards) {
    const matches = wildcardTest(wanted, '%');
    return (value) => typeof value === 'string' && matches(value);
  }
  if (typeof wanted !== 'object' || wanted === null) return (value) => value === wanted;
  const { length } = Object.keys(wanted);
  // Prepared when it is needed: a filter can be nested deeper than any value.
  const contains = once(() => containsTest(wanted, Array.isArray(wanted)));
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    Array.isArray(value) === Array.isArray(wanted) &&
    Object.keys(value).length === length &&
    contains()(value as Readonly<Record<string, unknown>>);
}
