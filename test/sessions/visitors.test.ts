import { createMock, type Mock, type MockOptions } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer, type ServerOptions } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readingRoom } from '../support/reading-room.js';
import { stopMachine } from '../support/session-machine.js';
import { type Visitor, visitorAt } from '../support/visitors.js';

const ann = { authorization: 'Bearer ann-token' };
const right = { authorization: 'Bearer c0ntrol' };
const BRIEFS = '/public-api/v1/brief';
const BOOKMARK = '/public-api/v1/bookmark/morning/1-104';
const START_AGAIN = '/__mock/demo/start-again';

async function start(options: ServerOptions = {}, mockOptions: MockOptions = {}) {
  const mock = createMock({ scenario: readingRoom, ...mockOptions });
  const server = await createServer(mock, { port: 0, visitors: true, ...options }).listen();
  onTestFinished(() => server.close());
  return { mock, come: () => visitorAt(server.url) };
}

const ids = (mock: Mock) => mock.sessions.list().map(({ id }) => id);
const bookmark = async (one: Visitor) => (await one.send('POST', BOOKMARK, ann)).status;
/** The number of bookmarks that a visitor sees. */
async function bookmarksOf(one: Visitor): Promise<number> {
  const { body } = await one.send('GET', '/public-api/v1/bookmark/brief', ann);
  return JSON.parse(body).data.length;
}

describe('Visitors: the cookie', () => {
  it('is set by the first answer, also to a program and to a request that is rejected, and not again', async () => {
    const { come } = await start();
    for (const [path, status] of [
      [BRIEFS, 200],
      ['/user-data/v1/nothing', 404],
      ['/nothing', 404],
    ] as const) {
      const one = come();
      const first = await one.send('GET', path, ann);
      expect(first.status).toBe(status);
      expect(first.cookie).toMatch(/^mock_session=[\w-]{26}; Path=\/; HttpOnly; SameSite=Lax$/);
      expect((await one.send('GET', path, ann)).cookie).toBeUndefined();
      expect((await one.send('POST', BOOKMARK, ann)).cookie).toBeUndefined();
    }
  });

  it('replaces a value that no server has set', async () => {
    const { come } = await start();
    for (const value of ['', 'stage', '../x', 'a'.repeat(23)]) {
      const { cookie } = await come().send('GET', BRIEFS, { ...ann, cookie: `mock_session=${value}` });
      expect(cookie, value).toMatch(/^mock_session=[\w-]{26};/);
    }
  });

  it('has an id that does not depend on the seed', async () => {
    const seen = new Set<unknown>();
    for (let n = 0; n < 2; n++) {
      const { come } = await start({}, { seed: 7 });
      for (let m = 0; m < 3; m++) {
        const one = come();
        await one.send('GET', BRIEFS, ann);
        seen.add(one.id());
      }
    }
    expect(seen.size).toBe(6);
  });

  it.each<[string, string | undefined, string | undefined, string]>([
    [
      'an https public URL',
      'https://demo.example:8443/mock%20up/',
      undefined,
      'Path=/mock%20up; HttpOnly; Secure; SameSite=Lax',
    ],
    ['an http public URL', 'http://demo.example/mock', 'https', 'Path=/mock; HttpOnly; SameSite=Lax'],
    ['a proxy that was reached by https', undefined, 'https', 'Path=/; HttpOnly; Secure; SameSite=Lax'],
    ['a proxy behind another one', undefined, 'https, http', 'Path=/; HttpOnly; SameSite=Lax'],
  ])('behind %s: has the right attributes', async (_, publicUrl, forwarded, attributes) => {
    const { come } = await start({ publicUrl });
    const { cookie } = await come().send('GET', BRIEFS, {
      ...ann,
      ...(forwarded !== undefined && { 'x-forwarded-proto': forwarded }),
    });
    expect(cookie?.split('; ').slice(1).join('; ')).toBe(attributes);
  });

  it('is not set by probes and by servers without visitors', async () => {
    const { come } = await start();
    expect((await come().send('GET', '/__mock/live')).cookie).toBeUndefined();
    const shared = await start({ visitors: false });
    expect((await shared.come().send('GET', BRIEFS, ann)).cookie).toBeUndefined();
  });
});

