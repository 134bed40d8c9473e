import type { TableName } from 'briefs-mock';
import * as fc from 'fast-check';
import { type Cells, comparableColumns, isEmail, keyOf, kindOf, laws, optionsOf, tableNames } from './state-tables.js';

/** One step of a walk. Numbers choose among the existing items, modulo their count. */
export type Operation = { readonly in: number } & (
  | { readonly do: 'create'; readonly table: TableName; readonly given: Cells }
  | { readonly do: 'update'; readonly table: TableName; readonly nth: number; readonly given: Cells }
  | {
      readonly do: 'updateMany';
      readonly table: TableName;
      readonly column: string;
      readonly nth: number;
      readonly given: Cells;
    }
  | { readonly do: 'delete'; readonly table: TableName; readonly nth: number }
  | { readonly do: 'deleteMany'; readonly table: TableName; readonly column: string; readonly nth: number }
  | { readonly do: 'post'; readonly table: TableName; readonly items: readonly Cells[] }
  | { readonly do: 'advance'; readonly seconds: number }
  | { readonly do: 'snapshot' }
  | { readonly do: 'restore'; readonly nth: number; readonly asJson: boolean }
  | { readonly do: 'fork' }
  | { readonly do: 'reset' }
);

const emails = [
  'ann@acme.example',
  'ANN@acme.example',
  'bo@acme.example',
  'Bo@Acme.example',
  'cy@beta.example',
  'dee@ACME.example',
  'dee@beta.example',
];
const ids = [1, 2, 3, 4];
const names = ['Acme', 'reader', 'share', 'basic', 'Theme', 'Äpfel', 'Ann', 'Zoë', 'All', 'X'];
const flags = [true, false];

/**
 * Plausible values by column, or by table and column: few enough for records to refer to each other and conflict. All
 * other columns get values by their reference or type.
 */
const likely: Readonly<Record<string, readonly unknown[]>> = {
  'brief.id': ['b1', 'b2', 'b3', '3', '4'],
  brief_id: ['b1', 'b2', 'b3', '3'],
  gid: ['x', 'y', 'z'],
  article_gid: ['x', 'y', 'x', null],
  'brief_document.gid': ['d1', 'd2', 'd3', 'd4', '1-4', '1-5'],
  brief_gid: ['d1', 'd2', 'd3', '1-4'],
  slug: ['morning', 'evening', 'noon', 'Noon'],
  brief_slug: ['morning', 'evening', 'noon'],
  preference_slug: ['topics', 'layout', 'other', 'layout-2'],
  date: ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'],
  'package.status': ['active', 'old'],
  domain: [null, [], ['acme.example'], ['Beta.example', 'acme.example']],
  source: [[], [{ name: 'Times', link: 'https://t.example' }]],
  'legacy_user_preference.preference_value': [{}, { color: 'dark', panes: [1, { left: null }] }],
  token: ['t1', 't2', 't3'],
  content_type: ['brief', 'feed'],
};

/** Values that are invalid in most columns. */
const odd = [null, '', 0, -1, 1.5, 99, 2 ** 53, '1', 'nobody@acme.example', 'no such', true, [], {}, ['', 1]];

function likelyIn(table: TableName, column: string): readonly unknown[] {
  const known = likely[`${table}.${column}`] ?? likely[column];
  if (known) return known;
  const fits = laws[table].columns[column] as (value: unknown) => boolean;
  const orNull = (values: readonly unknown[]) => (fits(null) ? [...values, null] : values);
  const reference = laws[table].references.find(({ takes }) => column in takes);
  if (reference && reference.to !== table) return orNull(likelyIn(reference.to, reference.takes[column] as string));
  if (isEmail(table, column)) return emails;
  const options = optionsOf(table, column);
  if (options) return options;
  const byKind = { boolean: flags, number: reference ? orNull(ids) : ids, string: names, nested: [null, [], {}] };
  return byKind[kindOf(table, column)].filter((value) => value === null || fits(value));
}

/** It is unspecified where a record goes when its position is set to null, so these columns are never null. */
const isPlace = (column: string) => column === 'position' || column === 'display_order';

function cellOf(table: TableName, column: string, oddness: number): fc.Arbitrary<unknown> {
  const usual = fc.constantFrom(...likelyIn(table, column));
  const unusual = fc.constantFrom(...(isPlace(column) ? odd.filter((value) => value !== null) : odd));
  return fc.oneof({ weight: 100 - oddness, arbitrary: usual }, { weight: oddness, arbitrary: unusual });
}

const leftOut = Symbol('left out');

/** The values of a new record: mostly complete and plausible. */
function wholeOf(table: TableName): fc.Arbitrary<Cells> {
  const { columns, defaults, computed, hasGeneratedKey } = laws[table];
  const percentLeftOut = (column: string) => {
    if (hasGeneratedKey && column === keyOf(table)) return 95;
    const isOptional = columns[column]?.(null) || column in defaults || computed.has(column);
    return isOptional ? 40 : 6;
  };
  const cells = Object.keys(columns).map((column) => {
    const omitted = percentLeftOut(column);
    return fc.oneof(
      { weight: 100 - omitted, arbitrary: cellOf(table, column, 2) },
      { weight: omitted, arbitrary: fc.constant(leftOut) },
    );
  });
  return fc.tuple(...cells, fc.constantFrom(...Array(40).fill(leftOut), 'x')).map((values) => {
    const pairs = [...Object.keys(columns), 'no_such_column'].map((column, i) => [column, values[i]]);
    return Object.fromEntries(pairs.filter(([, value]) => value !== leftOut));
  });
}

