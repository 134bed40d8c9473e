import { createMock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { keyOf, laws, tableNames } from '../support/state-tables.js';
import { bytesOf, refusalOf, tableOf, world } from '../support/state-world.js';

const generated = tableNames.filter((table) => laws[table].hasGeneratedKey);
const keyed = tableNames.filter((table) => !generated.includes(table));

describe('X9 ids', () => {
  it.each(generated)('X9 %s: an id in the data of create or update is ignored', (table) => {
    const mock = createMock({ scenario: world });
    const collection = tableOf(mock, table);
    const last = collection.getAll().at(-1);
    const where = { id: { equals: last?.id } };
    expect(collection.update({ where, data: { id: 77 } })).toEqual(last);
    expect(collection.update({ where, data: { id: 'no id at all' } })).toEqual(last);
    collection.delete({ where });
    const made = collection.create({ ...last, id: 77 });
    expect(made).toEqual({ ...last, id: (last?.id as number) + 1 });
    expect(collection.findFirst({ where: { id: { equals: 77 } } })).toBeNull();
  });

  it.each(generated)('X9 %s: an id that a maker gets is ignored', (table) => {
    const mock = createMock({ scenario: world });
    const [first] = tableOf(mock, table).getAll();
    const last = tableOf(mock, table).getAll().at(-1);
    const make = mock.make[table] as (values: object) => { id?: unknown };
    expect(make({ id: first?.id }).id).toBe((last?.id as number) + 1);
  });

  it('X9 D9: a maker gives a legacy preference a free slug, whatever id it gets', () => {
    const { make } = createMock();
    const [first, second] = [
      make.legacy_preference({ name: 'A b' }),
      make.legacy_preference({ id: 1, name: 'A-b' } as never),
    ];
    expect([first, second]).toMatchObject([
      { id: 1, slug: 'a-b' },
      { id: 2, slug: 'a-b-2' },
    ]);
  });

  it.each(keyed)('X9 %s: an update does not change the key', (table) => {
    const mock = createMock({ scenario: world });
    const before = bytesOf(mock);
    const [first] = tableOf(mock, table).getAll();
    const key = keyOf(table);
    const where = { [key]: { equals: first?.[key] } };
    expect(tableOf(mock, table).update({ where, data: { [key]: 'another' } })).toEqual(first);
    expect(JSON.parse(bytesOf(mock))).toEqual(JSON.parse(before));
  });

  it('X9 ids count up from 1 in each table', () => {
    const { data } = createMock();
    const ids = [data.application, data.package, data.application].map(
      (table, i) => table.create({ name: `n${i}` }).id,
    );
    expect(ids).toEqual([1, 1, 2]);
  });

  it('X9 a rejected create uses no id', () => {
    const { data } = createMock({ scenario: world });
    for (let n = 0; n < 3; n++) {
      refusalOf(() => data.application.create({ name: '' }));
      refusalOf(() => data.application.create({ name: 'reader' }));
      refusalOf(() => data.feature.create({ name: 'new', app_id: 99 }));
    }
    expect([data.application.create().id, data.feature.create({ name: 'new', app_id: 1 }).id]).toEqual([3, 3]);
  });

  it('X6 X9 a rejected bulk create uses no id', async () => {
    const mock = createMock({ scenario: world });
    const body = JSON.stringify([{ name: 'one' }, { name: 'two' }, { name: 'one' }]);
    const response = await mock.fetch('/__mock/data/application', { method: 'POST', body });
    expect(response.status).toBe(409);
    expect(mock.data.application.create().id).toBe(3);
  });

  it('X9 the id of a deleted record is not reused', () => {
    const { data } = createMock({ scenario: world });
    data.application.deleteMany({ where: {} });
    expect(data.application.create().id).toBe(3);
    data.application.delete({ where: { id: { equals: 3 } } });
    expect(data.application.create().id).toBe(4);
  });

  it('X9 the id of a deleted brief and the gid of a deleted document are not reused, also if they skipped a number', () => {
    const { data } = createMock();
    const brief_id = data.brief.create({ id: '2', name: 'Chosen' }).id;
    data.brief_document.create({ gid: '1-2', brief_id, date: '2026-03-01' });
    const made = ['2026-03-02', '2026-03-03'].map((date) => {
      const { id } = data.brief.create({ name: 'Generated' });
      const { gid } = data.brief_document.create({ brief_id, date });
      data.brief.delete({ where: { id: { equals: id } } });
      data.brief_document.delete({ where: { gid: { equals: gid } } });
      return [id, gid];
    });
    expect(made).toEqual([
      ['3', '1-3'],
      ['4', '1-4'],
    ]);
  });

  it('X9 ids continue from the counters of a restored snapshot', () => {
    const mock = createMock({ scenario: world });
    const early = mock.snapshot();
    mock.data.application.create();
    mock.data.application.delete({ where: { id: { equals: 3 } } });
    const late = JSON.parse(bytesOf(mock));
    mock.restore(early);
    expect(mock.data.application.create().id).toBe(3);
    mock.restore(late);
    expect(mock.data.application.create().id).toBe(4);
    const other = createMock();
    other.restore(late);
    expect(other.data.application.create().id).toBe(4);
  });

  it('X9 X20 after reset() ids continue from those of the baseline', () => {
    const mock = createMock({ scenario: world });
    const made = mock.data.application.create();
    mock.reset();
    expect(mock.data.application.create()).toEqual(made);
  });

  it('X9 a generated brief id, document gid or article gid is not one that is taken', () => {
    const { data } = createMock();
    data.brief.create({ id: '2', name: 'Chosen' });
    const brief = data.brief.create({ name: 'Generated' });
    expect(brief.id).not.toBe('2');
    data.brief_document.create({ gid: '1-2', brief_id: '2', date: '2026-03-01' });
    const document = data.brief_document.create({ brief_id: '2', date: '2026-03-02' });
    expect(document.gid).not.toBe('1-2');
    const gids = [1, 2].map(() => data.article.create({ brief_gid: '1-2', title: 'Twice' }).gid);
    expect(gids).toEqual(['twice', 'twice_2']);
  });
});

const cells = tableNames.flatMap((table) =>
  Object.keys(laws[table].columns)
    .filter((column) => column !== keyOf(table))
    .map((column) => [table, column] as const),
);
/** Columns with neither a default nor a value that follows from other columns or from a referenced record. */
const given = cells.filter(([table, column]) => {
  const { defaults, computed, derived, references } = laws[table];
  const isCopied = references.some(({ by, takes }) => column in takes && !by.some((columns) => column in columns));
  return !(column in defaults || computed.has(column) || derived.has(column) || isCopied);
});

describe('X21 null and missing values', () => {
  const optional = given.filter(([table, column]) => laws[table].columns[column]?.(null));
  it.each(optional)('X21 %s.%s: is null when missing, and can be set to null', (table, column) => {
    const mock = createMock({ scenario: world });
    const collection = tableOf(mock, table);
    const chosen = collection.getAll().find((row) => row[column] !== null) ?? collection.getAll()[0];
    const where = { [keyOf(table)]: { equals: chosen?.[keyOf(table)] } };
    if (`${table}.${column}` === 'bookmark.article_gid') mock.data.bookmark.delete({ where: { id: { equals: 1 } } });
    expect(collection.update({ where, data: { [column]: null } })?.[column]).toBeNull();

    const removed = collection.delete({ where });
    const { [column]: _, ...rest } = removed ?? {};
    expect(collection.create(rest)[column]).toBeNull();
  });

  const required = given.filter(([table, column]) => !laws[table].columns[column]?.(null));
  it.each(required)(
    'X21 %s.%s: null and a missing value are rejected, and the issues name the column',
    (table, column) => {
      const mock = createMock({ scenario: world });
      const collection = tableOf(mock, table);
      const [first] = collection.getAll();
      const where = { [keyOf(table)]: { equals: first?.[keyOf(table)] } };
      const before = bytesOf(mock);
      // One of several columns that identify the same record is enough, such as the e-mail of a user (D16).
      const twins = laws[table].references.filter(({ by, takes }) => by.length > 1 && column in takes);
      const columns = [column, ...twins.flatMap(({ by }) => by.flatMap(Object.keys))];
      const cleared = Object.fromEntries(columns.map((one) => [one, null]));
      const rest = Object.fromEntries(Object.entries(first ?? {}).filter(([one]) => !columns.includes(one)));
      const refusals = [
        refusalOf(() => collection.update({ where, data: cleared })),
        refusalOf(() => collection.create({ ...first, ...cleared })),
        refusalOf(() => collection.create(rest)),
      ];
      for (const { code, issues } of refusals) {
        expect(code).toBe('malformed_data');
        expect(issues.map(({ path }) => path)).toContain(column);
      }
      expect(bytesOf(mock)).toBe(before);
    },
  );

  it.each(tableNames.filter((table) => Object.keys(laws[table].defaults).length > 0))(
    'X21 %s: a column with a default gets it when missing, undefined or null',
    (table) => {
      const mock = createMock({ scenario: world });
      const collection = tableOf(mock, table);
      const { defaults } = laws[table];
      const all = (value: unknown) => Object.fromEntries(Object.keys(defaults).map((column) => [column, value]));
      for (const extra of [{}, all(undefined), all(null)]) {
        const [first] = collection.getAll();
        collection.delete({ where: { [keyOf(table)]: { equals: first?.[keyOf(table)] } } });
        const rest = Object.fromEntries(Object.entries(first ?? {}).filter(([column]) => !(column in defaults)));
        expect(collection.create({ ...rest, ...extra })).toMatchObject(defaults);
        mock.reset();
      }
    },
  );
});

describe('State: computed defaults', () => {
  it('D9 D37 a slug is made from the label, with a suffix if it is taken', () => {
    const { data } = createMock({ scenario: world });
    const slugs = ['Top Stories!', 'top  stories', 'Çafé — Ünïcode', '???', '!!!'].map(
      (preference_label) => data.application_preference.create({ application_id: 1, preference_label }).preference_slug,
    );
    expect(slugs).toEqual(['top-stories', 'top-stories-2', 'cafe-unicode', 'preference', 'preference-2']);
  });

  it('X21 D9 a slug set to null is made from the label again, without a suffix for its own old slug', () => {
    const { data } = createMock({ scenario: world });
    const where = { id: { equals: 1 } };
    data.application_preference.update({ where, data: { preference_slug: 'odd' } });
    for (let n = 0; n < 2; n++) {
      const cleared = data.application_preference.update({ where, data: { preference_slug: null as never } });
      expect(cleared?.preference_slug).toBe('topics');
    }
    const brief = data.brief.update({ where: { id: { equals: 'b1' } }, data: { slug: null as never } });
    expect(brief?.slug).toBe('morning');
  });

  it('D32 display_order and position are one more than the last of their group', () => {
    const { data } = createMock({ scenario: world });
    data.feature.create({ app_id: 1, name: 'third' });
    data.feature_package.update({ where: { id: { equals: 1 } }, data: { display_order: 7 } });
    expect(data.feature_package.create({ package_id: 1, feature_id: 3 }).display_order).toBe(8);
    expect(data.feature_package.create({ package_id: 2, feature_id: 3 }).display_order).toBe(3);
    expect(data.article.create({ brief_gid: 'd1', title: 'New' }).position).toBe(3);
    expect(data.article.create({ brief_gid: 'd2', title: 'New' }).position).toBe(1);
  });

  it('D32 no display_order and position can follow the greatest number', () => {
    const mock = createMock({ scenario: world });
    const { data } = mock;
    data.feature.create({ app_id: 1, name: 'third' });
    const display_order = Number.MAX_SAFE_INTEGER;
    data.feature_package.update({ where: { id: { equals: 1 } }, data: { display_order } });
    data.article.create({ brief_gid: 'd1', title: 'Last', position: Number.MAX_SAFE_INTEGER });
    const writes = [
      () => data.feature_package.create({ package_id: 1, feature_id: 3 }),
      () => data.feature_package.update({ where: { id: { equals: 1 } }, data: { display_order: null as never } }),
      () => data.article.create({ brief_gid: 'd1', title: 'New' }),
    ];
    for (const write of writes) {
      const { code, message } = refusalOf(write);
      expect([code, message]).toEqual(['malformed_data', expect.stringContaining('must be at most 9007199254740991')]);
    }
    mock.restore(JSON.parse(bytesOf(mock)));
  });

  it('F2 the default name of a preference is the label of its application preference', () => {
    const { data } = createMock({ scenario: world });
    expect(data.preference.getAll().map(({ name }) => name)).toEqual(['Topics', 'Layout', 'Layout']);
  });

  it('a bookmark gets created_on from the clock and its url from its slugs and gids', () => {
    const mock = createMock({ scenario: world });
    mock.clock.set('2026-05-06T07:08:09.999Z');
    const made = mock.data.bookmark.create({
      email: 'cy@beta.example',
      brief_slug: 'morning',
      brief_gid: 'd1',
      article_gid: 'y',
      url: 'anything',
    });
    expect([made.created_on, made.url]).toEqual([Date.UTC(2026, 4, 6, 7, 8, 9) / 1000, 'brief:d1/article:y']);
  });

  it('P1 generated access tokens differ from each other and from those of another seed', () => {
    const [one, other] = [createMock({ scenario: world }), createMock({ scenario: world, seed: 2 })];
    const tokens = [one, one, other, other].map(
      ({ data }) => data.access_token.create({ email: 'cy@beta.example' }).token,
    );
    expect(new Set(tokens).size).toBe(4);
  });

  it('P1 a generated access token is not one that is taken, also if the counter of an edited snapshot is too low', () => {
    const mock = createMock({ scenario: world });
    const issue = () => mock.data.access_token.create({ email: 'cy@beta.example' }).token;
    const taken = [issue(), issue()];
    const snapshot = JSON.parse(bytesOf(mock));
    snapshot.counters.access_token = 0;
    mock.restore(snapshot, { edited: true });
    expect(taken).not.toContain(issue());
  });
});
