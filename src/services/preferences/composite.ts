import * as z from 'zod/mini';
import { referenceId } from '../../foundation/common-schemas.js';
import { MockError } from '../../foundation/mock-error.js';
import { records } from '../../model/record-schemas.js';
import { DEFAULT_PREFERENCE_TYPE } from '../../model/tables/preference.js';
import type { Row, Tables } from '../../model/tables.js';
import { writeEach } from '../../protocol/bulk.js';
import { defineRoute, type Route, type RouteContext } from '../../protocol/route.js';
import { aboutPreference } from './about-preference.js';
import { preferenceType } from './preference-type.js';
import { setPreference, valuesOf } from './set-preference.js';
import { entityValue, genericValue, presentEntityValue, presentGenericValue, readValueKey } from './values.js';

/** A preference with its values (User-Data API and User-Preference API, "Composite preference"). */
export const compositePreference = z.extend(records.preference, {
  /** The values of a preference of the type `Generic`, in order of creation; empty for the other type. */
  generic: z.array(genericValue),
  /** The values of a preference of the type `Entity`, in order of creation; empty for the other type. */
  entity: z.array(entityValue),
});

type Composite = z.input<typeof compositePreference>;

export const preferenceSetting = z.object({
  /** The name that people see. Default: the label of the application preference. */
  name: z.nullish(z.string()),
  /** The id of its category. */
  preference_hierarchy: referenceId,
  /** The id of its user. It or `user_email` is required (D16). */
  user_id: z.nullish(referenceId),
  /** The e-mail of its user, case-insensitive. */
  user_email: z.nullish(z.string()),
  /** The id of the application preference that it sets. */
  application_preference: referenceId,
  /** `Entity` or `Generic`, case-insensitive. Default `Generic`. */
  type: z._default(z.nullable(preferenceType), DEFAULT_PREFERENCE_TYPE),
  /** The new values, only for the type `Generic`. They replace all values. */
  generic: z.nullish(
    z.array(
      z.pipe(
        z.transform(readValueKey),
        z.object({
          /** Any text. The key may end in an apostrophe. */
          preference_value: z._default(z.nullable(z.string()), null),
          /** The version of the format of the value, which the mock does not interpret. */
          schema_version: z._default(z.nullable(z.int()), null),
        }),
      ),
    ),
  ),
  /** The new values, only for the type `Entity`. They replace all values. */
  entity: z.nullish(
    z.array(
      z.object({
        /** The gid of any entity. */
        entity_gid: z._default(z.nullable(z.string()), null),
      }),
    ),
  ),
});

// The filters are as D14 decides.
/** Every filter is a list; an empty or missing list matches everything. */
export const preferenceFilters = z.object({
  /** Ids of preferences. */
  id: z.nullish(z.array(z.int())),
  /** Whole names, case-sensitive. */
  name: z.nullish(z.array(z.string())),
  /** Ids of categories. Preferences without a category match none. */
  preference_hierarchy: z.nullish(z.array(z.int())),
  /** Ids of users. */
  user_id: z.nullish(z.array(z.int())),
  /** E-mails of users, case-insensitive. */
  user_email: z.nullish(z.array(z.string())),
  /** Ids of application preferences. */
  application_preference: z.nullish(z.array(z.int())),
  /** `Entity`, `Generic` or both, case-insensitive. */
  type: z.nullish(z.array(preferenceType)),
});

type Filters = z.output<typeof preferenceFilters>;

