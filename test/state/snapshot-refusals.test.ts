import { createMock, type Snapshot } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { type Edit, edited, resealed, set } from '../support/state-files.js';
import { bytesOf, refusalOf, world } from '../support/state-world.js';

/** Restores an invalid snapshot, returns the paths of the issues, and checks that nothing has changed. */
function placesOf(make: (mock: ReturnType<typeof createMock>) => unknown): string[] {
  const mock = createMock({ scenario: world });
  mock.clock.advance({ hours: 1 });
  mock.data.application.create({ name: 'changed since the baseline' });
  const file = make(mock) as Snapshot;
  const before = bytesOf(mock);
  const { code, message, issues } = refusalOf(() => mock.restore(file));
  expect(code).toBe('malformed_data');
  expect(message).toMatch(/snapshot/i);
  for (const { path } of issues) expect(message).toContain(path);
  expect(bytesOf(mock)).toBe(before);
  expect(mock.data.application.create().id).toBe(4);
  return issues.map(({ path }) => path);
}

it('the message names the key of a record beside its place', () => {
  const mock = createMock({ scenario: newsroom });
  const snapshot = JSON.parse(JSON.stringify(mock.snapshot()));
  snapshot.tables.user.reverse();
  snapshot.tables.user[0].fname = 5;
  const { id } = snapshot.tables.user[0];
  expect(() => mock.restore(snapshot)).toThrow(`tables.user.0.fname (user ${id}): must be`);
});

it('a duplicate is named before the records that refer to it', () => {
  const mock = createMock({ scenario: newsroom });
  const snapshot = JSON.parse(JSON.stringify(mock.snapshot()));
  const [first, second] = snapshot.tables.brief;
  second.slug = first.slug;
  expect(() => mock.restore(snapshot)).toThrow(`tables.brief.1.slug (brief "${second.id}"): `);
});

describe('State: restore() of an invalid snapshot', () => {
  it.each([null, undefined, [], ['x'], 'text', '', 5, true, {}])('rejects %j', (input) => {
    placesOf(() => input);
  });

  it.each([
    ['format', 'zip'],
    ['version', 2],
    ['extra', 1],
    ['scenario', null],
    ['seed', -1],
    ['seed', 2 ** 53],
    ['clock.now', '2026-02-30T00:00:00.000Z'],
    ['clock.now', '2026-02-20T00:00:00'],
    ['clock.frozen', 'yes'],
    ['counters.user', -1],
    ['counters.user', 3.5],
    ['counters.user', 2 ** 53],
    ['counters.brief', undefined],
    ['counters.users', 1],
    ['tables.brief', undefined],
    ['tables.users', []],
    ['tables.user', {}],
    ['fingerprint', 5],
    ['fingerprint', undefined],
  ])('rejects the key %s with the value %j', (place, value) => {
    expect(placesOf((mock) => edited(mock, set(place, value)))).toEqual([place]);
  });

  it('reports the version first for a file of another version', () => {
    const file = { format: 'briefs-mock/snapshot', version: 2, tables: [] };
    expect(placesOf(() => file)[0]).toBe('version');
  });
});

