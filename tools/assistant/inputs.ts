import * as z from 'zod/v4';

export const session = z
  .string()
  .optional()
  .describe('A session; "default" is the one without a name. Default: your own.');

/** A name that becomes a part of a path: these would lead to another route. */
export const nameInPath = z.string().refine((name) => !/^\.{0,2}$/.test(name), 'must not be empty, . or ..');

export const offset = z.int().min(0).default(0);

export const limit = z.int().min(1).max(30).default(20);

export const sessionOnly = z.strictObject({ session });

/** A query of those fields that have a value. */
export function queryOf(fields: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** A page of a list that a route answers whole. */
export function pageOf(items: readonly unknown[], offset: number, size: number) {
  const data = items.slice(offset, offset + size);
  const next = offset + data.length;
  return { data, total: items.length, ...(next < items.length && { next }) };
}