/** The routes get-preference and set-preference. */
export function compositePreferenceRoutes(base: string): Route[] {
  const response = z.strictObject({ data: z.array(compositePreference) });
  const get = defineRoute({
    method: 'POST',
    path: `${base}/get-preference`,
    summary: 'List the preferences that match all filters, with their values',
    decisions: ['D14'],
    body: preferenceFilters,
    example: (state) =>
      aboutPreference(state, ({ preference: { user_id, type } }) => ({ body: { user_id: [user_id], type: [type] } })),
    response,
    handle: ({ body }, context: RouteContext) => ({
      data: selectPreferences(body, context.tables).map((preference) => presentComposite(preference, context)),
    }),
  });
  const set = defineRoute({
    method: 'POST',
    path: `${base}/set-preference`,
    summary: 'Set one or more preferences with their values, all or none',
    decisions: ['D13', 'D15', 'D16', 'D17', 'F2'],
    items: { schema: preferenceSetting, orOne: false },
    example: (state) =>
      aboutPreference(state, ({ preference: { user_id, application_preference, type }, value }) => {
        const [category] = state.tables.preference_hierarchy.all();
        const generic = [{ preference_value: value, schema_version: 1 }];
        const setting = { preference_hierarchy: category?.id, user_id, application_preference, type, generic };
        return category && { body: [setting] };
      }),
    response,
    failures: ['not_found'],
    handle: ({ batch }, context: RouteContext) => {
      const preferences = writeEach(batch, preferenceSetting, ({ type, generic, entity, ...columns }) =>
        setPreference(
          { ...columns, type: type ?? DEFAULT_PREFERENCE_TYPE, generic: generic ?? [], entity: entity ?? [] },
          context,
        ),
      );
      return { data: presentEach(preferences, context) };
    },
  });
  return [get, set];
}

/**
 * The maximum number of values in an answer of set-preference. Each item is answered with all values of its preference, so
 * that items for the same preference multiply them.
 */
const VALUE_LIMIT = 100_000;

/**
 * Presents the preference of each item. They are read again, because an item may have replaced the preference of an earlier
 * item.
 * @throws MockError `payload_too_large` if they have too many values
 */
function presentEach(written: readonly Row<'preference'>[], context: RouteContext): Composite[] {
  const presented = new Map<number, Composite>();
  let values = 0;
  return written.map(({ id }) => {
    const composite =
      presented.get(id) ?? presentComposite(context.tables.preference.get(id) as Row<'preference'>, context);
    presented.set(id, composite);
    values += composite.generic.length + composite.entity.length;
    if (values > VALUE_LIMIT) {
      const problem = `The answer would have more than ${VALUE_LIMIT} values`;
      throw new MockError('payload_too_large', `${problem}; set each preference once, or send several requests`);
    }
    return composite;
  });
}

function presentComposite(preference: Row<'preference'>, { tables, behavior }: RouteContext): Composite {
  const { generic, entity } = valuesOf(preference, tables);
  return {
    ...preference,
    generic: generic.map((value) => presentGenericValue(value, behavior)),
    entity: entity.map(presentEntityValue),
  };
}

function selectPreferences(filters: Filters, tables: Tables): Row<'preference'>[] {
  const wanted = Object.entries(filters)
    .filter(([, values]) => values?.length)
    .map(([name, values]) => {
      const column = name as keyof Filters;
      return { column, values: new Set((values as unknown[]).map((value) => comparable(column, value))) };
    });
  return candidates(filters, tables).filter((preference) =>
    wanted.every(({ column, values }) => values.has(comparable(column, preference[column]))),
  );
}

/** A value in the form in which its column is compared: e-mails are case-insensitive. */
function comparable(column: keyof Filters, value: unknown): unknown {
  return column === 'user_email' ? String(value).toLowerCase() : value;
}

/** A superset of the matching preferences, by an index if a filter has one. */
function candidates(
  { id, user_id, user_email, application_preference, preference_hierarchy }: Filters,
  { preference, user }: Tables,
): Row<'preference'>[] {
  if (id?.length) return byId([...new Set(id)].map((id) => preference.get(id)));
  if (user_id?.length) return ofEach(user_id, (user_id) => preference.list({ user_id }));
  if (user_email?.length) {
    const ids = user_email.map((email) => user.find({ email })?.id);
    return ofEach(ids, (user_id) => preference.list({ user_id }));
  }
  if (application_preference?.length) {
    return ofEach(application_preference, (id) => preference.list({ application_preference: id }));
  }
  if (preference_hierarchy?.length) {
    return ofEach(preference_hierarchy, (id) => preference.list({ preference_hierarchy: id }));
  }
  return preference.all();
}

/** The preferences of each value of a filter, which may contain a value several times. */
function ofEach<Value>(values: readonly Value[], listOf: (value: Value) => Row<'preference'>[]): Row<'preference'>[] {
  return byId([...new Set(values)].flatMap(listOf));
}

/** In ascending order of the id (X11). */
function byId(preferences: readonly (Row<'preference'> | undefined)[]): Row<'preference'>[] {
  return preferences.filter((found) => found !== undefined).sort((a, b) => a.id - b.id);
}