describe('State: restore() reports the table, row and column of', () => {
  it.each([
    ['tables.user.1.fname', 5],
    ['tables.user.1.fname', null],
    ['tables.user.1.fname', ''],
    ['tables.user.2.client_id', undefined],
    ['tables.user.0.nickname', 'x'],
    ['tables.user.0.user_type', 'reader'],
    ['tables.user.0.email', 'no e-mail'],
    ['tables.brief.1', null],
    ['tables.reaction.0.id', 0],
    ['tables.reaction.0.liked', 'yes'],
    ['tables.brief_document.0.date', '2026-02-30'],
    ['tables.article.0.position', -1],
    ['tables.article.0.source.0.name', 1],
    ['tables.access_token.0.expires_at', 1.5],
  ])('an invalid value: %s may not be %j', (place, value) => {
    expect(placesOf((mock) => edited(mock, set(place, value)))).toEqual([place]);
  });

  it('an id greater than the counter of its table', () => {
    expect(placesOf((mock) => edited(mock, set('counters.user', 2)))).toEqual(['tables.user.2.id']);
  });

  it.each([
    ['tables.user.0.client_id', 9],
    ['tables.application_user.0.user_id', 9],
    ['tables.preference_hierarchy.1.parent', 9],
    ['tables.bookmark.2.brief_slug', 'none'],
    ['tables.bookmark.0.email', 'no@acme.example'],
  ])('a missing reference: %s may not be %j', (place, value) => {
    expect(placesOf((mock) => edited(mock, set(place, value)))).toEqual([place]);
  });

  it.each([
    ['tables.reaction.0.article_gid', 'none', /^tables\.reaction\.0\.(brief|article)_gid$/],
    ['tables.preference.0.user_email', 'bo@acme.example', /^tables\.preference\.0\.user_(id|email)$/],
    ['tables.brief_entitlement.1.fname', 'Wrong', /^tables\.brief_entitlement\.1\.(email|fname)$/],
  ])('reference columns that contradict each other: %s may not be %j', (place, value, expected) => {
    const places = placesOf((mock) => edited(mock, set(place, value)));
    expect(places).toEqual([expect.stringMatching(expected)]);
  });

  it.each([
    ['tables.brief_client.1', { id: 1, brief_id: 'b1', client_id: 2, status: 'active' }, 'id'],
    ['tables.user_package.1', { id: 2, user_id: 1, package_id: 1 }, 'package_id'],
    ['tables.feature.1.name', 'share', ''],
    ['tables.legacy_preference.1.slug', 'theme', ''],
  ])('a duplicate: %s may not be %j', (place, value, column) => {
    const places = placesOf((mock) => edited(mock, set(place, value)));
    expect(places).toEqual([column === '' ? place : `${place}.${column}`]);
  });

  it('every row with an error of the first kind', () => {
    const places = ['tables.user.0.fname', 'tables.user.2.lname', 'tables.reaction.1.liked'];
    const spoil: Edit = (file) => {
      for (const place of places) set(place, null)(file);
    };
    expect(placesOf((mock) => edited(mock, spoil))).toEqual(places);
  });

  it('a duplicate user, also when another row refers to it', () => {
    const places = placesOf((mock) =>
      edited(mock, ({ tables, counters }) => {
        tables.user.push({ ...tables.user[0], id: 4, email: 'ANN@acme.example' });
        tables.user_package.push({ id: 3, user_id: 4, package_id: 1 });
        Object.assign(counters, { user: 4, user_package: 3 });
      }),
    );
    expect(places).toEqual(['tables.user.3.email']);
  });

  it('a derived column with another value than the derived one', () => {
    const places = placesOf((mock) => resealed(mock, set('tables.bookmark.0.url', 'brief:elsewhere')));
    expect(places).toEqual(['tables.bookmark.0.url']);
  });

  it('D21 a second default of a user', () => {
    const places = placesOf((mock) => {
      mock.data.brief_entitlement.create({ email: 'ann@acme.example', brief_slug: 'morning' });
      return resealed(mock, set('tables.brief_entitlement.2.is_default', true));
    });
    expect(places).toEqual([0, 2].map((row) => `tables.brief_entitlement.${row}.is_default`));
  });

  it('F5 a cycle in the hierarchy', () => {
    const places = placesOf((mock) => resealed(mock, set('tables.preference_hierarchy.0.parent', 3)));
    expect(places).toEqual([0, 1, 2].map((row) => `tables.preference_hierarchy.${row}.parent`));
  });
});

describe('State: restore() checks errors in a fixed order', () => {
  /** The reported path and the edit of one error of each kind, in the order in which they are checked. */
  const kinds: readonly (readonly [place: string, edit: Edit])[] = [
    ['version', set('version', 3)],
    ['tables.client.0.type', set('tables.client.0.type', 0)],
    ['tables.user_package.1.package_id', set('tables.user_package.1', { id: 2, user_id: 1, package_id: 1 })],
    ['tables.brief_client.0.client_id', set('tables.brief_client.0.client_id', 77)],
    ['fingerprint', set('fingerprint', '0'.repeat(64))],
  ];

  kinds.forEach(([first, edit], i) => {
    for (const [second, other] of kinds.slice(i + 1)) {
      it(`${first} is reported before ${second}`, () => {
        const spoil: Edit = (file) => {
          other(file);
          edit(file);
        };
        expect(placesOf((mock) => edited(mock, spoil))).toEqual([first]);
      });
    }
  });

  it('the version is reported when there are errors of all kinds', () => {
    const spoil: Edit = (file) => {
      for (const [, edit] of kinds) edit(file);
    };
    expect(placesOf((mock) => edited(mock, spoil))).toEqual(['version']);
  });

  it('a valid edit without a new fingerprint is rejected, and the message contains the new one', () => {
    const mock = createMock({ scenario: world });
    const rename = set('tables.client.0.name', 'Edited');
    const { message } = refusalOf(() => mock.restore(edited(mock, rename)));
    const file = resealed(mock, rename);
    expect(message).toContain(file.fingerprint);
    mock.restore(file);
    expect(mock.data.client.findFirst({ where: { id: { equals: 1 } } })?.name).toBe('Edited');
  });

  it.each([
    ['seed', 2],
    ['scenario', 'other'],
    ['clock.now', '2026-03-04T09:00:00.001Z'],
    ['clock.frozen', false],
    ['counters.user', 50],
    ['tables.article.0.title', 'x'],
    ['tables.article.0.source.0.link', 'x'],
    ['tables.reaction', []],
  ])('the fingerprint covers %s', (place, value) => {
    expect(placesOf((mock) => edited(mock, set(place, value)))).toEqual(['fingerprint']);
  });
});

