import { createMock, type Mock } from 'briefs-mock';
import { empty, newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { officePage, readerPage } from '../support/sample-apps.js';

const alice = { headers: { authorization: 'Bearer alice-token' } };
const bruno = { headers: { authorization: `Bearer bruno-token` } };
const LIST = '/public-api/v1/brief';
const BOOKMARKS = '/public-api/v1/bookmark/article';

const start = () => createMock({ scenario: newsroom });

/** The paths of requests in the journal. */
function pathsOf(mock: Mock, entries: readonly number[]): string[] {
  return entries.map((entry) => mock.requests.all().find((one) => one.entry === entry)?.path ?? 'unknown');
}

describe('mock.requests.report()', () => {
  it('finds nothing in the pages of a reader and of an office that ask for what they need', async () => {
    const mock = start();
    await readerPage(mock.fetch);
    expect(mock.requests.report()).toMatchObject({ requests: 6, dropped: 0, repeated: [], n_plus_one: [], chains: [] });
    mock.reset();
    await officePage(mock);
    expect(mock.requests.report()).toMatchObject({ requests: 5, repeated: [], n_plus_one: [], chains: [] });
  });

  it('finds a read that two components of a page make', async () => {
    const mock = start();
    await readerPage(mock.fetch, ['two components']);
    const { repeated, n_plus_one, chains } = mock.requests.report();
    expect(repeated).toEqual([
      { route: LIST, email: 'alice@acme.example', path: LIST, count: 1, entries: [1, 2], bytes: expect.any(Number) },
    ]);
    expect([n_plus_one, chains]).toEqual([[], []]);
  });

  it('finds a read after a write that it does not depend on, with a service token', async () => {
    const mock = createMock({ scenario: newsroom, behavior: { serviceToken: 's3cret' } });
    const clients = () => mock.fetch('/user-data/v1/client', { headers: { authorization: 'Bearer s3cret' } });
    await clients();
    mock.data.application.create({ name: 'Another' });
    await clients();
    expect(mock.requests.report().repeated).toMatchObject([{ path: '/user-data/v1/client', count: 1 }]);
  });

  it('finds a read after a write that it does not depend on', async () => {
    const mock = start();
    await readerPage(mock.fetch, ['after another write']);
    const { repeated } = mock.requests.report();
    expect(repeated.map(({ path, count }) => [path, count])).toEqual([[LIST, 1]]);
  });

  it('finds one read for each element of a list, by slug and by number', async () => {
    const mock = start();
    await readerPage(mock.fetch, ['each brief']);
    const [perBrief, ...others] = mock.requests.report().n_plus_one;
    expect(perBrief).toMatchObject({
      route: '/public-api/v1/brief/:brief_slug',
      parameter: 'brief_slug',
      source: { entry: 1, path: LIST },
    });
    expect(pathsOf(mock, perBrief?.entries ?? [])).toEqual([
      ...['acme-board-brief', 'energy-today', 'farm-and-food', 'front-page'].map((slug) => `${LIST}/${slug}`),
      // The page needs this one, but has it already.
      `${LIST}/front-page`,
    ]);
    expect(others).toEqual([]);
    mock.reset();
    await officePage(mock, ['each user']);
    expect(mock.requests.report().n_plus_one).toMatchObject([
      {
        route: '/user-data/v1/user/:id',
        email: null,
        parameter: 'id',
        count: 5,
        source: { path: '/user-data/v1/application-user' },
      },
    ]);
  });

  it('finds reads that wait for each other, with the values', async () => {
    const mock = start();
    await readerPage(mock.fetch, ['one after the other']);
    const { chains, repeated, n_plus_one } = mock.requests.report();
    expect(chains).toMatchObject([
      {
        count: 1,
        requests: [
          { path: LIST },
          { path: `${LIST}/front-page`, waited_for: 'front-page' },
          { path: `${LIST}/front-page/1-2026030301`, waited_for: '1-2026030301' },
        ],
      },
    ]);
    expect([repeated, n_plus_one]).toEqual([[], []]);
  });

  it('finds a list that is read again as time goes by', async () => {
    const mock = start();
    await officePage(mock, ['polling']);
    expect(mock.requests.report().repeated).toMatchObject([
      { path: '/user-data/v1/application', email: null, count: 2 },
    ]);
  });

  it('does not list a read whose answer was another one in between', async () => {
    const mock = start();
    await mock.fetch(BOOKMARKS, alice);
    const { id, email, brief_slug, brief_gid, article_gid, url } = mock.make.bookmarkedArticle({
      email: 'alice@acme.example',
    }).bookmark;
    expect([id, email, brief_slug, brief_gid, article_gid, url]).not.toContain(undefined);
    mock.data.bookmark.delete({ where: { id: { equals: id } } });
    await mock.fetch(BOOKMARKS, alice);
    expect(mock.requests.report().repeated).toEqual([]);
  });

  it('does not list the read of another person, nor one after a fault', async () => {
    const mock = start();
    await mock.fetch(BOOKMARKS, alice);
    await mock.fetch(BOOKMARKS, bruno);
    mock.faults.add({ path: LIST, status: 503, times: 2 });
    for (let i = 0; i < 3; i++) await mock.fetch(LIST, alice);
    expect(mock.requests.report().repeated).toEqual([]);
  });

  it('counts requests and bytes by route', async () => {
    const mock = start();
    const answers = [await mock.fetch(LIST, alice), await mock.fetch(LIST, alice)];
    const [one = 0] = await Promise.all(answers.map(async (answer) => (await answer.arrayBuffer()).byteLength));
    expect(mock.requests.report().routes).toEqual([
      { method: 'GET', route: LIST, requests: 2, bytes: 2 * one, repeated_bytes: one },
    ]);
  });

  it('counts the whole body of an answer, whose request id does not tell it from others', async () => {
    const mock = createMock({ scenario: empty });
    const users = { route: '/user-data/v1/user', email: null, path: '/user-data/v1/user' };
    const bytesOf = async () => (await (await mock.fetch('/user-data/v1/user')).arrayBuffer()).byteLength;
    mock.make.user();
    const short = [await bytesOf(), await bytesOf()];
    mock.make.user.many(9000);
    const long = [await bytesOf(), await bytesOf()];
    mock.data.client.create({ name: 'Other', short_name: 'o', display_name: 'Other', type: 'company' });
    long.push(await bytesOf());
    expect(long[0]).toBeGreaterThan(1024 * 1024);
    const { repeated, routes } = mock.requests.report();
    const [first, second = 0, third = 0] = long;
    expect(repeated).toEqual([
      { ...users, count: 1, entries: [1, 2], bytes: short[1] },
      { ...users, count: 2, entries: [3, 4, 5], bytes: second + third },
    ]);
    const bytes = [...short, ...long].reduce((sum, one) => sum + one, 0);
    expect(routes).toMatchObject([{ requests: 5, bytes, repeated_bytes: bytes - (short[0] ?? 0) - (first ?? 0) }]);
  });

  it('is the same over HTTP, and hides secrets in queries', async () => {
    const mock = start();
    for (let i = 0; i < 2; i++) await mock.fetch(`${LIST}?api_key=one`, alice);
    const answer = await mock.fetch('/__mock/requests/report');
    const report = await answer.json();
    expect(report).toEqual(JSON.parse(JSON.stringify(mock.requests.report())));
    expect(JSON.stringify(report)).not.toContain('api_key=one');
    expect(report.repeated).toMatchObject([{ path: `${LIST}?api_key=[hidden]`, count: 1 }]);
  });

  it('changes nothing', async () => {
    const mock = start();
    await readerPage(mock.fetch, ['after another write', 'two components']);
    const before = [mock.fingerprint(), mock.revision, mock.requests.all(), mock.sessions.list()];
    mock.requests.report();
    expect([mock.fingerprint(), mock.revision, mock.requests.all(), mock.sessions.list()]).toEqual(before);
  });

  it('leaves out a rejected request, which was not dropped, and those before a fork, which are not kept', async () => {
    const mock = start();
    await mock.fetch(LIST, alice);
    await mock.fetch(LIST, { headers: { ...alice.headers, 'x-mock-session': 'a b' } });
    expect(mock.requests.report()).toMatchObject({ requests: 1, dropped: 0 });
    const fork = mock.fork();
    await fork.fetch(LIST, alice);
    expect(fork.requests.report()).toMatchObject({ requests: 1, dropped: 2 });
  });

  it('needs the history of the mock', () => {
    const mock = createMock({ scenario: newsroom, history: false });
    expect(() => mock.requests.report()).toThrow(/keeps no history/);
  });
});
