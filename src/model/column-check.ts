import type * as z from 'zod';

/** Whether a value is what a column may hold. */
export type Test = (value: unknown) => boolean;

/** What is read of the inside of a shape, or of a check that a shape has. */
interface Definition {
  readonly type?: string;
  readonly check?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Definition } }[];
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly value?: number;
  readonly inclusive?: boolean;
  readonly innerType?: z.ZodType;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
}

/**
 * A shape as plain comparisons: a value that passes fits as it is. To parse takes many times as long, above all the first
 * time, and a scenario makes thousands of records. Undefined for a shape that says more: its values have to be parsed.
 */
export function testOf(shape: z.ZodType): Test | undefined {
  const definition = shape.def as Definition;
  const { type, check, checks = [], innerType, entries = {} } = definition;
  if (type === 'nullable') {
    const test = testOf(innerType as z.ZodType);
    return test && ((value) => value === null || test(value));
  }
  const constraints = checks.map(({ _zod }) => constraintOf(_zod.def));
  if (check !== undefined) constraints.unshift(constraintOf(definition));
  if (constraints.includes(undefined)) return undefined;
  const all = constraints as Test[];
  const fits = all.reduce<Test | undefined>(bothOf, undefined) ?? always;
  if (type === 'string') return (value) => typeof value === 'string' && fits(value);
  // Not every number is one for zod: NaN is not.
  if (type === 'number' && check === 'number_format') return fits;
  if (all.length > 0) return undefined;
  if (type === 'boolean') return (value) => typeof value === 'boolean';
  if (type === 'array') return arrayTest(definition);
  if (type === 'object') return objectTest(definition);
  const values = new Set(Object.values(entries));
  return type === 'enum' ? (value) => values.has(value) : undefined;
}

function bothOf(first: Test | undefined, second: Test): Test {
  return first === undefined ? second : (value) => first(value) && second(value);
}

function always(): boolean {
  return true;
}

function arrayTest({ element }: Definition): Test | undefined {
  const test = testOf(element as z.ZodType);
  // `every` would pass over holes.
  return test && ((value) => Array.isArray(value) && Array.from(value).every(test));
}

/** An object with these keys and no others. In another order it has to be parsed, which puts them in this one. */
function objectTest({ shape = {}, catchall }: Definition): Test | undefined {
  const keys = Object.keys(shape);
  const tests = keys.map((key) => testOf(shape[key] as z.ZodType));
  if (tests.includes(undefined) || (catchall?.def as Definition | undefined)?.type !== 'never') return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    const given = Object.keys(value);
    if (given.length !== keys.length) return false;
    return keys.every((key, i) => given[i] === key && (tests[i] as Test)((value as Record<string, unknown>)[key]));
  };
}

function constraintOf({ check, format, pattern, minimum, value: bound, inclusive }: Definition): Test | undefined {
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
