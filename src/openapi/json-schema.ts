import * as z from 'zod';
import type { CreateDocumentOptions } from 'zod-openapi';

/** How shapes become JSON schemas where zod would say more than is meant, or what other tools do not know. */
export const schemaOptions: CreateDocumentOptions = {
  // Whether a value has such a shape is decided by code; what is known of it is in its description.
  allowEmptySchema: { custom: true },
  override: ({ jsonSchema, zodSchema }) => {
    // What a shape says of itself holds for what is sent, though zod leaves it out where that is transformed.
    const { default: standard, examples } = z.globalRegistry.get(zodSchema) ?? {};
    if (standard !== undefined) jsonSchema.default = standard;
    if (Array.isArray(examples)) jsonSchema.examples = examples;
    if (jsonSchema.type === 'integer') tidyInteger(jsonSchema);
    // A pattern beside a format repeats it, less readably; and `starts_with` is no format of JSON Schema.
    if (jsonSchema.format === 'starts_with') delete jsonSchema.format;
    else if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    // That keys are strings is a matter of course.
    if (isPlainString(jsonSchema.propertyNames)) delete jsonSchema.propertyNames;
  },
};

interface IntegerSchema {
  minimum?: number | undefined;
  maximum?: number | undefined;
  exclusiveMinimum?: number | boolean | undefined;
  pattern?: string | undefined;
}

/** Integers are safe ones everywhere: that need not be said each time. Parameters are integers, though their text has a pattern. */
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
