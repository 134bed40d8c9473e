import type * as z from 'zod/mini';

export type ColumnCheck = (value: unknown) => boolean;

/** The part of a zod schema's definition, or of a zod check's, that is read here. */
interface Definition {
  readonly type?: string;
  readonly check?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Definition } }[];
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly value?: number;
  readonly inclusive?: boolean;
  readonly innerType?: z.core.$ZodType;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly element?: z.core.$ZodType;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly catchall?: z.core.$ZodType;
}

/**
 * A zod schema as plain comparisons: a scenario creates thousands of records, and parsing takes many times as long. A value
 * that passes is valid and needs no parsing. Undefined for a schema with other features.
 */
export function columnCheckOf(schema: z.core.$ZodType): ColumnCheck | undefined {
  const definition = schema._zod.def as Definition;
  const { type, check, checks = [], innerType, entries = {} } = definition;
  if (type === 'nullable') {
    const test = columnCheckOf(innerType as z.core.$ZodType);
    return test && ((value) => value === null || test(value));
  }
  const constraints = checks.map(({ _zod }) => constraintOf(_zod.def));
  if (check !== undefined) constraints.unshift(constraintOf(definition));
  if (constraints.includes(undefined)) return undefined;
  const all = constraints as ColumnCheck[];
  const fits = all.reduce<ColumnCheck | undefined>(bothOf, undefined) ?? always;
  if (type === 'string') return (value) => typeof value === 'string' && fits(value);
  // Zod rejects NaN, so `typeof` is not enough; the format is checked instead.
  if (type === 'number' && check === 'number_format') return fits;
  if (all.length > 0) return undefined;
  if (type === 'boolean') return (value) => typeof value === 'boolean';
  if (type === 'array') return arrayTest(definition);
  if (type === 'object') return objectTest(definition);
  const values = new Set(Object.values(entries));
  return type === 'enum' ? (value) => values.has(value) : undefined;
}

function bothOf(first: ColumnCheck | undefined, second: ColumnCheck): ColumnCheck {
  return first === undefined ? second : (value) => first(value) && second(value);
}

function always(): boolean {
  return true;
}

function arrayTest({ element }: Definition): ColumnCheck | undefined {
  const test = columnCheckOf(element as z.core.$ZodType);
  // `every` skips the holes of a sparse array.
  return test && ((value) => Array.isArray(value) && Array.from(value).every(test));
}

/** Accepts exactly these keys in this order. An object with another order has to be parsed, which sorts the keys. */
function objectTest({ shape = {}, catchall }: Definition): ColumnCheck | undefined {
  const keys = Object.keys(shape);
  const tests = keys.map((key) => columnCheckOf(shape[key] as z.core.$ZodType));
  if (tests.includes(undefined) || (catchall?._zod.def as Definition | undefined)?.type !== 'never') return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    const given = Object.keys(value);
    if (given.length !== keys.length) return false;
    return keys.every(
      (key, i) => given[i] === key && (tests[i] as ColumnCheck)((value as Record<string, unknown>)[key]),
    );
  };
}

function constraintOf({
  check,
  format,
  pattern,
  minimum,
  value: bound,
  inclusive,
}: Definition): ColumnCheck | undefined {
  if (check === 'number_format' && format === 'safeint') return Number.isSafeInteger;
  if (check === 'greater_than') {
    return inclusive
      ? (value) => (value as number) >= (bound as number)
      : (value) => (value as number) > (bound as number);
  }
  if (check === 'less_than') {
    return inclusive
      ? (value) => (value as number) <= (bound as number)
      : (value) => (value as number) < (bound as number);
  }
  if (check === 'min_length') return (value) => (value as string).length >= (minimum as number);
  if (check === 'string_format' && (format === 'regex' || format === 'date')) {
    return (value) => (pattern as RegExp).test(value as string);
  }
  return undefined;
}