describe('Visitors: their sessions', () => {
  it('see their own changes and nobody else’s', async () => {
    const { mock, come } = await start();
    const [one, other] = [come(), come()];
    expect([await bookmarksOf(one), await bookmarksOf(other)]).toEqual([0, 0]);
    expect(await bookmark(one)).toBe(200);
    expect([await bookmarksOf(one), await bookmarksOf(other), await bookmarksOf(come())]).toEqual([1, 0, 0]);
    expect(mock.data.bookmark.count()).toBe(0);
  });

  it('start with the first request that may write, and reads create none', async () => {
    const { mock, come } = await start();
    const one = come();
    for (const method of ['GET', 'HEAD', 'OPTIONS']) await one.send(method, BRIEFS, ann);
    for (let n = 0; n < 5; n++) await come().send('GET', BRIEFS, ann);
    expect(ids(mock)).toEqual([]);
    expect(mock.requests.count()).toBe(0);
    await bookmark(one);
    expect(ids(mock)).toEqual([one.id()]);
  });

  it('two first writes at once are of one session', async () => {
    const { mock, come } = await start();
    const one = come();
    await one.send('GET', BRIEFS, ann);
    await Promise.all([
      one.send('POST', BOOKMARK, ann),
      one.send('POST', '/public-api/v1/bookmark/core-notes/2-1', ann),
    ]);
    expect(ids(mock)).toEqual([one.id()]);
    expect(await bookmarksOf(one)).toBe(2);
  });

  it('a program that keeps no cookie gets a session for each write', async () => {
    const { mock, come } = await start();
    const [first, second] = [come(), come()];
    expect([await bookmark(first), await bookmark(second)]).toEqual([200, 200]);
    expect(ids(mock)).toEqual([first.id(), second.id()]);
  });

  it('can be named by path and header only if they exist, with strict sessions', async () => {
    const { mock, come } = await start({}, { sessions: { strict: true } });
    const one = come();
    await bookmark(one);
    const inPath = `/__mock/s/${one.id()}/public-api/v1/bookmark/brief`;
    expect(JSON.parse((await come().send('GET', inPath, ann)).body).data).toHaveLength(1);
    for (const method of ['GET', 'POST']) {
      const { status, body } = await come().send(method, `/__mock/s/mine${BOOKMARK}`, ann);
      // The control API is off: no route of it is named.
      expect([status, body]).toEqual([400, expect.not.stringContaining('/__mock')]);
      expect((await come().send(method, BOOKMARK, { ...ann, 'x-mock-session': 'mine' })).status).toBe(400);
    }
    expect(ids(mock)).toEqual([one.id()]);
  });

  it('answers say that the session of a visitor has ended until a new one starts', async () => {
    const pass = stopMachine();
    const { come } = await start({}, { sessions: { idleSeconds: 60 } });
    const one = come();
    const lost = async (method: string, path: string) =>
      (await one.send(method, path, ann)).headers['x-mock-session-lost'];
    expect([await lost('GET', BRIEFS), await lost('POST', BOOKMARK)]).toEqual([undefined, undefined]);
    pass(61);
    const reason = 'no request for 60 seconds';
    expect(await bookmarksOf(one)).toBe(0);
    expect([await lost('GET', BRIEFS), await lost('POST', BOOKMARK), await lost('GET', BRIEFS)]).toEqual([
      reason,
      reason,
      undefined,
    ]);
  });

  it('answers say that a restart has lost the session of a visitor, until a new one starts', async () => {
    const [before, after] = [await start(), await start()];
    const earlier = before.come();
    await bookmark(earlier);
    const cookie = `mock_session=${earlier.id()}`;
    const one = after.come();
    const lost = async (method: string, path: string, headers = {}) =>
      (await one.send(method, path, { ...ann, ...headers })).headers['x-mock-session-lost'];
    const restarted = 'the server was restarted';
    expect(await lost('GET', BRIEFS, { cookie })).toBe(restarted);
    expect(await lost('POST', BOOKMARK, { cookie })).toBe(restarted);
    expect(await lost('GET', BRIEFS, { cookie })).toBeUndefined();
    // A visitor who starts again has lost nothing, and gets an id of this server.
    expect((await one.send('POST', START_AGAIN, { cookie })).cookie).toBeDefined();
    expect(one.id()).not.toBe(earlier.id());
    expect([await lost('GET', BRIEFS), await lost('POST', BOOKMARK)]).toEqual([undefined, undefined]);
  });

  it("with clock: 'now', start from the day of the visit, even if the server has been running for long", async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-05-10T11:30:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const { come } = await start({}, { scenario: newsroom, clock: 'now' });
    const alice = { authorization: 'Bearer alice-token' };
    const latest = async (one: Visitor) =>
      JSON.parse((await one.send('GET', `${BRIEFS}/front-page`, alice)).body).data.gid;
    const one = come();
    expect(await latest(one)).toContain('20270510');
    vi.setSystemTime(Date.parse('2027-06-20T08:00:00Z'));
    expect(await latest(one)).toContain('20270620');
    expect((await one.send('POST', `/public-api/v1/bookmark/front-page/${await latest(one)}`, alice)).status).toBe(200);
    expect(await latest(one)).toContain('20270620');
    vi.setSystemTime(Date.parse('2027-06-21T08:00:00Z'));
    expect([await latest(one), await latest(come())]).toEqual([
      expect.stringContaining('20270621'),
      expect.stringContaining('20270621'),
    ]);
  });
});

