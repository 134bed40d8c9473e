import type { Issue } from '../foundation/mock-error.js';
import { fitsColumn, type Identifier, type LinkSchema, type TableSchema } from '../model/table-schema.js';
import type { State } from './state.js';
import { isScalar, type StoredRow } from './trees.js';

/** What is wrong with a record's references. */
export interface BadLinks {
  /** Those that lead nowhere. */
  readonly missing: Issue[];
  /** Those whose columns name different targets. */
  readonly disagreeing: Issue[];
  /** The columns that a target which is missing would have filled. */
  readonly fillable: string[];
}

/**
 * Looks up the targets of the references that `given` touches, and takes over their values into `row`. Answers undefined
 * where nothing is wrong. Loops count, here and wherever every record passes: a scenario is built by code that runs for the
 * first time, where each step of an iterator is a call and an object.
 */
export function followLinks(
  state: State,
  schema: TableSchema,
  row: Record<string, unknown>,
  given: StoredRow,
): BadLinks | undefined {
  let bad: BadLinks | undefined;
  for (let i = 0; i < schema.links.length; i++) {
    const { to, locals, columns, identifiers } = schema.links[i] as LinkSchema;
    if (!isAnyGiven(locals, given)) continue;
    const isNamed = identifiers.length > 1 && identifiers.some(({ locals }) => isAnyGiven(locals, given));
    let found: StoredRow | undefined;
    for (let j = 0; j < identifiers.length; j++) {
      const identifier = identifiers[j] as Identifier;
      if (isNamed && !isAnyGiven(identifier.locals, given)) continue;
      if (!areAllThere(identifier.locals, row)) continue;
      const target = state.table(to).named(identifier, row);
      found ??= target;
      if (target !== undefined && found === target) continue;
      bad ??= { missing: [], disagreeing: [], fillable: [] };
      const path = identifier.locals.at(-1) as string;
      if (target === undefined) {
        const named = identifier.locals.map((local) => row[local]).join(', ');
        bad.missing.push({ path, message: `there is no ${to} ${named}` });
        bad.fillable.push(...locals);
      } else {
        bad.disagreeing.push({ path, message: `names another ${to} than ${identifiers[0]?.locals.join(', ')} does` });
      }
    }
    if (found === undefined) continue;
    for (let j = 0; j < locals.length; j++) {
      const local = locals[j] as string;
      const value = found[columns[local] as string];
      // What was given and has not the shape of its column stays, to be refused.
      const isWrong = row[local] !== value && given[local] != null && !fitsColumn(schema, local, given[local]);
      if (!isWrong) row[local] = value;
    }
  }
  return bad;
}

function isAnyGiven(locals: readonly string[], given: StoredRow): boolean {
  for (let i = 0; i < locals.length; i++) if (given[locals[i] as string] !== undefined) return true;
  return false;
}

function areAllThere(locals: readonly string[], row: StoredRow): boolean {
  for (let i = 0; i < locals.length; i++) {
    const value = row[locals[i] as string];
    if (value === null || !isScalar(value)) return false;
  }
  return true;
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
