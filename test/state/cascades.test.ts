import { createMock, type TableName } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { makerOf } from '../support/fixtures-steps.js';
import { faultsOf } from '../support/state-laws.js';
import { type Cells, keyOf, laws, sameIn, tableNames } from '../support/state-tables.js';
import { bytesOf, tableOf, world } from '../support/state-world.js';

type Referrer = readonly [table: TableName, column: string, value: unknown];
/** `left` is the number of records that the table has after the delete. */
type CountedReferrer = readonly [...Referrer, left: number];

/** Deleted records, and the records that refer to them directly. */
const direct: readonly (readonly [table: TableName, key: unknown, takes: readonly CountedReferrer[]])[] = [
  [
    'user',
    1,
    [
      ['application_user', 'user_id', 1, 1],
      ['brief_entitlement', 'email', 'ann@acme.example', 1],
      ['preference', 'user_id', 1, 1],
      ['bookmark', 'email', 'ann@acme.example', 1],
      ['reaction', 'email', 'ann@acme.example', 1],
      ['access_token', 'email', 'ann@acme.example', 2],
      ['user_package', 'user_id', 1, 1],
      ['legacy_user_preference', 'user_email', 'ann@acme.example', 1],
    ],
  ],
  [
    'brief',
    'b2',
    [
      ['brief_document', 'brief_id', 'b2', 2],
      ['brief_client', 'brief_id', 'b2', 0],
      ['brief_entitlement', 'brief_slug', 'evening', 0],
      ['bookmark', 'brief_slug', 'evening', 2],
    ],
  ],
  [
    'brief_document',
    'd1',
    [
      ['article', 'brief_gid', 'd1', 1],
      ['bookmark', 'brief_gid', 'd1', 1],
    ],
  ],
  [
    'article',
    1,
    [
      ['bookmark', 'url', 'brief:d1/article:x', 2],
      ['reaction', 'brief_gid', 'd1', 1],
    ],
  ],
  [
    'application',
    1,
    [
      ['application_user', 'application_id', 1, 0],
      ['feature', 'app_id', 1, 1],
      ['application_preference', 'application_id', 1, 1],
    ],
  ],
  ['application_user', 1, [['content_entitlement', 'application_user_id', 1, 1]]],
  ['application_preference', 2, [['preference', 'application_preference', 2, 1]]],
  ['preference', 1, [['entity_preference', 'preference_id', 1, 0]]],
  ['preference', 2, [['generic_preference', 'preference_id', 2, 0]]],
  ['preference_hierarchy', 2, [['preference', 'preference_hierarchy', 2, 2]]],
  ['legacy_preference', 1, [['legacy_user_preference', 'preference_id', 1, 1]]],
  ['feature', 1, [['feature_package', 'feature_id', 1, 1]]],
  [
    'package',
    2,
    [
      ['feature_package', 'package_id', 2, 1],
      ['user_package', 'package_id', 2, 1],
    ],
  ],
  ['client', 1, [['brief_client', 'client_id', 1, 0]]],
];

/** Deleted records, and the records that refer to them through other records. */
const indirect: readonly (readonly [table: TableName, key: unknown, takes: readonly Referrer[]])[] = [
  [
    'user',
    1,
    [
      ['content_entitlement', 'application_user_id', 1],
      ['entity_preference', 'preference_id', 1],
    ],
  ],
  [
    'brief',
    'b1',
    [
      ['article', 'brief_gid', 'd1'],
      ['reaction', 'brief_gid', 'd1'],
      ['bookmark', 'brief_gid', 'd1'],
    ],
  ],
  ['brief_document', 'd3', [['reaction', 'brief_gid', 'd3']]],
  [
    'application',
    1,
    [
      ['content_entitlement', 'slug', 'evening'],
      ['feature_package', 'feature_id', 1],
      ['preference', 'application_preference', 1],
      ['entity_preference', 'preference_id', 1],
    ],
  ],
  ['application_preference', 2, [['generic_preference', 'preference_id', 2]]],
  ['preference_hierarchy', 2, [['entity_preference', 'preference_id', 1]]],
];

