import { createMock, type Mock, type TableName } from 'briefs-mock';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Edit, edited, resealed, set } from '../support/state-files.js';
import { faultsOf } from '../support/state-laws.js';
import { bytesOf, refusalOf, tableOf, world } from '../support/state-world.js';

/** Removes a column from every row of a table, as in a file of a version that did not have it. */
function without(table: TableName, column: string): Edit {
  return ({ tables }) => {
    for (const row of tables[table]) delete row[column];
  };
}

/** Restores an edited snapshot in a mock with another seed; the fingerprint matches the edited contents. */
function upgraded(edit: Edit, prepare: (mock: Mock) => void = () => {}) {
  const before = createMock({ scenario: world });
  prepare(before);
  const mock = createMock({ scenario: world, seed: 9 });
  const { dropped } = mock.restore(resealed(before, edit));
  expect(faultsOf(mock)).toEqual([]);
  return { before, mock, dropped };
}

describe('State: restore() of a snapshot of another version', () => {
  it.each<[TableName, string, string]>([
    ['brief', 'is_core', 'a fixed default'],
    ['user', 'sf_id', 'null, for a nullable column'],
    ['brief', 'slug', 'a default that is computed from another column'],
    ['article', 'position', 'a default that is computed from earlier rows'],
    ['bookmark', 'url', 'a derived column'],
    ['preference', 'name', 'a default that is computed from another table'],
  ])('%s.%s is filled with its default: %s', (table, column) => {
    const { before, mock, dropped } = upgraded(without(table, column));
    expect(tableOf(mock, table).getAll()).toEqual(tableOf(before, table).getAll());
    expect(bytesOf(mock)).toBe(bytesOf(before));
    expect(dropped).toEqual([]);
  });

  it('a column that only some rows have is filled in the others', () => {
    const { mock } = upgraded(({ tables }) => {
      for (const brief of tables.brief) brief.is_core = true;
      delete tables.brief[1]?.is_core;
    });
    expect(mock.data.brief.getAll().map(({ is_core }) => is_core)).toEqual([true, false]);
  });

  it('a computed default is unique among the rows', () => {
    const { mock } = upgraded(without('brief', 'slug'), ({ data }) => {
      data.brief.create({ id: 'b3', name: 'Late' });
      data.brief.create({ id: 'b4', name: 'Late' });
    });
    expect(mock.data.brief.getAll().map(({ slug }) => slug)).toEqual(['morning', 'evening', 'late', 'late-2']);
  });

  it('a generated text comes from the seed and the row', () => {
    const { before, mock } = upgraded(without('access_token', 'token'));
    const tokens = mock.data.access_token.getAll().map(({ token }) => token);
    expect(tokens).toHaveLength(before.data.access_token.count());
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(upgraded(without('access_token', 'token')).mock.fingerprint()).toBe(mock.fingerprint());
    expect(mock.data.access_token.create({ email: 'cy@beta.example' }).token).toMatch(/^[0-9a-f]{32}$/);
  });

  it('a derived column that is in the file is checked, not replaced', () => {
    const mock = createMock({ scenario: world });
    const edit: Edit = (file) => {
      without('brief', 'is_core')(file);
      set('tables.bookmark.0.url', 'brief:elsewhere')(file);
    };
    const { code, issues } = refusalOf(() => mock.restore(resealed(mock, edit)));
    expect([code, issues.map(({ path }) => path)]).toEqual(['malformed_data', ['tables.bookmark.0.url']]);
  });

  it('a missing table is empty, and its ids start from 1 unless it has a counter', () => {
    const missing: Edit = ({ tables, counters }) => {
      for (const table of ['reaction', 'user_package'] as const) delete (tables as Partial<typeof tables>)[table];
      delete counters.reaction;
    };
    const { mock, dropped } = upgraded(missing);
    expect(dropped).toEqual([]);
    expect([mock.data.reaction.count(), mock.data.user_package.count()]).toEqual([0, 0]);
    const { email } = mock.data.user.getAll()[0] ?? { email: '' };
    expect(mock.data.reaction.create({ email, brief_gid: 'd1', article_gid: 'x', liked: true }).id).toBe(1);
    expect(mock.data.user_package.create({ user_id: 1, package_id: 1 }).id).toBe(3);
  });

  it('unknown tables and columns are dropped and returned', () => {
    const { before, mock, dropped } = upgraded((file) => {
      const { tables } = file;
      for (const user of tables.user) user.nickname = 'N';
      Object.assign(tables.client[1] as object, { vat: 1, region: 'north' });
      Object.assign(tables, { newsletter: [{ id: 1 }] });
      file.counters.newsletter = 1;
    });
    expect(dropped).toEqual(['client.vat', 'client.region', 'user.nickname', 'newsletter']);
    expect(bytesOf(mock)).toBe(bytesOf(before));
  });

  it('the seed and the clock come from the snapshot', () => {
    const { mock } = upgraded(without('brief', 'is_core'), ({ clock }) => clock.set('2026-05-06T07:08:09Z'));
    expect([mock.seed, mock.clock.toString(), mock.scenario]).toEqual([1, '2026-05-06T07:08:09.000Z', 'world']);
  });

  it('POST /__mock/restore answers what was dropped', async () => {
    const mock = createMock({ scenario: world });
    const restore = async (file: object) => {
      const response = await mock.fetch('/__mock/restore', { method: 'POST', body: JSON.stringify(file) });
      expect(response.status).toBe(200);
      return (await response.json()).dropped;
    };
    expect(await restore(resealed(mock, set('tables.user.0.nickname', 'N')))).toEqual(['user.nickname']);
    expect(await restore(resealed(mock, without('brief', 'is_core')))).toBeUndefined();
  });

  it('createMock() accepts it, and warns of what was dropped', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const before = createMock({ scenario: world });
    const snapshot = resealed(before, without('brief', 'is_core'));
    expect(bytesOf(createMock({ scenarios: [world], snapshot }))).toBe(bytesOf(before));
    expect(warn).not.toHaveBeenCalled();
    createMock({ scenarios: [world], snapshot: resealed(before, set('tables.user.0.nickname', 'N')) });
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toContain('user.nickname');
  });
});

