import type { Behavior } from '../../../src/protocol/behavior.js';
import { VALUE_KEY, valueKeys } from '../../../src/services/preferences/values.js';

/**
 * D11: the schemas have the key `preference_value`. Replaces the keys that answers have with this switch by those of the schemas,
 * and the other way round, so that a wrong key stays wrong. `restore` turns a path in the result into one in the answer.
 */
export function readValueKeys(
  json: unknown,
  behavior: Behavior,
): { readonly value: unknown; readonly restore: (path: string) => string } {
  const [first = VALUE_KEY, second] = valueKeys(behavior);
  const key = second ?? first;
  if (key === VALUE_KEY) return { value: json, restore: (path) => path };
  const swapped = (name: string) => ({ [key]: VALUE_KEY, [VALUE_KEY]: key })[name] ?? name;
  return {
    value: mapValues(json, (item) => {
      if (second === undefined) return Object.entries(item).map(([name, field]) => [swapped(name), field]);
      // With both keys, the values are equal: one of them is left out.
      const isSame = JSON.stringify(item[first]) === JSON.stringify(item[second]);
      return Object.entries(item).filter(([name]) => name !== (isSame ? second : first));
    }),
    restore: (path) =>
      path
        .split('.')
        .map((name) => (second === undefined ? swapped(name) : name))
        .join('.'),
  };
}

type Item = Readonly<Record<string, unknown>>;

/** Replaces the fields of every generic value. Unlike other objects with the key, it has a version. */
function mapValues(json: unknown, fieldsOf: (item: Item) => [string, unknown][]): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map((item) => mapValues(item, fieldsOf));
  const fields = 'schema_version' in json ? fieldsOf(json as Item) : Object.entries(json);
  return Object.fromEntries(fields.map(([name, field]) => [name, mapValues(field, fieldsOf)]));
}
