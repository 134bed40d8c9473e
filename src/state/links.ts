import type * as z from 'zod';
import type { Issue } from './errors.js';
import type { LinkSchema, TableSchema } from './schema.js';
import type { State } from './state.js';
import { isScalar, type StoredRow } from './trees.js';

/** What came of looking up the targets of a record's references. */
export interface FollowedLinks {
  /** Those that lead nowhere. */
  readonly missing: readonly Issue[];
  /** Those whose columns name different targets. */
  readonly disagreeing: readonly Issue[];
  /** The columns that a target which is missing would have filled. */
  readonly fillable: readonly string[];
}

/** Looks up the targets of the references that `given` touches, and takes over their values into `row`. */
export function followLinks(
  state: State,
  { links, tests, shape }: TableSchema,
  row: Record<string, unknown>,
  given: StoredRow,
): FollowedLinks {
  const missing: Issue[] = [];
  const disagreeing: Issue[] = [];
  const fillable: string[] = [];
  const isGiven = (local: string) => given[local] !== undefined;
  const fits = (column: string) =>
    tests[column]?.(given[column]) ?? (shape.shape[column] as z.ZodType).safeParse(given[column]).success;
  for (const { to, locals, columns, identifiers } of links) {
    if (!locals.some(isGiven)) continue;
    const named = identifiers.filter(({ locals }) => locals.some(isGiven));
    let found: StoredRow | undefined;
    for (const identifier of named.length > 0 ? named : identifiers) {
      if (!identifier.locals.every((local) => isScalar(row[local]) && row[local] !== null)) continue;
      const target = state.table(to).named(identifier, row);
      const path = identifier.locals.at(-1) as string;
      if (target === undefined) {
        missing.push({ path, message: `there is no ${to} ${identifier.locals.map((local) => row[local]).join(', ')}` });
        fillable.push(...locals);
      } else if (found !== undefined && found !== target) {
        disagreeing.push({ path, message: `names another ${to} than ${identifiers[0]?.locals.join(', ')} does` });
      }
      found ??= target;
    }
    if (found === undefined) continue;
    for (const local of locals) {
      // What was given and has not the shape of its column stays, to be refused.
      if (given[local] != null && !fits(local)) continue;
      row[local] = found[columns[local] as string];
    }
  }
  return { missing, disagreeing, fillable };
}

/** The references of a record that lead nowhere, or to a record that its columns disagree with. */
export function brokenLinks(state: State, { links }: TableSchema, row: StoredRow): LinkSchema[] {
  return links.filter(({ to, locals, columns, identifiers }) => {
    const used = identifiers.find(({ locals }) => locals.every((local) => row[local] !== null));
    if (used === undefined) return false;
    const target = state.table(to).named(used, row);
    return target === undefined || locals.some((local) => row[local] !== target[columns[local] as string]);
  });
}

/** The columns of a reference, let go of. */
export function cleared(link: LinkSchema): StoredRow {
  return Object.fromEntries(link.locals.map((local) => [local, null]));
}
