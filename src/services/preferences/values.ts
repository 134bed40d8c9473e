import * as z from 'zod/mini';
import { records } from '../../model/record-schemas.js';
import type { Row } from '../../model/tables.js';
import type { Behavior } from '../../protocol/behavior.js';
import { defineResource } from '../../protocol/resource.js';
import type { Route } from '../../protocol/route.js';

export const VALUE_KEY = 'preference_value';
const APOSTROPHE_KEY = "preference_value'";

/** A generic preference. Unlike in the record, the key of the value depends on `behavior.apostropheKey`. */
export const genericPreferenceItem = z.strictObject(records.generic_preference.shape);

/** A generic value inside a composite preference. */
export const genericValue = z.omit(genericPreferenceItem, { preference_id: true });

/** An entity value inside a composite preference. */
export const entityValue = z.omit(records.entity_preference, { preference_id: true });

/** D11: accepts the key of the value with or without an apostrophe. */
export function readValueKey(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !(APOSTROPHE_KEY in body)) return body;
  return { preference_value: body[APOSTROPHE_KEY], ...body };
}

/** D11: the key, or keys, of the value of a generic preference in answers. The schemas have the default one. */
export function valueKeys({ apostropheKey }: Pick<Behavior, 'apostropheKey'>): readonly string[] {
  return { off: [VALUE_KEY], on: [APOSTROPHE_KEY], both: [VALUE_KEY, APOSTROPHE_KEY] }[apostropheKey];
}

function withValueKeys(value: string | null, behavior: Behavior): { preference_value: string | null } {
  return Object.fromEntries(valueKeys(behavior).map((key) => [key, value])) as { preference_value: string | null };
}

export function presentGenericValue(
  { id, preference_value, schema_version }: Row<'generic_preference'>,
  behavior: Behavior,
): z.input<typeof genericValue> {
  return { id, ...withValueKeys(preference_value, behavior), schema_version };
}

export function presentEntityValue({ id, entity_gid }: Row<'entity_preference'>): z.input<typeof entityValue> {
  return { id, entity_gid };
}

export function entityPreferenceRoutes(base: string): Route[] {
  return defineResource({
    path: `${base}/entity-preference`,
    table: 'entity_preference',
    noun: 'entity preference',
    decisions: ['D15'],
    columns: ['preference_id', 'entity_gid'],
    byId: false,
  });
}

export function genericPreferenceRoutes(base: string): Route[] {
  return defineResource({
    path: `${base}/generic-preference`,
    table: 'generic_preference',
    noun: 'generic preference',
    decisions: ['D11', 'D15'],
    columns: ['preference_id', 'preference_value', 'schema_version'],
    byId: false,
    read: readValueKey,
    present: {
      schema: genericPreferenceItem,
      record: ({ id, preference_id, preference_value, schema_version }, { behavior }) => ({
        id,
        preference_id,
        ...withValueKeys(preference_value, behavior),
        schema_version,
      }),
    },
  });
}
