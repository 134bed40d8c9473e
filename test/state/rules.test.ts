import { createMock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { bytesOf, refusalOf, tableOf, world } from '../support/state-world.js';

/** Returns the code and the issue paths of the error, and checks that nothing has changed. */
function refused(mock: ReturnType<typeof createMock>, write: () => unknown) {
  const before = bytesOf(mock);
  const { code, issues } = refusalOf(write);
  expect(bytesOf(mock)).toBe(before);
  return [code, ...issues.map(({ path }) => path)];
}

describe("D5 a user's e-mail must be of a domain of the client", () => {
  const user = { fname: 'Di', lname: 'Fo', client_id: 1 };

  it('D5 create and update reject an e-mail of another domain', () => {
    const mock = createMock({ scenario: world });
    const { data } = mock;
    const cy = { id: { equals: 3 } };
    const writes = [
      () => data.user.create({ ...user, email: 'di@beta.example' }),
      () => data.user.create({ ...user, email: 'di@sub.acme.example' }),
      () => data.user.create({ ...user, email: 'di@cme.example' }),
      () => data.user.update({ where: { id: { equals: 1 } }, data: { email: 'ann@beta.example' } }),
      () => data.user.update({ where: cy, data: { client_id: 1 } }),
      () => data.user.updateMany({ where: {}, data: { client_id: 1 } }),
    ];
    for (const write of writes) expect(refused(mock, write)).toEqual(['malformed_data', 'email']);
  });

  it('D5 the message contains the domain and the allowed domains', () => {
    const mock = createMock({ scenario: world });
    const { message } = refusalOf(() => mock.data.user.create({ ...user, email: 'di@beta.example' }));
    expect(message).toContain('beta.example');
    expect(message).toContain('acme.example');
  });

  it('D5 domains are case-insensitive', () => {
    const { data } = createMock({ scenario: world });
    data.client.update({ where: { id: { equals: 1 } }, data: { domain: ['ACME.Example', 'other.example'] } });
    expect(data.user.create({ ...user, email: 'di@Acme.EXAMPLE' }).client_id).toBe(1);
    expect(data.user.create({ ...user, email: 'di@other.example' }).client_id).toBe(1);
  });

  it('D5 D36 any domain is allowed without a client, or with a missing or empty domain list', () => {
    const { data } = createMock({ scenario: world });
    expect(data.user.create({ ...user, client_id: null, email: 'a@any.example' }).client_id).toBeNull();
    expect(data.user.create({ ...user, client_id: 2, email: 'b@any.example' }).client_id).toBe(2);
    data.client.update({ where: { id: { equals: 1 } }, data: { domain: [] } });
    expect(data.user.create({ ...user, email: 'c@any.example' }).client_id).toBe(1);
  });

  it('D36 a domain list may exclude existing users; their next update is rejected', () => {
    const mock = createMock({ scenario: world });
    mock.data.client.update({ where: { id: { equals: 1 } }, data: { domain: ['new.example'] } });
    expect(mock.data.user.count({ where: { client_id: { equals: 1 } } })).toBe(2);
    const rename = () => mock.data.user.update({ where: { id: { equals: 1 } }, data: { fname: 'Anna' } });
    expect(refused(mock, rename)).toEqual(['malformed_data', 'email']);
  });
});

describe('F5 the parent of a hierarchy entry', () => {
  it('F5 may not be the entry itself, a child or a grandchild', () => {
    const mock = createMock({ scenario: world });
    for (const parent of [1, 2, 3]) {
      const write = () => mock.data.preference_hierarchy.update({ where: { id: { equals: 1 } }, data: { parent } });
      expect(refused(mock, write)).toEqual(['malformed_data', 'parent']);
    }
  });

  it('F5 is not changed for any entry by an updateMany that would create a cycle', () => {
    const mock = createMock({ scenario: world });
    const write = () => mock.data.preference_hierarchy.updateMany({ where: {}, data: { parent: 3 } });
    expect(refused(mock, write)).toEqual(['malformed_data', 'parent']);
  });

  it('F5 may be an entry of another branch, or null', () => {
    const { data } = createMock({ scenario: world });
    const where = { id: { equals: 3 } };
    expect(data.preference_hierarchy.update({ where, data: { parent: 1 } })?.parent).toBe(1);
    expect(data.preference_hierarchy.update({ where, data: { parent: null } })?.parent).toBeNull();
    expect(data.preference_hierarchy.update({ where: { id: { equals: 1 } }, data: { parent: 3 } })?.parent).toBe(3);
  });
});

describe('D15 values must have the type of their preference', () => {
  it('D15 a value of a preference of the other type is rejected', () => {
    const mock = createMock({ scenario: world });
    const { data } = mock;
    const writes = [
      () => data.entity_preference.create({ preference_id: 2 }),
      () => data.generic_preference.create({ preference_id: 1 }),
      () => data.entity_preference.update({ where: { id: { equals: 1 } }, data: { preference_id: 3 } }),
    ];
    for (const write of writes) expect(refused(mock, write)).toEqual(['malformed_data', 'preference_id']);
  });

  it('D15 the type of a preference can only be changed when it has no values', () => {
    const mock = createMock({ scenario: world });
    const retype = (id: number, type: 'Entity' | 'Generic') => () =>
      mock.data.preference.update({ where: { id: { equals: id } }, data: { type } })?.type;
    expect(refused(mock, retype(1, 'Generic'))).toEqual(['malformed_data', 'type']);
    expect(refused(mock, retype(2, 'Entity'))).toEqual(['malformed_data', 'type']);
    expect(retype(3, 'Entity')()).toBe('Entity');
    mock.data.entity_preference.delete({ where: { id: { equals: 1 } } });
    expect(retype(1, 'Generic')()).toBe('Generic');
  });
});

describe('P10 a bookmark must refer to a document of its brief', () => {
  it('P10 a document of another brief is malformed_data, an article of another document is not_found', () => {
    const mock = createMock({ scenario: world });
    const bookmark = { email: 'cy@beta.example', brief_slug: 'morning', brief_gid: 'd1' };
    expect(refused(mock, () => mock.data.bookmark.create({ ...bookmark, brief_gid: 'd3' }))[0]).toBe('malformed_data');
    expect(refused(mock, () => mock.data.bookmark.create({ ...bookmark, brief_gid: 'd2', article_gid: 'x' }))[0]).toBe(
      'not_found',
    );
    expect(refused(mock, () => mock.data.bookmark.create({ ...bookmark, brief_slug: 'none' }))).toEqual([
      'not_found',
      'brief_slug',
    ]);
  });
});

describe('State: errors name the column', () => {
  it('for an unknown column, on create and on update', () => {
    const mock = createMock({ scenario: world });
    const application = tableOf(mock, 'application');
    const where = { id: { equals: 1 } };
    expect(refused(mock, () => application.create({ nickname: 'x' }))).toEqual(['malformed_data', 'nickname']);
    expect(refused(mock, () => application.update({ where, data: { nickname: null } }))).toEqual([
      'malformed_data',
      'nickname',
    ]);
    expect(refused(mock, () => application.updateMany({ where: {}, data: { nickname: 1 } }))).toEqual([
      'malformed_data',
      'nickname',
    ]);
  });

  it('for a column __proto__, which is unknown and sets no other column', () => {
    const mock = createMock({ scenario: world });
    const values = JSON.parse('{"__proto__": {"name": "lent", "fname": "F", "lname": "L", "email": "f@l"}}');
    expect(refused(mock, () => tableOf(mock, 'user').create(values))[0]).toBe('malformed_data');
    const where = { id: { equals: 1 } };
    expect(refused(mock, () => tableOf(mock, 'application').update({ where, data: values }))).toEqual([
      'malformed_data',
      '__proto__',
    ]);
  });

  it('for every invalid column at once, each with its path', () => {
    const mock = createMock({ scenario: world });
    const article = { brief_gid: 'd1', title: '', position: -1, source: [{ name: 1, link: '' }], category: 5 };
    expect(refused(mock, () => tableOf(mock, 'article').create(article)).sort()).toEqual([
      'category',
      'malformed_data',
      'position',
      'source.0.name',
      'title',
    ]);
  });

  it('but not for a column whose default follows from an invalid one', () => {
    const mock = createMock({ scenario: world });
    const preference = { application_id: 1, preference_label: 5 };
    expect(refused(mock, () => tableOf(mock, 'brief').create({ name: 5 }))).toEqual(['malformed_data', 'name']);
    expect(refused(mock, () => tableOf(mock, 'application_preference').create(preference))).toEqual([
      'malformed_data',
      'preference_label',
    ]);
  });

  it('X6 in the order: invalid schema, missing reference, duplicate', () => {
    const mock = createMock({ scenario: world });
    const feature = { name: 'share', app_id: 1 };
    expect(refused(mock, () => mock.data.feature.create(feature))).toEqual(['conflict', 'name']);
    expect(refused(mock, () => mock.data.feature.create({ ...feature, app_id: 9 }))).toEqual(['not_found', 'app_id']);
    expect(refused(mock, () => tableOf(mock, 'feature').create({ ...feature, app_id: 9, description: 1 }))).toEqual([
      'malformed_data',
      'description',
    ]);
  });

  it.each([null, undefined, 'text', 5, ['x']])('%j is not a record: malformed_data', (values) => {
    const mock = createMock({ scenario: world });
    expect(refused(mock, () => tableOf(mock, 'feature').create(values as never))[0]).toBe('malformed_data');
  });

  it('JSON with 20,000 levels of nesting is malformed_data', () => {
    const mock = createMock({ scenario: world });
    let preference_value: object = {};
    for (let depth = 0; depth < 20_000; depth++) preference_value = { below: preference_value };
    const values = { user_email: 'ann@acme.example', preference_id: 2, preference_value };
    expect(refused(mock, () => tableOf(mock, 'legacy_user_preference').create(values))[0]).toBe('malformed_data');
  });
});