describe('State: restore() does not upgrade', () => {
  /** The paths of the issues of a file that is rejected and changes nothing. */
  function rejected(make: typeof edited, edit: Edit): string[] {
    const mock = createMock({ scenario: world });
    const before = bytesOf(mock);
    const { code, issues } = refusalOf(() => mock.restore(make(mock, edit)));
    expect(code).toBe('malformed_data');
    expect(bytesOf(mock)).toBe(before);
    return issues.map(({ path }) => path);
  }

  it('a file that somebody edited: its fingerprint does not match', () => {
    expect(rejected(edited, without('brief', 'is_core'))).toEqual(['tables.brief.0.is_core', 'tables.brief.1.is_core']);
    expect(rejected(edited, set('tables.user.0.nickname', 'N'))).toEqual(['tables.user.0.nickname']);
  });

  it('a file that lacks a column without a default', () => {
    expect(rejected(resealed, without('user', 'lname'))).toEqual([0, 1, 2].map((row) => `tables.user.${row}.lname`));
  });

  it('a file with other errors: they are reported', () => {
    const edit: Edit = (file) => {
      without('brief', 'is_core')(file);
      set('tables.client.0.type', 0)(file);
    };
    expect(rejected(resealed, edit)).toEqual(['tables.client.0.type']);
  });

  it.each([
    ['format', 'zip', 'format'],
    ['version', 2, 'version'],
    ['seed', '1', 'seed'],
    ['clock', null, 'clock'],
    ['clock', [], 'clock'],
    ['clock.now', 'noon', 'clock.now'],
    ['counters', null, 'counters'],
    ['counters', [], 'counters'],
    ['tables.user', {}, 'tables.user'],
    ['tables.application.0', null, 'tables.application.0'],
    ['tables.application.0', [], 'tables.application.0'],
    ['tables.application.0', 'text', 'tables.application.0'],
  ])('a file whose %s is %j: it is rejected as malformed', (path, value, issue) => {
    const edit: Edit = (file) => {
      without('brief', 'is_core')(file);
      set(path, value)(file);
    };
    const paths = rejected(resealed, edit);
    expect(paths.some((at) => at.startsWith(issue))).toBe(true);
  });

  it.each([[null], [[]], ['text']])('a file whose tables are %j: it is rejected as malformed', (tables) => {
    expect(rejected(resealed, set('tables', tables))).toEqual(['tables']);
  });
});