describe('State: restore() of unusual files', () => {
  it('X24 writes e-mails as the user record has them', () => {
    const mock = createMock({ scenario: world });
    const before = bytesOf(mock);
    const spoil: Edit = (file) => {
      for (const table of ['bookmark', 'reaction', 'brief_entitlement'])
        set(`tables.${table}.0.email`, 'ANN@acme.example')(file);
      set('tables.preference.0.user_email', 'ANN@acme.example')(file);
    };
    mock.restore(edited(mock, spoil), { edited: true });
    expect(bytesOf(mock)).toBe(before);
  });

  it('writes the time of the clock as the mock does', () => {
    const mock = createMock({ scenario: world });
    const before = bytesOf(mock);
    mock.restore(edited(mock, set('clock.now', '2026-03-04T09:00:00Z')), { edited: true });
    expect(bytesOf(mock)).toBe(before);
    expect(mock.changes()).toEqual({ tables: {} });
  });

  it('rejects __proto__ and constructor as keys of tables, counters and columns', () => {
    const mock = createMock({ scenario: world });
    const bytes = bytesOf(mock);
    for (const name of ['__proto__', 'constructor', 'prototype', 'hasOwnProperty']) {
      const added = `${JSON.stringify(name)}: {"polluted": true}, `;
      for (const place of ['{', '"tables":{', '"counters":{', '"clock":{', '"user":[{']) {
        const file = JSON.parse(bytes.replace(place, place + added));
        expect(JSON.stringify(file)).toContain('polluted');
        expect(refusalOf(() => mock.restore(file)).message).toContain(name);
      }
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(bytesOf(mock)).toBe(bytes);
  });

  it('restores keys and strings with special characters', () => {
    const mock = createMock({ scenario: world });
    const odd = ['__proto__', 'constructor', '\u0000', '\ud800', '😀', '\u2028', '"\\', ' ', 'a'.repeat(100_000)];
    odd.forEach((name) => {
      mock.data.brief.create({ id: name, name, slug: name });
      mock.data.legacy_preference.create({ name, slug: name });
    });
    const where = { id: { equals: 1 } };
    const preference_value = { constructor: 1, toString: { valueOf: null }, '': [], [odd.at(-1) as string]: 0.1 };
    mock.data.legacy_user_preference.update({ where, data: { preference_value } });
    const bytes = bytesOf(mock);
    mock.reset();
    mock.restore(JSON.parse(bytes));
    expect(bytesOf(mock)).toBe(bytes);
    for (const name of odd) {
      expect(mock.data.brief.findFirst({ where: { slug: { equals: name } } })?.id).toBe(name);
      expect(mock.data.legacy_preference.findMany({ where: { slug: { equals: name } } })).toHaveLength(1);
    }
    expect(mock.data.legacy_user_preference.findFirst({ where })?.preference_value).toEqual(preference_value);
  });

  it('accepts the greatest possible counter, after which create fails as there is no id left', () => {
    const mock = createMock({ scenario: world });
    mock.restore(resealed(mock, set('counters.application', Number.MAX_SAFE_INTEGER)));
    const before = bytesOf(mock);
    expect(refusalOf(() => mock.data.application.create()).message).toContain('id');
    expect(bytesOf(mock)).toBe(before);
  });
});
