import type { ReferenceSchema } from '../../../src/model/table-schema.js';
import type { Json } from '../case.js';
import type { Deviation } from './deviation.js';
import { parseJson } from './parse-json.js';

export type RecordFields = Readonly<Record<string, unknown>>;

/** A record that answers have shown. */
export interface KnownRecord {
  readonly fields: RecordFields;
  /** The request whose answer showed it last. */
  readonly by: string;
  /** The number of writes before that. */
  readonly writes: number;
}

/** D11: the key of a value may have an apostrophe. */
export function isIn(body: object, name: string): boolean {
  return name in body || `${name}'` in body;
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Undefined if the fields that decide it are not known. */
export function refersTo(
  fields: RecordFields,
  { columns }: ReferenceSchema,
  target: RecordFields,
): boolean | undefined {
  const known = Object.entries(columns).filter(([local, column]) => local in fields && column in target);
  if (known.length === 0) return undefined;
  return known.every(([local, column]) => fields[local] === target[column]);
}

export function without({ fields, ...known }: KnownRecord, columns: readonly string[]): KnownRecord {
  return { ...known, fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !columns.includes(name))) };
}

export function goneProblem(path: string, by: string): Deviation {
  return { path, rule: 'must be gone, because it was deleted', detail: `: ${by}` };
}

/** The records in an answer; undefined if it was not recorded, or contains something else. */
export function recordsIn(body: string | undefined): readonly RecordFields[] | undefined {
  const { data }: Json = (body === undefined ? undefined : parseJson(body)) ?? {};
  const records: Json[] = [data].flat();
  return records.every((record) => Number.isInteger(record?.id)) ? records : undefined;
}
