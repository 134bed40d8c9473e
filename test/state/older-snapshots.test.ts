import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock, MockError, type Snapshot, type TableName } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { describeControl } from '../support/deliveries.js';
import { type Edit, fingerprintOf, type SnapshotFile } from '../support/state-files.js';
import { type Cells, keyOf, laws, tableNames } from '../support/state-tables.js';
import { bytesOf, refusalOf, world } from '../support/state-world.js';

/** One snapshot of each version of the format, with records in every table of its time. They are never changed. */
const folder = join(import.meta.dirname, '../snapshots');
const files = readdirSync(folder);
const read = (name: string): SnapshotFile => JSON.parse(readFileSync(join(folder, name), 'utf8'));

describe('test/snapshots', () => {
  it('has a file of the current version of the format; vitest writes it if it is missing', async () => {
    const snapshot = createMock({ scenario: world }).snapshot();
    const name = `v${snapshot.version}.json`;
    if (files.includes(name)) return;
    await expect(`${JSON.stringify(snapshot, null, 2)}\n`).toMatchFileSnapshot(join(folder, name));
  });

  it.each(files)('%s is as it was written: its fingerprint is that of its contents', (name) => {
    const file = read(name);
    expect(fingerprintOf(file)).toBe(file.fingerprint);
    expect(Object.entries(file.tables).filter(([, rows]) => rows.length === 0)).toEqual([]);
  });

  it.each(files)('%s can be restored: records, counters, scenario, seed and clock', (name) => {
    const file = read(name);
    const mock = createMock();
    const { dropped } = mock.restore(file as unknown as Snapshot);
    const { tables, counters, scenario, seed, clock } = mock.snapshot();
    expect({ scenario, seed, clock }).toEqual({ scenario: file.scenario, seed: file.seed, clock: file.clock });
    for (const table of tableNames) {
      const isKept = ([column]: [string, unknown]) => !dropped.includes(`${table}.${column}`);
      const rows = (file.tables[table] ?? []).map((row) => Object.fromEntries(Object.entries(row).filter(isKept)));
      expect(tables[table], table).toMatchObject(rows);
      expect(tables[table], table).toHaveLength(rows.length);
      expect(counters[table], table).toBe(file.counters[table] ?? 0);
    }
    const isSame = JSON.stringify(tables) === JSON.stringify(file.tables);
    if (isSame) expect(mock.fingerprint()).toBe(file.fingerprint);
  });
});

/** The records of v1.json with the tables and columns of today. */
const current = bytesOf(createMock({ snapshot: read('v1.json') as unknown as Snapshot }));

/** A snapshot after an edit, with the fingerprint of its contents, as a version with other columns would write it. */
function written(...edits: Edit[]): Snapshot {
  const file = stale(...edits);
  return { ...file, fingerprint: fingerprintOf(file) };
}

/** A snapshot after an edit, with the fingerprint from before. */
function stale(...edits: Edit[]): Snapshot {
  const file: SnapshotFile = JSON.parse(current);
  for (const edit of edits) edit(file);
  return file as unknown as Snapshot;
}

/** The records of a table without an edit. */
function original(table: TableName): readonly Cells[] {
  return (JSON.parse(current) as SnapshotFile).tables[table];
}

const without =
  (table: TableName, column: string): Edit =>
  ({ tables }) => {
    for (const row of tables[table] ?? []) delete row[column];
  };
const withNickname: Edit = ({ tables }) => {
  for (const row of tables.user) row.nickname = 'Nick';
};
const withTag: Edit = ({ tables, counters }) => {
  Object.assign(tables, { tag: [{ id: 1, name: 'urgent' }] });
  counters.tag = 1;
};
const withoutReactions: Edit = ({ tables, counters }) => {
  delete (tables as Record<string, unknown>).reaction;
  delete counters.reaction;
};

/** Restores a snapshot in a new mock. */
function restored(snapshot: Snapshot) {
  const mock = createMock({ seed: 9 });
  return { mock, ...mock.restore(snapshot) };
}

