import type * as z from 'zod/mini';
import { $ZodArray, $ZodObject, $ZodTuple, $ZodUnion } from 'zod/v4/core';
import type { Route } from './route.js';

/** The fields of the records in the successful answers of a route. An answer may have one of several forms. */
export function recordFields({ response }: Pick<Route, 'response'>): ReadonlySet<string> {
  const forms = response instanceof $ZodUnion ? response._zod.def.options : [response];
  return new Set(forms.flatMap((form) => (form instanceof $ZodObject ? fieldsIn(form._zod.def.shape.data) : [])));
}

function fieldsIn(schema: z.core.$ZodType | undefined): string[] {
  if (schema instanceof $ZodObject) return Object.keys(schema._zod.def.shape);
  if (schema instanceof $ZodArray) return fieldsIn(schema._zod.def.element);
  if (schema instanceof $ZodTuple) return schema._zod.def.items.flatMap(fieldsIn);
  return schema instanceof $ZodUnion ? schema._zod.def.options.flatMap(fieldsIn) : [];
}
