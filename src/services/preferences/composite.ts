import * as z from 'zod';
import { referenceId } from '../../foundation/common-schemas.js';
import { MockError } from '../../foundation/mock-error.js';
import { DEFAULT_PREFERENCE_TYPE, preferenceTypes } from '../../model/tables/preference.js';
import type { Row, Tables } from '../../model/tables.js';
import { writeEach } from '../../protocol/bulk.js';
import { defineRoute, type Route, type RouteContext } from '../../protocol/route.js';
import { preferenceType } from './preference-type.js';
import { setPreference, valuesOf } from './store.js';
import { entityValue, genericValue, presentEntityValue, presentGenericValue, readValueKey } from './values.js';

/** A preference with its values (User-Data API and User-Preference API, "Composite preference"). */
export const compositePreference = z.strictObject({
  id: z.int(),
  name: z.string(),
  preference_hierarchy: z.int().nullable(),
  user_id: z.int(),
  user_email: z.string(),
  application_preference: z.int(),
  type: z.enum(preferenceTypes),
  generic: z.array(genericValue),
  entity: z.array(entityValue),
});

/** An item of set-preference. */
export const preferenceSetting = z.object({
  name: z.string().nullish(),
  preference_hierarchy: referenceId,
  // One of the two is required (D16).
  user_id: referenceId.optional(),
  user_email: z.string().optional(),
  application_preference: referenceId,
  type: preferenceType.nullable().default(DEFAULT_PREFERENCE_TYPE),
  generic: z
    .array(
      z.preprocess(
        readValueKey,
        z.object({
          preference_value: z.string().nullable().default(null),
          schema_version: z.int().nullable().default(null),
        }),
      ),
    )
    .nullish(),
  entity: z.array(z.object({ entity_gid: z.string().nullable().default(null) })).nullish(),
});

/** D14: every filter is a list; an empty or missing list matches everything. */
export const preferenceFilters = z.object({
  id: z.array(z.int()).nullish(),
  name: z.array(z.string()).nullish(),
  preference_hierarchy: z.array(z.int()).nullish(),
  user_id: z.array(z.int()).nullish(),
  user_email: z.array(z.string()).nullish(),
  application_preference: z.array(z.int()).nullish(),
  type: z.array(preferenceType).nullish(),
});

type Filters = z.output<typeof preferenceFilters>;
type Preference = Row<'preference'>;

/** The routes get-preference and set-preference. */
export function compositePreferenceRoutes(base: string): Route[] {
  const response = z.strictObject({ data: z.array(compositePreference) });
  const get = defineRoute({
    method: 'POST',
    path: `${base}/get-preference`,
    summary: 'List the preferences that match all filters, with their values',
    decisions: ['D14'],
    body: preferenceFilters,
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
function presentEach(written: readonly Preference[], context: RouteContext): z.input<typeof compositePreference>[] {
  const presented = new Map<number, z.input<typeof compositePreference>>();
  let values = 0;
  return written.map(({ id }) => {
    const composite = presented.get(id) ?? presentComposite(context.tables.preference.get(id) as Preference, context);
    presented.set(id, composite);
    values += composite.generic.length + composite.entity.length;
    if (values > VALUE_LIMIT) {
      throw new MockError(
        'payload_too_large',
        `The answer would have more than ${VALUE_LIMIT} values; set each preference once, or send several requests`,
      );
    }
    return composite;
  });
}

function presentComposite(
  preference: Preference,
  { tables, behavior }: RouteContext,
): z.input<typeof compositePreference> {
  const { generic, entity } = valuesOf(preference, tables);
  return {
    ...preference,
    generic: generic.map((value) => presentGenericValue(value, behavior)),
    entity: entity.map(presentEntityValue),
  };
}

function selectPreferences(filters: Filters, tables: Tables): Preference[] {
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
): Preference[] {
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
function ofEach<Value>(values: readonly Value[], listOf: (value: Value) => Preference[]): Preference[] {
  return byId([...new Set(values)].flatMap(listOf));
}

/** In ascending order of the id (X11). */
function byId(preferences: readonly (Preference | undefined)[]): Preference[] {
  return preferences.filter((found) => found !== undefined).sort((a, b) => a.id - b.id);
}