/** New values for one to three columns. */
function changesOf(table: TableName): fc.Arbitrary<Cells> {
  const column = fc.constantFrom(...Object.keys(laws[table].columns));
  const cell = column.chain((name) => cellOf(table, name, 8).map((value) => [name, value] as const));
  return fc.array(cell, { minLength: 1, maxLength: 3 }).map(Object.fromEntries);
}

const nth = fc.nat(20);
const perTable = <Made>(make: (table: TableName) => fc.Arbitrary<Made>): fc.Arbitrary<Made> =>
  fc.oneof(...tableNames.map(make));
const scalarColumn = (table: TableName) => fc.constantFrom(...comparableColumns(table));

const step = fc.oneof(
  {
    weight: 40,
    arbitrary: perTable((table) =>
      fc.record({ do: fc.constant('create'), table: fc.constant(table), given: wholeOf(table) }),
    ),
  },
  {
    weight: 30,
    arbitrary: perTable((table) =>
      fc.record({ do: fc.constant('update'), table: fc.constant(table), nth, given: changesOf(table) }),
    ),
  },
  {
    weight: 6,
    arbitrary: perTable((table) =>
      fc.record({
        do: fc.constant('updateMany'),
        table: fc.constant(table),
        column: scalarColumn(table),
        nth,
        given: changesOf(table),
      }),
    ),
  },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('delete'), table: fc.constantFrom(...tableNames), nth }) },
  {
    weight: 3,
    arbitrary: perTable((table) =>
      fc.record({ do: fc.constant('deleteMany'), table: fc.constant(table), column: scalarColumn(table), nth }),
    ),
  },
  {
    weight: 6,
    arbitrary: perTable((table) =>
      fc.record({
        do: fc.constant('post'),
        table: fc.constant(table),
        items: fc.array(wholeOf(table), { minLength: 1, maxLength: 4 }),
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('advance'), seconds: fc.integer({ min: -90_000, max: 90_000 }) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('snapshot') }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('restore'), nth, asJson: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('fork') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reset') }) },
);

/** A walk: a sequence of operations, each in one of a few mocks that are forks of each other. */
export function walks(maxLength: number): fc.Arbitrary<Operation[]> {
  const operation = fc.record({ in: fc.nat(3), step }).map(({ in: at, step }) => ({ in: at, ...step }) as Operation);
  return fc.array(operation, { maxLength, size: 'max' });
}

/** A walk with hundreds of briefs and deeply nested hierarchy entries, so that the internal trees grow and shrink. */
export function crowdedWalks(maxLength: number): fc.Arbitrary<Operation[]> {
  const kind = fc.constantFrom(...'abcdefgh');
  const number = fc.noBias(fc.nat(1_000_000));
  const brief = fc.record({ id: number.map(String), name: kind, slug: number.map((n) => `s-${n}`) });
  const entry = fc.record({ label: kind, parent: fc.constant(null) });
  const post = <Table extends TableName>(table: Table, item: fc.Arbitrary<Cells>) =>
    fc.array(item, { minLength: 40, maxLength: 120, size: 'max' }).map((items) => ({ do: 'post', table, items }));
  const crowd = fc.constantFrom<[TableName, string]>(['brief', 'name'], ['preference_hierarchy', 'label']);
  const far = fc.nat(1000);
  const crowdedStep = fc.oneof(
    { weight: 4, arbitrary: fc.oneof(post('brief', brief), post('preference_hierarchy', entry)) },
    {
      weight: 6,
      arbitrary: fc.record({ crowd, nth: far }).map(({ crowd: [table], nth }) => ({ do: 'delete', table, nth })),
    },
    {
      weight: 1,
      arbitrary: fc.record({ crowd, nth: far }).map(({ crowd: [table, column], nth }) => ({
        do: 'deleteMany',
        table,
        column,
        nth,
      })),
    },
    {
      weight: 3,
      arbitrary: fc.oneof(
        fc
          .record({ nth: far, slug: number })
          .map(({ nth, slug }) => ({ do: 'update', table: 'brief', nth, given: { slug: `s-${slug}` } })),
        fc
          .record({ nth: far, parent: fc.integer({ min: 1, max: 90 }) })
          .map(({ nth, parent }) => ({ do: 'update', table: 'preference_hierarchy', nth, given: { parent } })),
      ),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('snapshot') }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restore'), nth, asJson: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('fork') }) },
  );
  const operation = fc.record({ in: fc.nat(3), step: crowdedStep });
  return fc.array(
    operation.map(({ in: at, step }) => ({ in: at, ...step }) as Operation),
    { minLength: 15, maxLength, size: 'max' },
  );
}