describe('X19 deleting a record also deletes the records that require it', () => {
  for (const [table, key, takes] of [...direct, ...indirect]) {
    for (const [referrer, column, value] of takes) {
      it(`X19 deleting ${table} ${key} deletes each ${referrer} with ${column} ${value}`, () => {
        const mock = createMock({ scenario: world });
        const before = tableOf(mock, referrer).getAll();
        const named = (row: Cells) => sameIn(referrer, column, row[column], value);
        expect(before.filter(named)).not.toEqual([]);

        tableOf(mock, table).delete({ where: { [keyOf(table)]: { equals: key } } });

        expect(tableOf(mock, referrer).findMany({ where: { [column]: { equals: value } } })).toEqual([]);
        const rest = tableOf(mock, referrer).getAll();
        expect(rest.filter(named)).toEqual([]);
        expect(before).toEqual(expect.arrayContaining(rest));
        expect(faultsOf(mock)).toEqual([]);
      });
    }
  }

  for (const [table, key, takes] of direct) {
    it(`X19 deleting ${table} ${key} returns it and leaves at most the records that do not refer to it`, () => {
      const mock = createMock({ scenario: world });
      const expected = takes.map(([referrer, column, value]) =>
        tableOf(mock, referrer)
          .getAll()
          .filter((row) => !sameIn(referrer, column, row[column], value)),
      );
      const deleted = tableOf(mock, table).findFirst({ where: { [keyOf(table)]: { equals: key } } });

      expect(tableOf(mock, table).delete({ where: { [keyOf(table)]: { equals: key } } })).toEqual(deleted);

      takes.forEach(([referrer, , , left], i) => {
        const rest = tableOf(mock, referrer).getAll();
        // A record may also be deleted for another reference: a bookmark refers to brief, document and user.
        expect(expected[i]).toEqual(expect.arrayContaining(rest));
        expect(rest, referrer).toHaveLength(left);
      });
      expect(tableOf(mock, table).findFirst({ where: { [keyOf(table)]: { equals: key } } })).toBeNull();
    });
  }

  it('X19 deleting an article deletes its bookmarks, not those of its document', () => {
    const mock = createMock({ scenario: world });
    mock.data.article.delete({ where: { id: { equals: 1 } } });
    expect(mock.data.bookmark.getAll().map(({ url }) => url)).toEqual(['brief:d1', 'brief:d3/article:x']);
  });

  it('X19 deleteMany of all records of all tables leaves the tables empty and the counters unchanged', () => {
    const mock = createMock({ scenario: world });
    const { counters } = mock.snapshot();
    for (const table of tableNames) tableOf(mock, table).deleteMany({ where: {} });
    expect(tableNames.map((table) => tableOf(mock, table).count())).toEqual(tableNames.map(() => 0));
    expect(mock.snapshot().counters).toEqual(counters);
  });

  it('X19 deleting records that no record refers to changes no other table', () => {
    const mock = createMock({ scenario: world });
    const { tables } = mock.snapshot();
    mock.data.application_user.delete({ where: { id: { equals: 2 } } });
    mock.data.content_entitlement.delete({ where: { id: { equals: 1 } } });
    const after = mock.snapshot().tables;
    for (const table of tableNames) {
      if (table !== 'application_user' && table !== 'content_entitlement') expect(after[table]).toEqual(tables[table]);
    }
  });
});

describe('X19 F4 deleting a record sets optional references to it to null', () => {
  it('X19 F4 the children of a deleted hierarchy entry stay, with parent null', () => {
    const mock = createMock({ scenario: world });
    mock.data.preference_hierarchy.create({ label: 'Side', parent: 1 });
    mock.data.preference_hierarchy.delete({ where: { id: { equals: 1 } } });
    const left = mock.data.preference_hierarchy.getAll();
    expect(left.map(({ label, parent }) => [label, parent])).toEqual([
      ['Home', null],
      ['Front', 2],
      ['Side', null],
    ]);
    expect(mock.data.preference_hierarchy.findMany({ where: { parent: { equals: 1 } } })).toEqual([]);
    expect(mock.data.preference_hierarchy.findMany({ where: { parent: { equals: 2 } } })).toEqual([left[1]]);
  });

  it('X19 F4 preferences filed below the children of a deleted entry stay', () => {
    const mock = createMock({ scenario: world });
    mock.data.preference.update({ where: { id: { equals: 3 } }, data: { preference_hierarchy: 3 } });
    mock.data.preference_hierarchy.delete({ where: { id: { equals: 2 } } });
    expect(mock.data.preference.getAll().map(({ id }) => id)).toEqual([2, 3]);
  });

  it('X19 the users of a deleted client stay, with client_id null', () => {
    const mock = createMock({ scenario: world });
    mock.data.client.delete({ where: { id: { equals: 1 } } });
    expect(mock.data.user.getAll().map(({ client_id }) => client_id)).toEqual([null, null, null]);
    expect(mock.data.user.findMany({ where: { client_id: { equals: 1 } } })).toEqual([]);
    expect(faultsOf(mock)).toEqual([]);
  });

  it('X19 a delete that finds no record changes nothing', () => {
    const mock = createMock({ scenario: world });
    const before = bytesOf(mock);
    expect(mock.data.user.delete({ where: { id: { equals: 99 } } })).toBeNull();
    expect(mock.data.user.deleteMany({ where: { fname: { equals: 'Nobody' } } })).toEqual([]);
    expect(bytesOf(mock)).toBe(before);
  });
});

const references = tableNames.flatMap((table) => laws[table].references.map((reference) => ({ table, ...reference })));

describe('X19 in every table', () => {
  it.each(references)('X19 $table refers to $to by $by: deleting the target means: $whenGone', (reference) => {
    const { table, to, by, takes, whenGone } = reference;
    const [key = {}] = by;
    const mock = createMock();
    const isRequired = Object.keys(key).every((local) => !laws[table].columns[local]?.(null));
    // D15: sample values choose a target of the right type, so a required reference is left to them.
    const target = isRequired ? undefined : makerOf(mock, to)();
    const given = Object.entries(target ? takes : {}).map(([local, column]) => [local, target?.[column]]);
    const made = makerOf(mock, table)(Object.fromEntries(given));
    const where = Object.fromEntries(Object.entries(key).map(([local, column]) => [column, { equals: made[local] }]));
    const others = tableOf(mock, to).count();

    expect(tableOf(mock, to).delete({ where })).not.toBeNull();

    expect(tableOf(mock, to).count()).toBe(others - 1 - (whenGone === 'remove' && to === table ? 1 : 0));
    const left = tableOf(mock, table).findFirst({ where: { [keyOf(table)]: { equals: made[keyOf(table)] } } });
    const cleared = Object.fromEntries(Object.keys(takes).map((local) => [local, null]));
    expect(left).toEqual(whenGone === 'remove' ? null : { ...made, ...cleared });
    expect(faultsOf(mock)).toEqual([]);
  });
});
