import * as z from 'zod';
import { jsonObject } from '../../foundation/common-schemas.js';
import { matchesWildcard } from '../../foundation/wildcard.js';
import type { Row, Tables } from '../../model/tables.js';
import { defineResource } from '../../protocol/resource.js';
import type { RouteContext } from '../../protocol/route.js';

type UserPreference = Row<'legacy_user_preference'>;

/** D18: a query parameter that is a JSON object. */
const jsonParameter = z
  .string()
  .transform((text, context): Record<string, unknown> => {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    } catch {
      // The issue is added below.
    }
    context.addIssue({ code: 'custom', message: 'must be a JSON object' });
    return z.NEVER;
  })
  .meta({
    contentMediaType: 'application/json',
    description:
      'A JSON object. Selects values that contain each of its keys with an equal value. `%` matches any text, in texts of the object itself and in those of arrays.',
  });

/** User-Data API, "User preference item": the JSON value that a user has for a legacy preference. */
export const userPreference = z.strictObject({
  id: z.int(),
  user_email: z.string(),
  preference_id: z.int(),
  preference_name: z.string(),
  preference_slug: z.string(),
  preference_value: jsonObject,
});

const wildcard = z.string().optional().describe('`%` matches any text.');

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
    preference_value: jsonParameter.optional(),
    preference_id: z
      .string()
      .regex(/^-?\d+$/, 'must be an integer')
      .transform(Number)
      .meta({ type: 'integer' })
      .optional(),
    preference_name: wildcard,
    preference_slug: wildcard,
    user_email: wildcard,
  },
  list: (filters, { tables }) => {
    const { user_email, preference_id, preference_name, preference_slug, preference_value } = filters;
    const email = user_email?.toLowerCase();
    return candidates(filters, tables).filter((row) => {
      const { name, slug } = preferenceOf(row, tables);
      return (
        (email === undefined || matchesWildcard(email, row.user_email.toLowerCase(), '%')) &&
        (preference_id === undefined || preference_id === row.preference_id) &&
        (preference_name === undefined || matchesWildcard(preference_name, name, '%')) &&
        (preference_slug === undefined || matchesWildcard(preference_slug, slug, '%')) &&
        (preference_value === undefined || matchesFilter(row.preference_value, preference_value))
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
): UserPreference[] {
  if (user_email !== undefined && !user_email.includes('%')) return legacy_user_preference.list({ user_email });
  if (preference_id !== undefined) return legacy_user_preference.list({ preference_id });
  return legacy_user_preference.all();
}

function preferenceOf({ preference_id }: UserPreference, tables: Tables): Row<'legacy_preference'> {
  return tables.legacy_preference.get(preference_id) as Row<'legacy_preference'>;
}

/** D18: whether a value has every key of a filter with an equal value. */
function matchesFilter(value: Readonly<Record<string, unknown>>, filter: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(filter).every(([key, wanted]) => Object.hasOwn(value, key) && equals(value[key], wanted, true));
}

/** `%` is a wildcard in the strings of the filter itself and of arrays, but not in those of nested objects (D18). */
function equals(value: unknown, wanted: unknown, hasWildcards: boolean): boolean {
  if (typeof wanted === 'string' && hasWildcards)
    return typeof value === 'string' && matchesWildcard(wanted, value, '%');
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  const isArray = Array.isArray(wanted);
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== isArray) return false;
  const keys = Object.keys(wanted);
  return (
    keys.length === Object.keys(value).length &&
    keys.every((key) => Object.hasOwn(value, key) && equals((value as never)[key], (wanted as never)[key], isArray))
  );
}