describe('Visitors: the limit of sessions', () => {
  const sessions = { max: 3, activeSeconds: 600 };

  it('nobody pushes an active visitor out: a new one gets 503 with Retry-After, and reads go on', async () => {
    const pass = stopMachine();
    const { mock, come } = await start({}, { sessions });
    const active = [come(), come(), come()];
    for (const one of active) {
      expect(await bookmark(one)).toBe(200);
      pass(10);
    }
    for (let n = 0; n < 20; n++) expect(await bookmark(come())).toBe(503);
    const late = come();
    const { status, headers, body } = await late.send('POST', BOOKMARK, ann);
    expect([status, headers['retry-after']]).toEqual([503, '570']);
    const [error] = JSON.parse(body).error;
    expect(error.code).toBe('unavailable');
    expect(error.message).toContain(
      'There are 3 sessions, which is the limit, and all of them were used in the last 600 seconds',
    );
    expect(await bookmarksOf(late)).toBe(0);
    for (const one of active) expect(await bookmarksOf(one)).toBe(1);
    expect(ids(mock)).toEqual(active.map((one) => one.id()));
  });

  it('a visitor who was not active may be replaced, the longest idle first', async () => {
    const pass = stopMachine();
    const { mock, come } = await start({}, { sessions });
    const [first, second, third, late] = [come(), come(), come(), come()];
    for (const one of [first, second, third]) await bookmark(one);
    pass(300);
    await bookmarksOf(first);
    pass(300);
    expect(await bookmark(late)).toBe(200);
    expect(ids(mock)).toEqual([third.id(), first.id(), late.id()]);
    expect(await bookmark(second)).toBe(200);
    expect(await bookmark(third)).toBe(503);
  });

  it('the address with most sessions loses no active one', async () => {
    const pass = stopMachine();
    const { mock, come } = await start({ publicUrl: 'https://demo.example' }, { sessions });
    const from = async (address: string) => {
      const one = come();
      expect((await one.send('POST', BOOKMARK, { ...ann, 'x-forwarded-for': address })).status).toBe(200);
      return one;
    };
    await from('10.0.0.1');
    pass(601);
    const active = [await from('10.0.0.2'), await from('10.0.0.2'), await from('10.0.0.3')];
    expect(ids(mock)).toEqual(active.map((one) => one.id()));
  });

  it('POST /__mock/sessions ends no active session either', async () => {
    stopMachine();
    const { come } = await start({ control: { token: 'c0ntrol' } }, { sessions });
    for (let n = 0; n < 3; n++) expect(await bookmark(come())).toBe(200);
    const { status, headers, body } = await come().send('POST', '/__mock/sessions', right);
    expect([status, headers['retry-after'], JSON.parse(body).error.code]).toEqual([503, '600', 'unavailable']);
  });

  it('one address cannot take all places, and its rejected visitors are not counted as new', async () => {
    const pass = stopMachine();
    const limits = { ...sessions, maxPerClient: 2, newPerMinute: 2 };
    const { come } = await start({ publicUrl: 'https://demo.example' }, { sessions: limits });
    const from = (address: string) => come().send('POST', BOOKMARK, { ...ann, 'x-forwarded-for': address });
    const statuses = async (address: string) => [(await from(address)).status, (await from(address)).status];
    expect(await statuses('10.0.0.1')).toEqual([200, 200]);
    expect(await statuses('10.0.0.1')).toEqual([429, 429]);
    pass(61);
    const { status, headers } = await from('10.0.0.1');
    expect([status, headers['retry-after']]).toEqual([429, '539']);
    expect(await statuses('10.0.0.2')).toEqual([200, 503]);
  });

  it('a flood from one address locks out nobody behind it: sessions with a single request end first', async () => {
    const limits = { ...sessions, strict: true, max: 10, maxPerClient: 4 };
    const { mock, come } = await start({ publicUrl: 'https://demo.example' }, { sessions: limits });
    const headers = { ...ann, 'x-forwarded-for': '10.0.0.1' };
    const [first, later] = [come(), come()];
    for (let n = 0; n < 2; n++) expect((await first.send('POST', BOOKMARK, headers)).status).toBe(200);
    for (let n = 0; n < 20; n++) expect((await come().send('POST', BOOKMARK, headers)).status).toBe(200);
    for (let n = 0; n < 2; n++) expect((await later.send('POST', BOOKMARK, headers)).status).toBe(200);
    for (let n = 0; n < 20; n++) expect((await come().send('POST', BOOKMARK, headers)).status).toBe(200);
    expect(ids(mock)).toEqual(expect.arrayContaining([first.id(), later.id()]));
    expect(ids(mock)).toHaveLength(4);
  });

  it('a flood from many addresses does not take the places of those who came back', async () => {
    const { mock, come } = await start(
      { publicUrl: 'https://demo.example' },
      { sessions: { ...sessions, strict: true, max: 4, maxPerClient: 2 } },
    );
    const one = come();
    for (let n = 0; n < 2; n++) expect((await one.send('POST', BOOKMARK, ann)).status).toBe(200);
    for (let n = 0; n < 20; n++) {
      const headers = { ...ann, 'x-forwarded-for': `10.0.0.${n}` };
      expect((await come().send('POST', BOOKMARK, headers)).status).toBe(200);
    }
    expect(ids(mock)).toContain(one.id());
    expect(ids(mock)).toHaveLength(4);
  });

  it('the error for a visitor who must wait mentions the cookie, not names', async () => {
    const { come } = await start(
      { publicUrl: 'https://demo.example' },
      { sessions: { ...sessions, strict: true, newPerMinute: 1 } },
    );
    const headers = { ...ann, 'x-forwarded-for': '10.0.0.1' };
    await come().send('POST', BOOKMARK, headers);
    const { status, body } = await come().send('POST', BOOKMARK, headers);
    expect([status, JSON.parse(body).error[0].message]).toEqual([
      429,
      expect.stringMatching(/wait, or send the cookie that the server sets: each write without it starts a session$/),
    ]);
  });
});

