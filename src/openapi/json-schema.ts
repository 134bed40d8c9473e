import * as z from 'zod/mini';
import type { CreateDocumentOptions } from 'zod-openapi';
import { anyJson } from '../foundation/common-schemas.js';
import { formatValue } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';
import type { Behavior } from '../protocol/behavior.js';
import { genericPreferenceItem, genericValue, VALUE_KEY, valueKeys } from '../services/preferences/values.js';
import type { Names } from './names.js';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/**
 * What JSON Schema cannot describe, but own routes may use. A custom schema is validated by code; its description says what is
 * known.
 */
const UNDESCRIBED = ['custom', 'pipe', 'transform', 'map', 'set', 'bigint', 'symbol', 'nan', 'promise', 'function'];

/** Options of the conversion to JSON Schema: they remove what zod adds needlessly, and what other tools do not know. */
export const schemaOptions = (behavior: Behavior, { schemas }: Names): CreateDocumentOptions => ({
  allowEmptySchema: Object.fromEntries(UNDESCRIBED.map((type) => [type, true])),
  override: ({ jsonSchema, zodSchema }) => {
    // Zod omits defaults and examples of a schema with a transformation.
    const { id, default: standard, examples } = z.globalRegistry.get(zodSchema) ?? {};
    if (id !== undefined && schemas[id] !== undefined) throw nameIsTaken(id);
    if (zodSchema === anyJson) describeAnyJson(jsonSchema);
    if (standard !== undefined) jsonSchema.default = standard;
    if (Array.isArray(examples)) jsonSchema.examples = examples;
    if (jsonSchema.type === 'integer') tidyInteger(jsonSchema);
    // A pattern next to a format only repeats it, and JSON Schema has no format `starts_with`.
    if (jsonSchema.format === 'starts_with') delete jsonSchema.format;
    else if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    // Keys are always strings.
    if (isPlainString(jsonSchema.propertyNames)) delete jsonSchema.propertyNames;
    if (jsonSchema.prefixItems?.length === 1 && typeof jsonSchema.items !== 'object') describeAsArray(jsonSchema);
    if (zodSchema === genericValue || zodSchema === genericPreferenceItem) renameValue(jsonSchema, valueKeys(behavior));
  },
});

function nameIsTaken(id: string): MockError {
  const problem = `A schema of your routes has the id ${formatValue(id)}, which is the name of a schema of the mock`;
  return new MockError('conflict', `${problem}; give it another one with .meta({ id })`);
}

/** Without the recursion, for which client generators cannot create a type. */
function describeAnyJson(schema: JsonSchema): void {
  for (const field of Object.keys(schema)) delete schema[field];
  schema.description = 'Any JSON.';
}

/** Describes a tuple of one item as an array. Not all tools know tuples. */
function describeAsArray(schema: JsonSchema): void {
  [schema.items] = schema.prefixItems as [JsonSchema];
  delete schema.prefixItems;
}

/** D11: gives the value of a generic preference the key, or keys, of answers. */
function renameValue(schema: JsonSchema, keys: readonly string[]): void {
  const renamed = (key: string) => (key === VALUE_KEY ? keys : [key]);
  const properties = Object.entries(schema.properties ?? {});
  schema.properties = Object.fromEntries(properties.flatMap(([key, part]) => renamed(key).map((name) => [name, part])));
  schema.required = (schema.required ?? []).flatMap(renamed);
}

/** Removes the limits of safe integers, and the patterns of integers in parameters. */
function tidyInteger(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.exclusiveMinimum === 0) {
    delete schema.exclusiveMinimum;
    schema.minimum = 1;
  }
  delete schema.pattern;
}

function isPlainString(schema: unknown): boolean {
  return JSON.stringify(schema) === '{"type":"string"}';
}
