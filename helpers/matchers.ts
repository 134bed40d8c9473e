/**
 * A matcher for what a test has changed in the mock, for Vitest and Jest.
 * @module
 */
import { didYouMean } from '../src/foundation/did-you-mean.js';
import { formatValue } from '../src/foundation/format-value.js';
import { isObject, isPlainObject } from '../src/foundation/is-object.js';
import type { Mock, Row, TableName } from '../src/index.js';
import { columnNames } from '../src/mock/column-names.js';
import {
  type AnyRecordChange,
  type ChangeKind,
  changeKindOf,
  changeKinds,
  describeChanges,
} from '../src/state/describe-changes.js';

/** The records of a table: how many, or which, in ascending order of the key, each with the columns that matter. */
type ExpectedRecords<Name extends TableName> = number | readonly Partial<Row<Name>>[];

export interface ExpectedOfTable<Name extends TableName> {
  /** The records that were created. Default: none. */
  readonly created?: ExpectedRecords<Name> | undefined;
  /** The records that were updated, as they are now. Default: none. */
  readonly updated?: ExpectedRecords<Name> | undefined;
  /** The records that were removed, as they were. Default: none. */
  readonly removed?: ExpectedRecords<Name> | undefined;
}

/** The changes by table. A table that is not named has none. */
export type ExpectedChanges = { readonly [Name in TableName]?: ExpectedOfTable<Name> };

export interface ToHaveChangedOptions {
  /** The revision, or the id of the request, since which changes count. Default: since the baseline. */
  readonly since?: number | string | undefined;
}

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: so that they are those of Jest and of Vitest.
    interface Matchers<R, T = {}> {
      /**
       * The records that a mock has created, updated and removed are exactly these; without arguments, there are any.
       *
       * @example
       * expect(mock).toHaveChanged({ bookmark: { created: 1 } });
       * expect(mock).toHaveChanged({ bookmark: { created: [{ email: 'alice@acme.example' }] } }, { since: mark });
       * expect(mock).not.toHaveChanged();
       */
      toHaveChanged(expected?: ExpectedChanges, options?: ToHaveChangedOptions): R;
    }
  }
}

/** What both runners call a matcher with as `this`. */
interface MatcherContext {
  readonly isNot?: boolean;
  readonly utils: { readonly subsetEquality?: unknown };
  equals(a: unknown, b: unknown, testers?: unknown[]): boolean;
}

export interface MatcherResult {
  /** Whether the changes are as expected. */
  readonly pass: boolean;
  /** What to print if the assertion fails. */
  readonly message: () => string;
}

/**
 * Checks what a mock has changed; see `expect(mock).toHaveChanged`. Add it once, in a setup file of the runner.
 *
 * @example
 * import { toHaveChanged } from 'briefs-mock/matchers';
 * expect.extend({ toHaveChanged });
 */
export function toHaveChanged(
  this: MatcherContext,
  mock: Mock,
  expected?: ExpectedChanges,
  options: ToHaveChangedOptions = {},
): MatcherResult {
  if (typeof mock?.changes !== 'function') throw invalid('the value is not a mock');
  if (!isObject(mock.data)) {
    throw invalid('the value is not a mock of this process; of a RemoteMock, compare (await mock.changes()).tables');
  }
  if (expected !== undefined) checkExpected(expected, Object.keys(mock.data));
  checkNames('options', 'option', options, ['since']);
  const { since } = options;
  const changes = mock.changes(since === undefined ? {} : { since });
  const tables = changes.tables as Readonly<Record<string, readonly AnyRecordChange[]>>;
  const pass = expected === undefined ? Object.keys(tables).length > 0 : isAsExpected(this, tables, expected);
  const hint = `expect(mock)${this.isNot ? '.not' : ''}.toHaveChanged(${expected === undefined ? '' : 'expected'})`;
  const wanted = expected === undefined ? 'any changes' : JSON.stringify(expected, shownValue);
  const from = since === undefined ? 'the baseline' : typeof since === 'number' ? `revision ${since}` : since;
  return {
    pass,
    message: () =>
      `${hint}\n\nExpected: ${this.isNot ? 'not ' : ''}${wanted}\n\nChanged since ${from}:\n${describeChanges({ tables: changes.tables })}`,
  };
}

/** @throws TypeError for what nothing would compare: a check that it is not so would hold whatever has changed */
function checkExpected(expected: unknown, tables: readonly string[]): void {
  for (const [table, kinds] of checkNames('expected', 'table', expected, tables)) {
    if (kinds === undefined) continue;
    const columns = columnNames(table as TableName);
    for (const [kind, records] of checkNames(table, 'kind', kinds, changeKinds)) {
      if (records !== undefined) checkRecords(`${table}.${kind}`, records, columns);
    }
  }
}

