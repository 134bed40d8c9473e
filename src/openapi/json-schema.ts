import * as z from 'zod';
import type { CreateDocumentOptions } from 'zod-openapi';

/** Options of the conversion to JSON Schema: removes what zod adds without need, or what other tools do not know. */
export const schemaOptions: CreateDocumentOptions = {
  // A custom schema is validated by code; its description says what is known.
  allowEmptySchema: { custom: true },
  override: ({ jsonSchema, zodSchema }) => {
    // Zod omits defaults and examples of a schema with a transformation.
    const { default: standard, examples } = z.globalRegistry.get(zodSchema) ?? {};
    if (standard !== undefined) jsonSchema.default = standard;
    if (Array.isArray(examples)) jsonSchema.examples = examples;
    if (jsonSchema.type === 'integer') tidyInteger(jsonSchema);
    // A pattern next to a format only repeats it, and JSON Schema has no format `starts_with`.
    if (jsonSchema.format === 'starts_with') delete jsonSchema.format;
    else if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    // Keys are always strings.
    if (isPlainString(jsonSchema.propertyNames)) delete jsonSchema.propertyNames;
  },
};

interface IntegerSchema {
  minimum?: number | undefined;
  maximum?: number | undefined;
  exclusiveMinimum?: number | boolean | undefined;
  pattern?: string | undefined;
}

/** Removes the limits of safe integers, and the patterns of integers in parameters. */
function tidyInteger(schema: IntegerSchema): void {
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
