import type * as z from 'zod/mini';
import { toJSONSchema } from 'zod/v4';
import { $ZodType } from 'zod/v4/core';
import type { Service } from '../protocol/service.js';
import * as declared from '../schemas/declared-schemas.js';

/** The schema components of documents. */
export interface Names {
  readonly schemas: Readonly<Record<string, z.core.$ZodType>>;
  /** The schema that a component is made of: the first of several equal ones with the same name. */
  readonly representative: (schema: z.core.$ZodType) => z.core.$ZodType;
}

/**
 * Names schemas in Pascal case: those that `briefs-mock/schemas` exports, the records of tables, and those that routes name.
 * The first schema of a name keeps it. A different one gets the prefix of its service or, if it is a record's, the suffix
 * `Record`.
 */
export function namesOf(services: readonly Service[]): Names {
  const schemas: Record<string, z.core.$ZodType> = {};
  const representatives = new Map<z.core.$ZodType, z.core.$ZodType>();
  const add = (schema: z.core.$ZodType, ...candidates: readonly string[]) => {
    if (representatives.has(schema)) return;
    const isFree = (name: string) => schemas[name] === undefined || areEqual(schemas[name], schema);
    const name = candidates.find(isFree);
    if (name === undefined) throw new Error(`Two schemas have the name ${candidates.join(' and ')}`);
    schemas[name] ??= schema;
    representatives.set(schema, schemas[name]);
  };

  for (const [name, schema] of Object.entries(declared)) {
    if (schema instanceof $ZodType) add(schema, pascalCase(name));
  }
  for (const [name, schema] of Object.entries(declared.records)) {
    add(schema, pascalCase(name), `${pascalCase(name)}Record`);
  }
  for (const { name: service, routes } of services) {
    for (const route of routes) {
      for (const [name, schema] of Object.entries(route.schemas)) {
        add(schema, pascalCase(name), pascalCase(`${service}_${name}`));
      }
    }
  }
  return { schemas, representative: (schema) => representatives.get(schema) ?? schema };
}

/** `brief_document`, `user-data` and `briefDocument` as `BriefDocument` and `UserData`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function areEqual(a: z.core.$ZodType, b: z.core.$ZodType): boolean {
  const [left, right] = [a, b].map((schema) => toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return JSON.stringify(left) === JSON.stringify(right);
}