describe('Visitors: the control API', () => {
  it('is off without a control token, also on a loopback address, and the pages with it', async () => {
    const { mock, come } = await start();
    const one = come();
    await bookmark(one);
    for (const path of [
      '/__mock/health',
      '/__mock/sessions',
      `/__mock/s/${one.id()}/__mock/requests`,
      '/__mock/',
      '/__mock/docs',
    ]) {
      const { status, body } = await one.send('GET', path);
      expect([status, JSON.parse(body).error.code], path).toEqual([404, 'no_such_route']);
      expect(body).not.toContain(one.id());
    }
    for (const path of ['/__mock/reset', '/__mock/sessions']) expect((await one.send('POST', path)).status).toBe(404);
    expect((await one.send('DELETE', '/__mock/sessions')).status).toBe(404);
    expect(ids(mock)).toEqual([one.id()]);
    expect((await one.send('GET', '/__mock/ready')).status).toBe(200);
  });

  it('with a control token, needs it, and ignores the cookie', async () => {
    const { come } = await start({ control: { token: 'c0ntrol' } });
    const one = come();
    await bookmark(one);
    expect((await one.send('GET', '/__mock/sessions')).status).toBe(401);
    const count = async (prefix: string) =>
      JSON.parse((await one.send('GET', `${prefix}/__mock/data/bookmark`, right)).body).total;
    expect([await count(''), await count(`/__mock/s/${one.id()}`)]).toEqual([0, 1]);
  });
});

