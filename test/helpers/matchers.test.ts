import { createMock } from 'briefs-mock';
import { toHaveChanged } from 'briefs-mock/matchers';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';

expect.extend({ toHaveChanged });

const ALICE = 'alice@acme.example';

const makeMock = () => createMock({ scenario: newsroom });

/** The message of an assertion that fails. */
function messageOf(assertion: () => void): string {
  try {
    assertion();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The assertion holds');
}

describe('toHaveChanged', () => {
  it('counts the records that were created, updated and removed', () => {
    const mock = makeMock();
    expect(mock).not.toHaveChanged();
    mock.make.client({ display_name: 'A new client' });
    mock.data.user.update({ where: { email: { equals: ALICE } }, data: { sf_id: 'S-1' } });
    expect(mock).toHaveChanged();
    expect(mock).toHaveChanged({ client: { created: 1 }, user: { updated: 1 } });
    expect(mock).not.toHaveChanged({ client: { created: 2 }, user: { updated: 1 } });
  });

  it('fails if a table has changed that is not named', () => {
    const mock = makeMock();
    mock.make.client({ display_name: 'A new client' });
    mock.data.user.update({ where: { email: { equals: ALICE } }, data: { sf_id: 'S-1' } });
    expect(mock).not.toHaveChanged({ client: { created: 1 } });
  });

  it('compares records by the columns that are given', () => {
    const mock = makeMock();
    mock.data.user.update({ where: { email: { equals: ALICE } }, data: { sf_id: 'S-1' } });
    expect(mock).toHaveChanged({ user: { updated: [{ email: ALICE, sf_id: 'S-1' }] } });
    expect(mock).toHaveChanged({ user: { updated: [{ sf_id: expect.stringMatching(/^S/) }] } });
    expect(mock).not.toHaveChanged({ user: { updated: [{ sf_id: 'S-2' }] } });
    expect(mock).not.toHaveChanged({ user: { updated: [] } });
  });

  it('compares a removed record as it was', () => {
    const mock = makeMock();
    const { id } = mock.make.client({ display_name: 'A client for a moment' });
    const mark = mock.revision;
    mock.data.client.delete({ where: { id: { equals: id } } });
    expect(mock).toHaveChanged({ client: { removed: [{ display_name: 'A client for a moment' }] } }, { since: mark });
    expect(mock).not.toHaveChanged();
  });

  it('prints what has changed if it fails', () => {
    const mock = makeMock();
    const { id, sf_id } = mock.data.user.findFirst({ where: { email: { equals: ALICE } } }) ?? {};
    mock.data.user.update({ where: { email: { equals: ALICE } }, data: { sf_id: 'S-1' } });
    expect(messageOf(() => expect(mock).toHaveChanged({ user: { created: 1 } }))).toBe(
      `expect(mock).toHaveChanged(expected)

Expected: {"user":{"created":1}}

Changed since the baseline:
user: 1 updated
  ~ ${id}
      sf_id: "${sf_id}" -> "S-1"`,
    );
    expect(messageOf(() => expect(mock).not.toHaveChanged())).toContain('Expected: not any changes');
  });

  it('refuses a value that is not a mock', () => {
    for (const value of [undefined, {}, { data: {} }]) {
      expect(() => expect(value).toHaveChanged()).toThrow(/^expect\(mock\)\.toHaveChanged: the value is not a mock$/);
    }
    // Such as the fixture of Playwright.
    const remote = { changes: async () => ({ tables: {} }) };
    for (const expected of [undefined, { client: { created: 1 } }]) {
      expect(() => expect(remote).toHaveChanged(expected)).toThrow(
        'expect(mock).toHaveChanged: the value is not a mock of this process; of a RemoteMock, compare (await mock.changes()).tables',
      );
    }
  });

  it('refuses a table or a kind of change that does not exist, which would hold whatever has changed', () => {
    const expectChanges = (expected: object) => () => expect(makeMock()).toHaveChanged(expected);
    expect(expectChanges({ client: { create: 1 } })).toThrow(
      'expect(mock).toHaveChanged: there is no kind "create"; the kinds are created, updated, removed',
    );
    expect(expectChanges({ clients: { created: 0 } })).toThrow(
      /^expect\(mock\)\.toHaveChanged: there is no table "clients"; the tables are .*client,/,
    );
    expect(() => expect(makeMock()).not.toHaveChanged({ clients: { created: 1 } } as object)).toThrow(
      'there is no table "clients"',
    );
  });

  const inBookmark = (column: string) =>
    `there is no column "${column}"; the columns are id, email, brief_slug, brief_gid, article_gid, url, created_on`;

  it.each<[given: unknown[], message: string]>([
    [[{ client: { create: 1 } }], 'the kinds are created, updated, removed; did you mean created? (in client)'],
    [[{ clients: { created: 1 } }], '; did you mean client? (in expected)'],
    [[{ bookmark: { created: [{ nickname: 'x' }] } }], `${inBookmark('nickname')} (in bookmark.created.0)`],
    [
      [{ bookmark: { created: [{ emal: 'x' }] } }],
      `${inBookmark('emal')}; did you mean email? (in bookmark.created.0)`,
    ],
    [[{ bookmark: { removed: [{}, { title: 'x' }] } }], `${inBookmark('title')} (in bookmark.removed.1)`],
    [[{ bookmark: { updated: [null] } }], 'bookmark.updated.0 must be an object, but is null'],
    [[{ bookmark: { updated: [1] } }], 'bookmark.updated.0 must be an object, but is 1'],
    [[{ bookmark: 1 }], 'bookmark must be an object, but is 1'],
    [[{ bookmark: [] }], 'bookmark must be an object, but is []'],
    [[{ bookmark: null }], 'bookmark must be an object, but is null'],
    ...[expect.objectContaining({}), expect.stringContaining('1')].map((records): [unknown[], string] => [
      [{ bookmark: { created: records } }],
      `bookmark.created must be a matcher of a number or of an array, but is ${records}`,
    ]),
    [
      [{ bookmark: { created: expect.arrayContaining([{ email: ALICE }]) } }],
      'bookmark.created: a matcher of an array compares whole records; write expect.objectContaining(…) for a part of one',
    ],
    [[{ bookmark: { created: expect.arrayContaining([{ emal: 'x' }]) } }], 'did you mean email? (in bookmark.created)'],
    ...['1', -1, 1.5, null, true, {}].map((records): [unknown[], string] => [
      [{ bookmark: { created: records } }],
      `bookmark.created must be an integer from 0, or an array of records, but is ${JSON.stringify(records)}`,
    ]),
    [[null], 'expected must be an object, but is null'],
    [['bookmark'], 'expected must be an object, but is "bookmark"'],
    [[{}, null], 'options must be an object, but is null'],
    [[{}, { sinc: 1 }], 'there is no option "sinc"; the options are since; did you mean since? (in options)'],
    [[{}, { until: 1 }], 'there is no option "until"; the options are since (in options)'],
  ])('refuses %j, also with not', (given, message) => {
    const mock = makeMock();
    // biome-ignore lint/suspicious/noExplicitAny: the types do not allow them.
    const compare = (assertion: any) => () => assertion.toHaveChanged(...given);
    expect(compare(expect(mock))).toThrow(message);
    expect(compare(expect(mock).not)).toThrow(message);
  });

  it('shows matchers of the runner by their names, and takes none for tables or kinds', () => {
    const mock = makeMock();
    const expected = { user: { updated: [expect.objectContaining({ sf_id: 'S-1' })], created: expect.any(Number) } };
    expect(() => expect(mock).toHaveChanged(expected)).toThrow(
      'Expected: {"user":{"updated":["ObjectContaining"],"created":"Any"}}',
    );
    const withBigInt = { user: { updated: [{ id: 1n as never }] } };
    expect(() => expect(mock).toHaveChanged(withBigInt)).toThrow('Expected: {"user":{"updated":[{"id":"1n"}]}}');
    for (const wrong of [expect.objectContaining({}), { user: expect.objectContaining({}) }]) {
      expect(() => expect(mock).toHaveChanged(wrong)).toThrow('must be an object, but is a matcher, ObjectContaining');
    }
  });

  it('accepts matchers of the runner, and parts that are undefined', () => {
    const mock = makeMock();
    mock.data.user.update({ where: { email: { equals: ALICE } }, data: { sf_id: 'S-1' } });
    expect(mock).toHaveChanged({ user: { updated: [expect.objectContaining({ sf_id: 'S-1' })], created: undefined } });
    expect(mock).toHaveChanged({ user: { updated: expect.any(Number) } });
    expect(mock).toHaveChanged({ user: { updated: expect.any(Array) } });
    const withSalesId = (sf_id: string) => ({ updated: expect.arrayContaining([expect.objectContaining({ sf_id })]) });
    expect(mock).toHaveChanged({ user: withSalesId('S-1') });
    expect(mock).not.toHaveChanged({ user: withSalesId('S-2') });
    expect(mock).toHaveChanged({ user: { updated: 1 } }, undefined);
    expect(mock).toHaveChanged({ user: { updated: 1 } }, { since: undefined });
  });
});
