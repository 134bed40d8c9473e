/**
 * A matcher for what a test has changed in the mock, for Vitest and Jest.
 * @module
 */
import type { Mock, Row, TableName } from '../src/index.js';
import {
  type AnyRecordChange,
  type ChangeKind,
  changeKindOf,
  changeKinds,
  describeChanges,
} from '../src/state/describe-changes.js';

/** The records of a table: how many, or which, in ascending order of the key, each with the columns that matter. */
type ExpectedRecords<Name extends TableName> = number | readonly Partial<Row<Name>>[];

interface ExpectedOfTable<Name extends TableName> {
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

interface MatcherResult {
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
  { since }: ToHaveChangedOptions = {},
): MatcherResult {
  if (typeof mock?.changes !== 'function') throw new TypeError('expect(mock).toHaveChanged: the value is not a mock');
  if (expected !== undefined) expectKnownNames(expected, Object.keys(mock.data));
  const changes = mock.changes(since === undefined ? {} : { since });
  const tables = changes.tables as Readonly<Record<string, readonly AnyRecordChange[]>>;
  const pass = expected === undefined ? Object.keys(tables).length > 0 : isAsExpected(this, tables, expected);
  const hint = `expect(mock)${this.isNot ? '.not' : ''}.toHaveChanged(${expected === undefined ? '' : 'expected'})`;
  const wanted = expected === undefined ? 'any changes' : JSON.stringify(expected);
  const from = since === undefined ? 'the baseline' : typeof since === 'number' ? `revision ${since}` : since;
  return {
    pass,
    message: () =>
      `${hint}\n\nExpected: ${this.isNot ? 'not ' : ''}${wanted}\n\nChanged since ${from}:\n${describeChanges({ tables: changes.tables })}`,
  };
}

/** @throws TypeError for a table or a kind that does not exist: nothing would compare it. */
function expectKnownNames(expected: object, tables: readonly string[]): void {
  expectOneOf('table', Object.keys(expected), tables);
  for (const kinds of Object.values(expected)) expectOneOf('kind', Object.keys(kinds ?? {}), changeKinds);
}

function expectOneOf(what: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(
    `expect(mock).toHaveChanged: there is no ${what} ${JSON.stringify(unknown)}; the ${what}s are ${known.join(', ')}`,
  );
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
  if (!Array.isArray(expected)) return equals(found.length, expected);
  // A removed record is compared as it was.
  const rows = found.map(({ before, after }) => after ?? before);
  return equals(rows, expected, [utils.subsetEquality]);
}