describe('Visitors: starting again', () => {
  it('X18: the path may end with a slash', async () => {
    const { come } = await start();
    const { status, headers } = await come().send('GET', `${START_AGAIN}/?return=/app`);
    expect([status, headers.location]).toEqual([307, '../start-again?return=/app']);
  });

  it('a link opens a page that changes nothing; its form ends the session of the visitor alone', async () => {
    const { mock, come } = await start();
    const [one, other] = [come(), come()];
    for (const each of [one, other]) await bookmark(each);
    const page = await one.send('GET', START_AGAIN);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.body).toContain('<form method="post" action="start-again">');
    expect(ids(mock)).toEqual([one.id(), other.id()]);

    const { status, headers } = await one.send('POST', START_AGAIN, { 'sec-fetch-site': 'same-origin' });
    expect([status, headers.location]).toEqual([303, './start-again?done']);
    expect((await one.send('GET', `${START_AGAIN}?done`)).body).toContain('Your changes are gone');
    expect([await bookmarksOf(one), await bookmarksOf(other)]).toEqual([0, 1]);
    expect(ids(mock)).toEqual([other.id()]);
    const again = await one.send('POST', BOOKMARK, ann);
    expect([again.status, again.headers['x-mock-session-lost'], await bookmarksOf(one)]).toEqual([200, undefined, 1]);
  });

  it('a visitor without a session can start again too', async () => {
    const { mock, come } = await start();
    await bookmark(come());
    const one = come();
    expect((await one.send('POST', START_AGAIN)).status).toBe(303);
    await one.send('GET', BRIEFS, ann);
    expect((await one.send('POST', START_AGAIN)).status).toBe(303);
    expect(ids(mock)).toHaveLength(1);
  });

  it('a page of another site cannot reset a visitor, even with the cookie', async () => {
    const { come } = await start();
    const one = come();
    await bookmark(one);
    const image = await one.send('GET', START_AGAIN, { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' });
    expect(image.status).toBe(200);
    const form = await one.send('POST', START_AGAIN, { 'sec-fetch-site': 'cross-site' });
    expect([form.status, JSON.parse(form.body).error.code]).toEqual([403, 'forbidden']);
    expect(await bookmarksOf(one)).toBe(1);
  });

  it.each([
    ['/app/?tab=1#top', '/app/?tab=1#top'],
    ['/a"><script>', '/a%22%3E%3Cscript%3E'],
    ['/a\nset-cookie: x', '/aset-cookie:%20x'],
  ])('return=%j leads back to a path of the site', async (path, location) => {
    const { come } = await start();
    const address = `${START_AGAIN}?return=${encodeURIComponent(path)}`;
    const { body } = await come().send('GET', address);
    expect(body).toContain(`action="start-again?return=${encodeURIComponent(location)}"`);
    expect((await come().send('POST', address)).headers.location).toBe(location);
  });

  it.each([
    '',
    'app',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'https://evil.example/',
    '/\t/evil.example',
  ])('return=%j gets 400', async (path) => {
    const { come } = await start();
    for (const method of ['GET', 'POST']) {
      const { status, body } = await come().send(method, `${START_AGAIN}?return=${encodeURIComponent(path)}`);
      expect([status, JSON.parse(body).error.message]).toEqual([
        400,
        'return: must be a path of this site, such as /app/',
      ]);
    }
  });

  it('supports GET, HEAD and POST, and exists only with visitors', async () => {
    const { come } = await start();
    const { status, headers } = await come().send('DELETE', START_AGAIN);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    const shared = await start({ visitors: false });
    for (const method of ['GET', 'POST']) expect((await shared.come().send(method, START_AGAIN)).status).toBe(404);
  });
});