describe('restore() of a snapshot from a version with other columns', () => {
  const valuesOf = (rows: readonly object[], column: string) => rows.map((row) => (row as Cells)[column]);

  it('sets a nullable column that the snapshot lacks to null', () => {
    const { mock, dropped } = restored(written(without('generic_preference', 'schema_version')));
    expect(valuesOf(original('generic_preference'), 'schema_version')).toEqual([1]);
    expect(valuesOf(mock.data.generic_preference.getAll(), 'schema_version')).toEqual([null]);
    expect(dropped).toEqual([]);
  });

  it('keeps every other record and column, and the counters', () => {
    const { mock } = restored(written(without('generic_preference', 'schema_version')));
    const expected = restored(stale()).mock;
    expected.data.generic_preference.updateMany({ where: {}, data: { schema_version: null } });
    expect(bytesOf(mock)).toBe(bytesOf(expected));
  });

  const constants = tableNames.flatMap((table) =>
    Object.entries(laws[table].defaults).map((entry) => [table, ...entry]),
  );
  it.each(constants as [TableName, string, unknown][])(
    'sets %s.%s to its default, %j, if the snapshot lacks it',
    (table, column, value) => {
      // D15: the type of a preference fits its values.
      const withoutValues: Edit = ({ tables }) => {
        if (table === 'preference') tables.entity_preference = [];
      };
      const { mock } = restored(written(without(table, column), withoutValues));
      const rows = mock.snapshot().tables[table];
      expect(rows).toHaveLength(original(table).length);
      expect(valuesOf(rows, column)).toEqual(rows.map(() => value));
    },
  );

  it.each([
    ['article', 'position', [1, 2, 1]],
    ['article', 'gid', ['x', 'y', 'x']],
    ['feature_package', 'display_order', [1, 1, 2]],
    ['application_preference', 'preference_slug', ['topics', 'layout']],
    ['preference', 'name', ['Topics', 'Layout', 'Layout']],
    ['bookmark', 'created_on', Array(3).fill(Date.UTC(2026, 2, 4, 9) / 1000)],
  ] as const)('computes the default of %s.%s', (table, column, values) => {
    const { mock } = restored(written(without(table, column)));
    expect(valuesOf(mock.snapshot().tables[table], column)).toEqual(values);
  });

  it('computes defaults that differ from each other, if the column is unique', () => {
    const sameLabel: Edit = ({ tables }) => {
      for (const row of tables.application_preference) row.preference_label = 'Same';
    };
    const { mock } = restored(written(sameLabel, without('application_preference', 'preference_slug')));
    expect(valuesOf(mock.data.application_preference.getAll(), 'preference_slug')).toEqual(['same', 'same-2']);
  });

  it('computes a derived column', () => {
    const { mock } = restored(written(without('bookmark', 'url')));
    const urls = ['brief:d1', 'brief:d1/article:x', 'brief:d3/article:x'];
    expect(mock.data.bookmark.getAll().map(({ url }) => url)).toEqual(urls);
  });

  it('drops unknown columns and tables and returns their names', () => {
    const { mock, dropped } = restored(written(withNickname, withTag));
    expect(dropped).toEqual(['user.nickname', 'tag']);
    expect(bytesOf(mock)).toBe(bytesOf(restored(stale()).mock));
  });

  it('leaves a table empty that the snapshot lacks', () => {
    const { mock, dropped } = restored(written(withoutReactions));
    expect(mock.data.reaction.count()).toBe(0);
    expect(mock.make.reaction().id).toBe(1);
    expect(dropped).toEqual([]);
  });

  it('is the same for createMock({ snapshot })', () => {
    const mock = createMock({ snapshot: written(without('brief', 'is_active')) });
    expect(mock.data.brief.getAll().map(({ is_active }) => is_active)).toEqual([true, true]);
  });
});

describe('restore() rejects, and changes nothing, if', () => {
  const issuesOf = (snapshot: Snapshot) => {
    const mock = createMock({ scenario: world });
    mock.data.application.create();
    const before = bytesOf(mock);
    const { code, message, issues } = refusalOf(() => mock.restore(snapshot));
    expect(code).toBe('malformed_data');
    expect(bytesOf(mock)).toBe(before);
    for (const { path } of issues) expect(message).toContain(path);
    return issues.map(({ path }) => path);
  };

  it.each([
    [
      'a nullable column is missing',
      without('generic_preference', 'schema_version'),
      'generic_preference.0.schema_version',
    ],
    ['a column with a default is missing', without('client', 'status'), 'client.0.status'],
    ['a column with a computed default is missing', without('article', 'position'), 'article.0.position'],
    ['a derived column is missing', without('bookmark', 'url'), 'bookmark.0.url'],
    ['a column is unknown', withNickname, 'user.0.nickname'],
    ['a table is unknown', withTag, 'tag'],
    ['a table is missing', withoutReactions, 'reaction'],
  ])('%s and the fingerprint is that of other contents', (_, edit, path) => {
    expect(issuesOf(stale(edit))).toContain(`tables.${path}`);
  });

  it('a required column without a default is missing', () => {
    const paths = original('user').map((_, i) => `tables.user.${i}.lname`);
    expect(issuesOf(written(without('user', 'lname')))).toEqual(paths);
    expect(issuesOf(written(without('user', 'lname'), withNickname))).toEqual(paths);
  });

  const odd = [null, 5, -1, '', 'x', true, [], {}, { a: [] }];
  /** Removes the columns whose value is computed, so that they are computed from invalid values. */
  const withoutComputed: Edit = ({ tables }) => {
    for (const name of tableNames) {
      const { computed, derived } = laws[name];
      for (const column of [...computed, ...derived]) {
        if (column !== keyOf(name)) for (const row of tables[name] ?? []) delete row[column];
      }
    }
  };
  it.each(tableNames)('a column of %s is invalid, also where columns are unknown or computed', (table) => {
    const mock = createMock();
    for (const column of Object.keys(laws[table].columns)) {
      for (const value of odd) {
        const snapshot = written(withNickname, withoutComputed, ({ tables }) => {
          for (const row of tables[table] ?? []) row[column] = structuredClone(value);
        });
        try {
          mock.restore(snapshot);
        } catch (error) {
          expect(error).toBeInstanceOf(MockError);
        }
      }
    }
  });
});

describeControl('POST /__mock/restore of a snapshot from another version', (open) => {
  it('answers which columns and tables were dropped', async () => {
    const { mock, send } = await open();
    const { status, json } = await send('POST', '/__mock/restore', { body: written(withNickname, withTag) });
    expect(status).toBe(200);
    expect(json).toMatchObject({ scenario: 'world', dropped: ['user.nickname', 'tag'] });
    expect(mock.data.user.count()).toBe(3);
  });

  it('answers no dropped if nothing was dropped', async () => {
    const { send } = await open();
    const { json } = await send('POST', '/__mock/restore', { body: written(without('brief', 'is_active')) });
    expect(json).not.toHaveProperty('dropped');
  });
});
