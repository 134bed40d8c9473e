import { createMock, type Data, type TableName } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { disagreementsOf, faultsOf } from '../support/state-laws.js';
import { bytesOf, refusalOf, tableOf, world } from '../support/state-world.js';

const named: readonly (readonly [table: TableName, column: string])[] = [
  ['bookmark', 'email'],
  ['reaction', 'email'],
  ['access_token', 'email'],
  ['brief_entitlement', 'email'],
  ['preference', 'user_email'],
  ['legacy_user_preference', 'user_email'],
];

const valid: Readonly<Record<string, object>> = {
  bookmark: { brief_slug: 'morning', brief_gid: 'd2' },
  reaction: { brief_gid: 'd1', article_gid: 'y', liked: true },
  access_token: { token: 'new-token' },
  brief_entitlement: { brief_slug: 'morning' },
  preference: { application_preference: 1 },
  legacy_user_preference: { preference_id: 2, preference_value: {} },
};

describe("X24 a user's e-mail", () => {
  for (const [table, column] of named) {
    it(`X24 ${table}.${column} follows a new e-mail of the user`, () => {
      const mock = createMock({ scenario: world });
      const ofAnn = { where: { [column]: { equals: 'ann@acme.example' } } };
      const before = tableOf(mock, table).findMany(ofAnn);
      expect(before).not.toEqual([]);

      mock.data.user.update({ where: { id: { equals: 1 } }, data: { email: 'Anna@Acme.example' } });

      expect(tableOf(mock, table).findMany(ofAnn)).toEqual([]);
      expect(tableOf(mock, table).findMany({ where: { [column]: { equals: 'anna@acme.EXAMPLE' } } })).toEqual(
        before.map((row) => ({ ...row, [column]: 'Anna@Acme.example' })),
      );
      expect(faultsOf(mock)).toEqual([]);
      expect(disagreementsOf(mock)).toEqual([]);
    });

    it(`X24 ${table}.${column} follows another spelling of the same e-mail`, () => {
      const mock = createMock({ scenario: world });
      const ofAnn = { where: { [column]: { equals: 'ann@acme.example' } } };
      const before = tableOf(mock, table).findMany(ofAnn);

      mock.data.user.update({ where: { id: { equals: 1 } }, data: { email: 'ANN@acme.example' } });

      expect(tableOf(mock, table).findMany(ofAnn)).toEqual(
        before.map((row) => ({ ...row, [column]: 'ANN@acme.example' })),
      );
      expect(faultsOf(mock)).toEqual([]);
    });

    it(`X24 ${table}.${column} is spelled as in the user record, and rejected when no user has it`, () => {
      const mock = createMock({ scenario: world });
      const made = tableOf(mock, table).create({ ...valid[table], [column]: 'BO@acme.EXAMPLE' });
      expect(made[column]).toBe('Bo@Acme.example');

      const before = bytesOf(mock);
      const { code, issues } = refusalOf(() =>
        tableOf(mock, table).create({ ...valid[table], [column]: 'no@acme.example' }),
      );
      expect([code, issues.map(({ path }) => path)]).toEqual(['not_found', [column]]);
      expect(bytesOf(mock)).toBe(before);
    });
  }

  it('X24 the e-mail of another user in another case is a conflict', () => {
    const mock = createMock({ scenario: world });
    const values = { fname: 'An', lname: 'Other', email: 'ANN@Acme.Example' };
    const { code, message } = refusalOf(() => mock.data.user.create(values));
    expect(code).toBe('conflict');
    expect(message).toContain('email');
    expect(refusalOf(() => mock.data.user.update({ where: { id: { equals: 3 } }, data: values })).code).toBe(
      'conflict',
    );
  });

  it('X24 the former e-mail of a user can be used for a new user, who gets none of the records', () => {
    const mock = createMock({ scenario: world });
    mock.data.user.update({ where: { id: { equals: 1 } }, data: { email: 'anna@acme.example' } });
    mock.data.user.create({ fname: 'New', lname: 'Ann', email: 'ann@acme.example' });
    expect(mock.data.bookmark.findMany({ where: { email: { equals: 'ann@acme.example' } } })).toEqual([]);
    expect(mock.data.bookmark.findMany({ where: { email: { equals: 'anna@acme.example' } } })).toHaveLength(2);
  });
});

