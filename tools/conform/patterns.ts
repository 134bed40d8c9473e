import * as z from 'zod/mini';
import { $ZodType } from 'zod/v4/core';
import { formatValue } from '../../src/foundation/format-value.js';
import { isPlainObject } from '../../src/foundation/is-object.js';
import { IssueList } from '../../src/foundation/mock-error.js';
import { validate } from '../../src/foundation/validate.js';

/**
 * What a value should be. A zod schema validates it. An object is compared field by field, and the value may have other fields;
 * undefined means that there is no such field. An array must have the same length. Anything else must be equal.
 */
export type Pattern = unknown;

/** One place in which a value is not as expected. */
export interface Mismatch {
  /** With dots: `data.0.status`. Empty for the whole value. */
  readonly path: string;
  /** What it should be, and what it is. */
  readonly problem: string;
}

/** Compares a value with a pattern. With `isExact`, objects have no other fields. */
export function mismatches(pattern: Pattern, actual: unknown, path = '', isExact = false): Mismatch[] {
  const below = (key: PropertyKey) => (path === '' ? String(key) : `${path}.${String(key)}`);
  if (pattern instanceof $ZodType) {
    const issues = new IssueList(Number.POSITIVE_INFINITY);
    validate(pattern, actual, path === '' ? [] : path.split('.'), issues);
    return issues.listed.map((issue) => ({ path: issue.path, problem: issue.message }));
  }
  if (Array.isArray(pattern)) {
    if (!Array.isArray(actual)) return [{ path, problem: `must be a list, but is ${shown(actual)}` }];
    if (actual.length !== pattern.length) {
      return [{ path, problem: `must have the length ${pattern.length}, but has ${actual.length}` }];
    }
    return pattern.flatMap((item, i) => mismatches(item, actual[i], below(i), isExact));
  }
  if (typeof pattern === 'object' && pattern !== null) {
    if (!isPlainObject(actual)) {
      return [{ path, problem: `must be an object, but is ${shown(actual)}` }];
    }
    const [wanted, fields] = [pattern, actual] as Record<string, unknown>[];
    const keys = new Set([...Object.keys(pattern), ...(isExact ? Object.keys(actual) : [])]);
    return [...keys].flatMap((key) => mismatches(wanted?.[key], fields?.[key], below(key), isExact));
  }
  if (Object.is(pattern, actual)) return [];
  if (pattern === undefined) return [{ path, problem: `must be absent, but is ${shown(actual)}` }];
  return [{ path, problem: `must be ${shown(pattern)}, but is ${shown(actual)}` }];
}

function shown(value: unknown): string {
  return value === undefined ? 'absent' : formatValue(value);
}

/** A list that contains an item for each of the patterns, in any order. */
export function containing(...patterns: readonly Pattern[]): z.core.$ZodType {
  return z.array(z.unknown()).check(
    z.superRefine((items, context) => {
      for (const pattern of patterns) {
        if (items.some((item) => mismatches(pattern, item).length === 0)) continue;
        const same = items.findIndex((item) => idOf(item) !== undefined && idOf(item) === idOf(pattern));
        if (same === -1) {
          const wanted = formatValue(readable(pattern));
          context.addIssue({ code: 'custom', message: `must contain ${wanted}, but has ${items.length} other items` });
        }
        // The record is there, but it is not as expected.
        for (const { path, problem } of same === -1 ? [] : mismatches(pattern, items[same])) {
          context.addIssue({ code: 'custom', path: [same, ...path.split('.')], message: problem });
        }
      }
    }),
  );
}

function idOf(item: unknown): unknown {
  return (item as { readonly id?: unknown } | null)?.id;
}

/** A list that contains no item for any of the patterns. */
export function lacking(...patterns: readonly Pattern[]): z.core.$ZodType {
  return z.array(z.unknown()).check(
    z.superRefine((items, context) => {
      for (const pattern of patterns) {
        const at = items.findIndex((item) => mismatches(pattern, item).length === 0);
        if (at === -1) continue;
        context.addIssue({
          code: 'custom',
          path: [at],
          message: `must not be in the list, but is: ${formatValue(items[at])}`,
        });
      }
    }),
  );
}

/** A list whose items are in ascending order of what `key` returns for them: a number, a text or a list of these. */
export function ascending(key: (item: never) => unknown): z.core.$ZodType {
  return ordered(key, 1);
}

/** The same in descending order. */
export function descending(key: (item: never) => unknown): z.core.$ZodType {
  return ordered(key, -1);
}

function ordered(key: (item: never) => unknown, sign: 1 | -1): z.core.$ZodType {
  return z.array(z.unknown()).check(
    z.superRefine((items, context) => {
      const keys = items.map((item) => [key(item as never)].flat());
      for (const [i, one] of keys.entries()) {
        if (i === 0 || sign * compare(keys[i - 1] ?? [], one) <= 0) continue;
        const [before, after] = [keys[i - 1], one].map((parts) => (parts ?? []).map(shown).join(' '));
        context.addIssue({ code: 'custom', path: [i], message: `is not in order: ${after} comes after ${before}` });
      }
    }),
  );
}

function compare(one: readonly unknown[], other: readonly unknown[]): number {
  for (const [i, part] of one.entries()) {
    const against = other[i];
    if (part === against) continue;
    return (part as string) < (against as string) ? -1 : 1;
  }
  return 0;
}

/** A pattern as JSON, for reports: a schema is shown by its description, or else by its type. */
export function readable(pattern: Pattern): unknown {
  if (pattern instanceof $ZodType) return `<${z.globalRegistry.get(pattern)?.description ?? pattern._zod.def.type}>`;
  if (Array.isArray(pattern)) return pattern.map(readable);
  if (pattern === undefined) return '<absent>';
  if (typeof pattern !== 'object' || pattern === null) return pattern;
  return Object.fromEntries(Object.entries(pattern).map(([key, field]) => [key, readable(field)]));
}