function checkRecords(path: string, records: unknown, columns: readonly string[]): void {
  if (Array.isArray(records)) {
    for (const [i, record] of records.entries()) {
      if (!isMatcher(record)) checkNames(`${path}.${i}`, 'column', record, columns);
    }
  } else if (isMatcher(records)) {
    if (isOfList(records)) checkSample(path, records, columns);
    else if (!COUNTS.has(typeOf(records))) {
      throw invalid(`${path} must be a matcher of a number or of an array, but is ${String(records)}`);
    }
  } else if (!(Number.isInteger(records) && Number(records) >= 0)) {
    throw invalid(`${path} must be an integer from 0, or an array of records, but is ${formatValue(records)}`);
  }
}

/** The records in a matcher such as `expect.arrayContaining([…])`, which compares whole ones: a part of one would never match. */
function checkSample(path: string, { sample }: Matcher, columns: readonly string[]): void {
  if (!Array.isArray(sample)) return;
  for (const record of sample) {
    if (!isPlainObject(record) || isMatcher(record)) continue;
    const given = new Set(checkNames(path, 'column', record, columns).map(([name]) => name));
    if (columns.every((name) => given.has(name))) continue;
    throw invalid(
      `${path}: a matcher of an array compares whole records; write expect.objectContaining(…) for a part of one`,
    );
  }
}

/** A value such as `expect.any(Number)`. */
interface Matcher {
  asymmetricMatch(other: unknown): boolean;
  /** The type of what it matches, such as `array`. */
  getExpectedType?(): string;
  /** What it was made with, such as the elements of an array. */
  readonly sample?: unknown;
}

function isMatcher(value: unknown): value is Matcher {
  return isObject(value) && typeof value.asymmetricMatch === 'function';
}

/** The types of matchers that may match a number. Those of `expect.extend` have the type `any`, and some have none. */
const COUNTS: ReadonlySet<unknown> = new Set(['number', 'any', undefined]);

function typeOf(matcher: Matcher): string | undefined {
  return matcher.getExpectedType?.();
}

/** Whether a matcher is for a list, such as `expect.arrayContaining([])`. The type of `expect.any(Array)` is `Array`. */
function isOfList(matcher: Matcher): boolean {
  return typeOf(matcher)?.toLowerCase() === 'array';
}

/** A matcher as its name, such as `ObjectContaining`: its JSON would say nothing of it. A BigInt has no JSON. */
function shownValue(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  return isMatcher(value) ? String(value) : value;
}

/** The parts of an argument at `path`. @throws TypeError if it is not an object, or has another name than those known */
function checkNames(path: string, what: string, given: unknown, known: readonly string[]): [string, unknown][] {
  if (isMatcher(given)) throw invalid(`${path} must be an object, but is a matcher, ${String(given)}`);
  if (!isPlainObject(given)) throw invalid(`${path} must be an object, but is ${formatValue(given)}`);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return Object.entries(given);
  const hint = didYouMean(unknown, { count: known.length, list: () => known });
  throw invalid(
    `there is no ${what} ${JSON.stringify(unknown)}; the ${what}s are ${known.join(', ')}${hint} (in ${path})`,
  );
}

function invalid(message: string): TypeError {
  return new TypeError(`expect(mock).toHaveChanged: ${message}`);
}

function isAsExpected(
  context: MatcherContext,
  tables: Readonly<Record<string, readonly AnyRecordChange[]>>,
  expected: Readonly<Record<string, Readonly<Partial<Record<ChangeKind, unknown>>> | undefined>>,
): boolean {
  const names = new Set([...Object.keys(tables), ...Object.keys(expected)]);
  return [...names].every((name) =>
    changeKinds.every((kind) => {
      const found = (tables[name] ?? []).filter((change) => changeKindOf(change) === kind);
      return matches(context, found, expected[name]?.[kind] ?? 0);
    }),
  );
}

function matches({ equals, utils }: MatcherContext, found: readonly AnyRecordChange[], expected: unknown): boolean {
  if (!Array.isArray(expected) && !(isMatcher(expected) && isOfList(expected))) return equals(found.length, expected);
  // A removed record is compared as it was.
  const rows = found.map(({ before, after }) => after ?? before);
  return equals(rows, expected, [utils.subsetEquality]);
}
