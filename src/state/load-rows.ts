import { formatValue } from '../foundation/format-value.js';
import { getOrInsert } from '../foundation/get-or-insert.js';
import type { Steps } from '../foundation/in-slices.js';
import { type Issue, IssueList } from '../foundation/mock-error.js';
import type { Key } from '../model/table-access.js';
import { type ReferenceSchema, type StoredRow, schemas } from '../model/table-schema.js';
import { type TableName, tableNames } from '../model/tables.js';
import { brokenReferenceIssue, brokenReferences, respelled } from './references.js';
import type { State } from './state.js';
import { conflictIssue } from './table.js';

/** Records by table, not validated yet. */
export type RecordsByTable = Readonly<Record<string, readonly unknown[]>>;

/** A whole record with valid columns, and its path in what is loaded. */
export interface LoadedRow {
  readonly name: TableName;
  row: StoredRow;
  readonly path: string;
}

/** Loads a record without checking its references and rules. */
export function loadRow(state: State, { name, row, path }: LoadedRow, duplicates: IssueList): void {
  const columns = state.table(name).load(row);
  if (columns !== undefined) addAt(path, conflictIssue(schemas[name], columns, row), duplicates);
}

/**
 * Checks the references and rules of loaded records. E-mails get the case that the user record has (X24). `expectNone` throws if
 * it gets issues.
 */
export function* consistencySteps(
  state: State,
  rows: readonly LoadedRow[],
  expectNone: (issues: IssueList) => void,
): Steps<void> {
  const broken = new IssueList();
  for (const loaded of rows) {
    const { name, row, path } = loaded;
    for (const reference of brokenReferences(state, schemas[name], row)) {
      if (!respell(state, loaded, reference)) addAt(path, brokenReferenceIssue(reference, row), broken);
    }
    yield;
  }
  expectNone(broken);
  const contradictions = new IssueList();
  const together = brokenTogether(rows);
  for (const { name, row, path } of rows) {
    for (const issue of state.table(name).brokenInvariants(row)) addAt(path, issue, contradictions);
    for (const issue of together.get(row) ?? []) addAt(path, issue, contradictions);
    yield;
  }
  expectNone(contradictions);
}

/** Writes texts in upper or lower case as the target has them. Returns whether that mends the reference. */
function respell(state: State, loaded: LoadedRow, reference: ReferenceSchema): boolean {
  const { name, row } = loaded;
  const mended = respelled(state, schemas[name], reference, row);
  if (mended === undefined) return false;
  state.table(name).unload(row[schemas[name].key] as Key);
  state.table(name).load(mended);
  loaded.row = mended;
  return true;
}

/** The issues of records that break a rule between the records of their table. */
function brokenTogether(rows: readonly LoadedRow[]): ReadonlyMap<StoredRow, Issue[]> {
  const broken = new Map<StoredRow, Issue[]>();
  for (const name of tableNames) {
    for (const invariant of schemas[name].tableInvariants) {
      const ofTable = rows.filter((read) => read.name === name).map(({ row }) => row);
      for (const [row, issue] of invariant(ofTable)) getOrInsert(broken, row, () => []).push(issue);
    }
  }
  return broken;
}

export function addAt(path: string, issue: Issue, issues: IssueList): void {
  issues.add({ path: `${path}.${issue.path}`, message: issue.message });
}

/** A path with the key of its record, such as `tables.user.2.email (user 3)`: the number in it only counts the rows of the file. */
export function placeOf(path: string, tables: RecordsByTable, prefix: string): string {
  const [name = '', row = ''] = path.slice(prefix.length).split('.');
  const { key } = schemas[name as TableName] ?? {};
  const record = tables[name]?.[Number(row)] as StoredRow | null | undefined;
  // Messages contain no tokens.
  const value = key === undefined || key === 'token' ? undefined : record?.[key];
  return typeof value === 'number' || typeof value === 'string' ? `${path} (${name} ${formatValue(value)})` : path;
}
