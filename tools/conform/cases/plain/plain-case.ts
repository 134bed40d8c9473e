import type { Json } from '../../case.js';
import type { CaseAbout } from '../cases-about.js';
import type { PlainResource } from './resource.js';
import { specials } from './specials.js';

/** A case without what follows from its resource. */
export interface PlainCase extends Omit<CaseAbout, 'ids'> {
  /** The decisions that it is about in every resource. */
  readonly ids?: readonly string[];
}

/** Cases of a resource by the ends of their ids. What they create is in addition to the records of the resource. */
export type PlainCases = Readonly<Record<string, PlainCase>>;

/** The fields of a record that answers contain under their names. */
export function shown({ kind, fields, updates }: PlainResource, record: Json): Json {
  const { hidden = [] } = specials[kind] ?? {};
  return pick(
    record,
    ['id', ...fields, ...updates].filter((field) => field in record && !hidden.includes(field)),
  );
}

export function pick(record: Json, columns: readonly string[]): Json {
  return Object.fromEntries(columns.map((column) => [column, record[column]]));
}

/** An e-mail with its domain in capitals. The part before it has the name of the run. */
export function otherCase(email: string): string {
  return email.replace(/@.*/, (domain) => domain.toUpperCase());
}

export function dashed(column: string): string {
  return column.replaceAll('_', '-');
}
