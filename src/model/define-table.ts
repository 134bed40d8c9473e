import * as z from 'zod';

/** The key of a record: the value of its table's first column. */
export type Key = string | number;

/** A reference from one table to another. */
export interface LinkDefinition {
  readonly to: string;
  /**
   * Each local column with the column of the target that it always equals. The targets' unique columns find the record;
   * the other columns are filled from it. All follow when the target changes.
   */
  readonly columns: Readonly<Record<string, string>>;
  /** What a record does when its target is deleted: go with it, or let go of it. */
  readonly onDelete: 'cascade' | 'clear';
}

export interface TableDefinition {
  /** The shape of every column's values, the key first. A nullable column that is left out is null. */
  readonly columns: Readonly<Record<string, z.ZodType>>;
  /** Text columns that compare without regard to case. */
  readonly caseless?: readonly string[];
  readonly unique?: readonly (readonly string[])[];
  /** What records are found by beyond unique columns and references; the last column may give an order. */
  readonly indexes?: readonly (readonly string[])[];
  readonly links?: readonly LinkDefinition[];
  /** Values of columns that are left out; see rules.ts for those that depend on something. */
  readonly defaults?: Readonly<Record<string, unknown>>;
}

/** Declares a table; the type of its records follows from its columns. */
export function defineTable<const Definition extends TableDefinition>(definition: Definition): Definition {
  return definition;
}

/** Declares a reference; see {@link LinkDefinition}. */
export function link(
  to: string,
  columns: Record<string, string>,
  onDelete: LinkDefinition['onDelete'] = 'cascade',
): LinkDefinition {
  return { to, columns, onDelete };
}

/** The shapes that columns share. */
export const id = z.int().positive();
export const fromZero = z.int('is not an integer from 0').nonnegative('is not an integer from 0');
export const text = z.string();
export const requiredText = z.string().min(1, 'may not be empty');
/** What an `Authorization` header can carry. */
export const tokenText = z.string().regex(/^[\x21-\x7e]+$/, 'is not made of ASCII characters without spaces');
export const email = z.string().regex(/^[^\s@]+@[^\s@]+$/, 'is not an e-mail address');
/** Of the years 0 to 9999, as a clock is. */
export const unixSeconds = z.int().min(-62_167_219_200).max(253_402_300_799);
export const calendarDay = z.iso.date('is not a date of the form YYYY-MM-DD');
export const jsonObject = z
  .unknown()
  .superRefine(refusePrototypeKeys)
  .pipe(z.record(z.string(), z.json()))
  .meta({ type: 'object', additionalProperties: true });

/** Whether a value is surely what {@link jsonObject} takes; of what is nested deep only parsing can tell. */
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

/** An object that is made of others' keys cannot keep one called `__proto__`: better refused than dropped in silence. */
function refusePrototypeKeys(value: unknown, context: z.core.$RefinementCtx): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) context.addIssue({ code: 'custom', message: 'may not have a key __proto__' });
  for (const part of Object.values(value)) refusePrototypeKeys(part, context);
}
