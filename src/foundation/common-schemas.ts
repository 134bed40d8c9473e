import * as z from 'zod/mini';
import { $ZodNullable } from 'zod/v4/core';
import { butIs } from './but-is.js';
import { isNestedDeeperThan } from './nesting.js';

/** The zod schemas that columns, options and request bodies share. */
export const id = z.int().check(z.positive());
/** An id that refers to a record. Any integer is valid, because an id that no record has gets 404, not 400 (X5). */
export const referenceId = z.int();
export const positiveInteger = z.int().check(z.positive());
export const nonNegativeInteger = z.int().check(z.nonnegative());
export const text = z.string();
export const requiredText = z.string().check(z.minLength(1, 'must not be empty'));
/** Characters that an `Authorization` header can carry. */
export const tokenText = z
  .string()
  .check(z.regex(/^[\x21-\x7e]+$/, 'must consist of printable ASCII characters without spaces'));
export const email = z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/, butIs('must be an e-mail address')));
/** Within the years 0 to 9999, the range of the mock's clock. */
export const unixSeconds = z.int().check(z.minimum(-62_167_219_200), z.maximum(253_402_300_799));
export const calendarDay = z.iso.date();
/** One for all, so that the OpenAPI documents recognize it. */
export const anyJson = z.json();
export const json = z
  .pipe(z.unknown().check(z.superRefine(rejectPrototypeKeys)), anyJson)
  .check(z.meta({ description: 'Any JSON.' }));
export const jsonObject = z
  .pipe(
    z.unknown().check(z.superRefine(rejectDeepNesting), z.superRefine(rejectPrototypeKeys)),
    z.record(z.string(), anyJson),
  )
  .check(z.meta({ type: 'object', additionalProperties: true }));

/** The schema of a list that may be readonly, such as one that is `as const`. */
export interface ListSchema<Item extends z.core.$ZodType>
  extends z.core.$ZodType<readonly z.output<Item>[], readonly z.input<Item>[]> {}

/** What a nullable schema accepts besides null; any other schema is returned unchanged. */
export function withoutNull(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof $ZodNullable ? schema._zod.def.innerType : schema;
}

/** True for a value that {@link jsonObject} accepts. False is not final: deeply nested values have to be parsed. */
export function isJsonObject(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Reflect.ownKeys(value).every((key) => {
    return typeof key === 'string' && key !== '__proto__' && isJson((value as Record<string, unknown>)[key], depth + 1);
  });
}

function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (depth > 20) return false;
  return Array.isArray(value) ? Array.from(value).every((part) => isJson(part, depth + 1)) : isJsonObject(value, depth);
}

/**
 * The maximum nesting depth of JSON in a column: as part of a snapshot, which adds four levels, it stays below the limit of a
 * request body.
 */
export const DEPTH_LIMIT = 190;

/** Adds an issue about a value, or about the part of it at a path. */
export type AddIssue = (message: string, ...path: PropertyKey[]) => void;

/** Returns a function that adds an issue about the refined value, or about the part of it at `path`. */
export function issueAdder(context: z.core.$RefinementCtx): AddIssue {
  return (message, ...path) => context.addIssue({ code: 'custom', path, message });
}

function rejectDeepNesting(value: unknown, context: z.core.$RefinementCtx): void {
  if (!isNestedDeeperThan(value, DEPTH_LIMIT)) return;
  const message = `must be nested at most ${DEPTH_LIMIT} levels deep`;
  // Stops here: recursion through a deeper value could overflow the stack.
  context.addIssue({ code: 'custom', message, continue: false });
}

/** Assigning to a key `__proto__` sets the prototype, so the value would be lost without an error. */
function rejectPrototypeKeys(value: unknown, context: z.core.$RefinementCtx): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__'))
    context.addIssue({ code: 'custom', message: 'must not have the key __proto__' });
  for (const part of Object.values(value)) rejectPrototypeKeys(part, context);
}
