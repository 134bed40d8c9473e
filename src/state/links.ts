import type * as z from 'zod';
import type { Issue } from './errors.js';
import type { TableName } from './models.js';
import { type LinkSchema, schemas, type TableSchema } from './schema.js';
import type { State } from './state.js';
import type { Match } from './table.js';
import type { Key } from './table-definition.js';
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
  { links, shape }: TableSchema,
  row: Record<string, unknown>,
  given: StoredRow,
): FollowedLinks {
  const missing: Issue[] = [];
  const disagreeing: Issue[] = [];
  const fillable: string[] = [];
  const fits = (column: string) => (shape.shape[column] as z.ZodType).safeParse(given[column]).success;
  for (const link of links) {
    if (!link.locals.some((local) => given[local] !== undefined)) continue;
    const named = link.identifiers.filter((locals) => locals.some((local) => given[local] !== undefined));
    let found: StoredRow | undefined;
    for (const locals of named.length > 0 ? named : link.identifiers) {
      if (!locals.every((local) => isScalar(row[local]) && row[local] !== null)) continue;
      const target = targetOf(state, link, locals, row);
      const path = locals.at(-1) as string;
      if (target === undefined) {
        missing.push({ path, message: `there is no ${link.to} ${locals.map((local) => row[local]).join(', ')}` });
        fillable.push(...link.locals);
      } else if (found !== undefined && found !== target) {
        disagreeing.push({ path, message: `names another ${link.to} than ${link.identifiers[0]?.join(', ')} does` });
      }
      found ??= target;
    }
    if (found === undefined) continue;
    for (const local of link.locals) {
      // What was given and has not the shape of its column stays, to be refused.
      if (given[local] != null && !fits(local)) continue;
      row[local] = found[link.columns[local] as string];
    }
  }
  return { missing, disagreeing, fillable };
}

/** The references of a record that lead nowhere, or to a record that its columns disagree with. */
export function brokenLinks(state: State, { links }: TableSchema, row: StoredRow): LinkSchema[] {
  return links.filter((link) => {
    const used = link.identifiers.find((locals) => locals.every((local) => row[local] !== null));
    if (used === undefined) return false;
    const target = targetOf(state, link, used, row);
    return target === undefined || link.locals.some((local) => row[local] !== target[link.columns[local] as string]);
  });
}

/** The columns of a reference, let go of. */
export function cleared(link: LinkSchema): StoredRow {
  return Object.fromEntries(link.locals.map((local) => [local, null]));
}

/** The record that the columns `locals` of `row` name. */
function targetOf(state: State, link: LinkSchema, locals: readonly string[], row: StoredRow): StoredRow | undefined {
  const target = state.table(link.to);
  const match = Object.fromEntries(locals.map((local) => [link.columns[local] as string, row[local]]));
  const { key } = schemas[link.to];
  return key in match && locals.length === 1 ? target.get(match[key] as Key) : target.find(match as Match<TableName>);
}