describe('State: columns that are copied from the user', () => {
  it("D21 a brief entitlement has the user's names, whatever names are given", () => {
    const { data } = createMock({ scenario: world });
    const made = data.brief_entitlement.create({
      email: 'cy@beta.example',
      brief_slug: 'morning',
      fname: 'Not',
      lname: 'Me',
    });
    expect([made.fname, made.lname]).toEqual(['Cy', 'Oz']);
    const changed = data.brief_entitlement.update({ where: { id: { equals: made.id } }, data: { fname: 'Still not' } });
    expect(changed?.fname).toBe('Cy');
  });

  it("D21 a brief entitlement follows the user's names", () => {
    const { data } = createMock({ scenario: world });
    data.user.update({ where: { id: { equals: 1 } }, data: { fname: 'Anna', lname: 'Ek-Li' } });
    expect(data.brief_entitlement.getAll().map(({ fname, lname }) => [fname, lname])).toEqual([
      ['Anna', 'Ek-Li'],
      ['Bo', 'Li'],
    ]);
  });

  it('D21 a brief entitlement that moves to another user takes the names of that user', () => {
    const { data } = createMock({ scenario: world });
    const moved = data.brief_entitlement.update({
      where: { id: { equals: 1 } },
      data: { email: 'CY@beta.example' },
    });
    expect(moved).toMatchObject({ email: 'cy@beta.example', fname: 'Cy', lname: 'Oz' });
  });

  it('D21 updateMany returns the brief entitlements as they are at its end: the last default stands', () => {
    const { data } = createMock({ scenario: world });
    data.brief_entitlement.create({ email: 'ann@acme.example', brief_slug: 'morning' });
    const ofAnn = { email: { equals: 'ann@acme.example' } };
    const updated = data.brief_entitlement.updateMany({ where: ofAnn, data: { is_default: true } });
    expect(updated.map((row) => row.is_default)).toEqual([false, true]);
    expect(updated).toEqual(data.brief_entitlement.findMany({ where: ofAnn }));
    const swapped = data.brief_entitlement.updateMany({ where: ofAnn, data: { is_default: (is) => !is } });
    expect(swapped.map((row) => row.is_default)).toEqual([true, false]);
  });

  it('D16 user_id sets user_email and the other way round, on create and on update', () => {
    const { data } = createMock({ scenario: world });
    const byId = data.preference.create({ user_id: 3, application_preference: 1 });
    expect(byId.user_email).toBe('cy@beta.example');
    const byEmail = data.preference.create({ user_email: 'CY@BETA.example', application_preference: 1 });
    expect([byEmail.user_id, byEmail.user_email]).toEqual([3, 'cy@beta.example']);
    const where = { id: { equals: byId.id } };
    expect(data.preference.update({ where, data: { user_id: 1 } })?.user_email).toBe('ann@acme.example');
    expect(data.preference.update({ where, data: { user_email: 'bo@acme.example' } })?.user_id).toBe(2);
  });

  it('D16 user_id and user_email of different users are rejected', () => {
    const mock = createMock({ scenario: world });
    const before = bytesOf(mock);
    const values = { user_id: 1, user_email: 'bo@acme.example' };
    const created = refusalOf(() => mock.data.preference.create({ ...values, application_preference: 1 }));
    const updated = refusalOf(() => mock.data.preference.update({ where: { id: { equals: 3 } }, data: values }));
    for (const { code, issues } of [created, updated]) {
      expect([code, issues.map(({ path }) => path)]).toEqual(['malformed_data', ['user_email']]);
    }
    expect(bytesOf(mock)).toBe(before);
  });

  it('D16 a user_email that is not a string is rejected, even with a valid user_id', () => {
    const mock = createMock({ scenario: world });
    const values = { user_id: 1, user_email: ['ann@acme.example'], application_preference: 1 };
    expect(refusalOf(() => tableOf(mock, 'preference').create(values)).code).toBe('malformed_data');
  });
});

describe('State: copies of slugs and gids', () => {
  it('brief entitlements and bookmarks follow the new slug of a brief', () => {
    const mock = createMock({ scenario: world });
    mock.data.brief.update({ where: { id: { equals: 'b2' } }, data: { slug: 'night' } });
    const where = { brief_slug: { equals: 'night' } };
    expect(mock.data.brief_entitlement.findMany({ where })).toHaveLength(2);
    expect(mock.data.bookmark.findMany({ where })).toHaveLength(1);
    expect(mock.data.bookmark.findMany({ where: { brief_slug: { equals: 'evening' } } })).toEqual([]);
    expect(faultsOf(mock)).toEqual([]);
    expect(disagreementsOf(mock)).toEqual([]);
  });

  it('bookmarks, their url and reactions follow the new gid of an article', () => {
    const mock = createMock({ scenario: world });
    mock.data.article.update({ where: { id: { equals: 1 } }, data: { gid: 'renamed' } });
    expect(mock.data.bookmark.findFirst({ where: { id: { equals: 2 } } })).toMatchObject({
      article_gid: 'renamed',
      url: 'brief:d1/article:renamed',
    });
    expect(mock.data.reaction.findFirst({ where: { id: { equals: 1 } } })?.article_gid).toBe('renamed');
    expect(faultsOf(mock)).toEqual([]);
    expect(disagreementsOf(mock)).toEqual([]);
  });

  it.each<[string, string, (data: Data) => unknown]>([
    [
      'a document moves to another brief',
      'brief_id',
      (data) =>
        data.brief_document.update({ where: { gid: { equals: 'd1' } }, data: { brief_id: 'b2', date: '2026-02-01' } }),
    ],
    [
      "an article moves to another brief's document",
      'brief_gid',
      (data) => data.article.update({ where: { id: { equals: 1 } }, data: { brief_gid: 'd3', gid: 'moved' } }),
    ],
  ])(
    'P10 when %s, it is rejected at %s, and every bookmark still refers to the brief of its document',
    (_, column, move) => {
      const { data } = createMock({ scenario: world });
      const { code, issues } = refusalOf(() => move(data));
      expect([code, issues.map(({ path }) => path)]).toEqual(['malformed_data', [column]]);
      for (const bookmark of data.bookmark.getAll()) {
        const document = data.brief_document.findFirst({ where: { gid: { equals: bookmark.brief_gid } } });
        const brief = data.brief.findFirst({ where: { id: { equals: document?.brief_id ?? '' } } });
        expect(bookmark.brief_slug).toBe(brief?.slug);
      }
    },
  );
});
