import { type Mock, MockError, type TableName } from 'briefs-mock';
import * as fc from 'fast-check';
import { type Cells, keyOf, laws, type Reference, tableNames } from './state-tables.js';
import { tableOf } from './state-world.js';

/** A maker of `mock.make` whose name is only known at run time. */
export interface AnyMaker {
  (overrides?: Cells): Cells;
  many(count: number, overrides?: Cells | ((index: number) => Cells)): Cells[];
}

export function makerOf(mock: Mock, name: keyof Mock['make']): AnyMaker {
  return mock.make[name] as unknown as AnyMaker;
}

export const compounds = [
  'publishedBrief',
  'publishedDocument',
  'entitledUser',
  'bookmarkedBrief',
  'bookmarkedArticle',
] as const;

/** The record that a reference names, and the columns it uses when several are possible. */
interface Choice {
  readonly reference: number;
  readonly nth: number;
  readonly by: number;
}

export type Step =
  | { readonly do: 'make'; readonly table: TableName; readonly given: readonly Choice[]; readonly count: number }
  | { readonly do: 'compound'; readonly name: (typeof compounds)[number]; readonly count: number }
  | { readonly do: 'occupy'; readonly place: number; readonly k: number }
  | { readonly do: 'remove'; readonly table: TableName; readonly nth: number }
  | { readonly do: 'advance'; readonly hours: number };

/**
 * Random steps. A `make` gets at most `mostGiven` references to existing records. With at most one, the record is
 * valid; several can contradict each other or repeat an existing pair.
 */
export function steps(mostGiven: number): fc.Arbitrary<Step[]> {
  const table = fc.constantFrom(...tableNames);
  const choice: fc.Arbitrary<Choice> = fc.record({ reference: fc.nat(3), nth: fc.nat(50), by: fc.nat(1) });
  return fc.array(
    fc.oneof(
      {
        weight: 12,
        arbitrary: fc.record({
          do: fc.constant('make' as const),
          table,
          given: fc.array(choice, { maxLength: mostGiven }),
          // 0 makes one record without `many`. Several records with the same references would only be rejected.
          count: fc.constantFrom(0, 0, 0, 1),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant('make' as const), table, given: fc.constant([]), count: fc.nat(4) }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant('compound' as const),
          name: fc.constantFrom(...compounds),
          count: fc.nat(2),
        }),
      },
      {
        weight: 5,
        arbitrary: fc.record({
          do: fc.constant('occupy' as const),
          place: fc.nat(),
          k: fc.integer({ min: 1, max: 12 }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), table, nth: fc.nat(50) }) },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('advance' as const), hours: fc.integer({ min: -100, max: 100 }) }),
      },
    ),
    { minLength: 5, maxLength: 40, size: 'max' },
  ) as fc.Arbitrary<Step[]>;
}

/** Performs one step and returns what it made. */
export function perform(mock: Mock, step: Step): unknown {
  switch (step.do) {
    case 'make': {
      const given = Object.assign({}, ...step.given.map((choice) => columnsFor(mock, step.table, choice)));
      const make = makerOf(mock, step.table);
      return step.count === 0 ? make(given) : make.many(step.count, given);
    }
    case 'compound': {
      const make = makerOf(mock, step.name);
      return step.count === 0 ? make() : make.many(step.count);
    }
    case 'occupy': {
      const occupy = occupiers[step.place % occupiers.length] as (typeof occupiers)[number];
      return unlessRefused(() => occupy(mock, step.k));
    }
    case 'remove': {
      const key = keyOf(step.table);
      const row = nth(tableOf(mock, step.table).getAll(), step.nth);
      return row && tableOf(mock, step.table).delete({ where: { [key]: { equals: row[key] } } });
    }
    case 'advance':
      return mock.clock.advance({ hours: step.hours });
  }
}

/** Columns that refer to an existing record, or no columns if the table is empty. */
function columnsFor(mock: Mock, table: TableName, { reference, nth: n, by }: Choice): Cells {
  const link = nth(laws[table].references, reference) as Reference | undefined;
  if (link === undefined) return {};
  const targets = tableOf(mock, link.to).getAll();
  // D15: a value belongs to a preference of its own type.
  const type = { entity_preference: 'Entity', generic_preference: 'Generic' }[table as string];
  const target = nth(type === undefined ? targets : targets.filter((row) => row.type === type), n);
  if (target === undefined) return {};
  const columns = Object.entries(nth(link.by, by) as Readonly<Record<string, string>>);
  return Object.fromEntries(columns.map(([local, column]) => [local, target[column]]));
}

function nth<Value>(values: readonly Value[], n: number): Value | undefined {
  return values[n % values.length];
}

/** Steps that create records with values that a maker would choose, so that it has to choose others. */
const occupiers: readonly ((mock: Mock, k: number) => unknown)[] = [
  ({ data }, k) => data.user.create({ fname: 'Zoe', lname: 'Zorn', email: `User-${k}@Example.com` }),
  ({ make }, k) => make.user({ email: `user-${k}@listed.example` }),
  ({ make }, k) => make.client({ name: `Client ${k}` }),
  ({ make }, k) => make.client({ name: `Listed ${k}`, domain: ['listed.example', 'other.example'] }),
  ({ make }, k) => make.application({ name: `Application ${k}` }),
  ({ make }, k) => make.application({ name: null, description: `${k}` }),
  ({ data, make }, k) =>
    make.application_user({ application_id: data.application.getAll().at(-1)?.id, legacy_id: 1000 + k }),
  ({ make }, k) => make.feature({ name: `Feature ${k}` }),
  ({ make }, k) => make.package({ name: `Package ${k}` }),
  ({ make }, k) => make.legacy_preference({ name: `Legacy preference ${k}`, slug: `other-${k}` }),
  ({ make }, k) => make.legacy_preference({ name: `Other ${k}`, slug: `legacy-preference-${k}` }),
  ({ make }, k) => make.application_preference({ preference_slug: `preference-${k}` }),
  ({ make }, k) => make.preference({ type: k % 2 ? 'Entity' : 'Generic' }),
  ({ make }, k) => make.brief({ id: `${k}`, name: 'Other', slug: `brief-${k + 1}` }),
  ({ data, make }, k) =>
    make.brief_document({ gid: `1-${k}`, brief_id: data.brief.getAll().at(-1)?.id, date: '2026-03-02' }),
  ({ data, make }, k) =>
    make.content_entitlement({ application_user_id: data.application_user.getAll()[0]?.id, slug: `brief-${k}` }),
  ({ data, make }) =>
    make.article({ brief_gid: data.brief_document.getAll().at(-1)?.gid, gid: 'rail_freight_slows_for_a_third_week' }),
];

/** A conflict with an earlier record is not an error of the step. */
function unlessRefused(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    if (error instanceof MockError && error.code === 'conflict') return error.message;
    throw error;
  }
}
