import {
  type ActorContext,
  createMock,
  defineActor,
  defineRoute,
  defineScenario,
  type Mock,
  MockError,
  replay,
} from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cast, desk } from '../support/casts.js';
import { describeControl } from '../support/deliveries.js';
import { eventually } from '../support/eventually.js';
import { runs } from '../support/state-runs.js';

const DAY = 86_400_000;

/** What happened, without what depends on the machine and on the number of advances. */
const shownOf = (mock: Mock) => ({
  fingerprint: mock.fingerprint(),
  requests: mock.requests.all().map(({ wall_time: _, duration_ms, revision, entry, ...shown }) => shown),
});

describe('life', () => {
  it('is the same however an advance is divided, and in a fork', async () => {
    const length = fc.integer({ min: 0, max: 3 * DAY });
    await fc.assert(
      fc.property(cast, fc.nat(1000), length, length, (scenario, seed, a, b) => {
        const [whole, parts] = [0, 1].map(() => createMock({ scenario, seed, life: 'busy' })) as [Mock, Mock];
        whole.clock.advance({ milliseconds: a + b });
        parts.clock.advance({ milliseconds: a });
        const fork = parts.fork();
        for (const mock of [parts, fork]) mock.clock.advance({ milliseconds: b });
        expect(shownOf(parts)).toEqual(shownOf(whole));
        expect(fork.fingerprint()).toBe(whole.fingerprint());
      }),
      runs('life', 40, 4),
    );
  });

  it('of each session goes on alone, whatever others do meanwhile', async () => {
    const advances = fc.array(fc.record({ session: fc.nat(3), milliseconds: fc.nat(DAY) }), { maxLength: 8 });
    await fc.assert(
      fc.property(cast, advances, (scenario, advanced) => {
        const mock = createMock({ scenario, life: 'busy' });
        const sessions = ['a', 'b', 'c', 'd'].map((name) => mock.sessions.create(name));
        for (const { session, milliseconds } of advanced) sessions[session]?.clock.advance({ milliseconds });
        for (const [i, session] of sessions.entries()) {
          const own = advanced.filter((one) => one.session === i);
          const alone = createMock({ scenario, life: 'busy' });
          alone.clock.advance({ milliseconds: own.reduce((sum, { milliseconds }) => sum + milliseconds, 0) });
          expect(session.fingerprint()).toBe(alone.fingerprint());
          const actsOf = (of: Mock) =>
            of.requests.all().map(({ at, actor, path, status }) => ({ at, actor, path, status }));
          expect(actsOf(session)).toEqual(actsOf(alone));
        }
        expect(mock.fingerprint()).toBe(createMock({ scenario }).fingerprint());
      }),
      runs('life', 30, 3),
    );
  });

  it('is the same after a rewind, and a trace of it replays', async () => {
    await fc.assert(
      fc.asyncProperty(cast, fc.integer({ min: 0, max: 2 * DAY }), async (scenario, milliseconds) => {
        const mock = createMock({ scenario, life: 'calm' });
        mock.clock.advance({ milliseconds });
        const after = mock.fingerprint();
        const replayed = await replay(mock.trace(), { scenarios: [scenario], life: 'calm' });
        expect(replayed).toMatchObject({ differences: [], fingerprint: undefined });
        expect(replayed.mock.requests.all().map((one) => one.actor)).toEqual(
          mock.requests.all().map((one) => one.actor),
        );
        mock.rewind(0);
        mock.clock.advance({ milliseconds });
        expect(mock.fingerprint()).toBe(after);
      }),
      runs('life', 24, 3),
    );
  });

  it('of newsroom publishes at six, reads, adds a colleague and ends a subscription, and names who did it', () => {
    const mock = createMock({ scenario: newsroom, life: 'calm' });
    const [users, entitlements] = [mock.data.user.count(), mock.data.brief_entitlement.count()];
    mock.clock.advance({ days: 1 });
    const published = mock.history
      .list()
      .find(({ cause }) => 'call' in cause && cause.call === 'data.brief_document.create');
    expect(published).toMatchObject({ at: '2026-03-05T06:00:00.000Z', cause: { actor: 'editors' } });
    const actors = new Set(mock.requests.all().map((one) => one.actor));
    expect([...actors].sort()).toEqual(['readers']);
    expect(mock.requests.all().every(({ status, actor: by }) => status < 500 && by !== undefined)).toBe(true);
    mock.clock.advance({ days: 2 });
    expect(mock.data.user.count()).toBe(users + 1);
    // One is added with the colleague, and one ends.
    expect(mock.data.brief_entitlement.count()).toBe(entitlements);
  });

  it.each([
    { path: '/public-api/v1/brief', body: null },
    { path: '/public-api/v1/brief', body: { data: {} } },
    { path: '/public-api/v1/brief', body: { data: [null, 5, { slug: 7 }, { slug: 'nowhere' }] } },
    { path: '/public-api/v1/brief/:brief_slug', body: { data: { gid: '1-1', article: 'none' } } },
    { path: '/public-api/v1/brief/:brief_slug', body: { data: { gid: null, article: [] } } },
    { path: '/public-api/v1/brief/:brief_slug', body: { data: { gid: '1-1', article: [null, { gid: {} }] } } },
    { path: '/public-api/v1/brief/:brief_slug', body: { data: { gid: '1-1', article: [{ gid: 'x', liked: null }] } } },
  ])('of newsroom goes on if a fault rule answers its readers with anything: %j', (rule) => {
    const mock = createMock({ scenario: newsroom, life: 'busy' });
    mock.faults.add(rule);
    mock.clock.advance({ hours: 12 });
    expect(mock.requests.count({ path: rule.path })).toBeGreaterThan(5);
  });

  it('of newsroom opens and bookmarks briefs whose slugs and gids have characters of URLs', () => {
    const mock = createMock({ scenario: newsroom, life: 'busy' });
    const slug = 'coffee%20news?a#b';
    mock.make.publishedDocument({ brief_id: mock.make.brief({ slug, is_public: true }).id, gid: 'g?x/y' });
    mock.data.user.deleteMany({ where: { email: { notEquals: 'alice@acme.example' } } });
    mock.data.brief.deleteMany({ where: { slug: { notEquals: slug } } });
    mock.clock.advance({ days: 1 });
    const requests = mock.requests.all({ path: '/public-api/*' });
    const methods = new Set(requests.map(({ method, route }) => `${method} ${route}`));
    expect([...methods].sort()).toEqual([
      'GET /public-api/v1/brief',
      'GET /public-api/v1/brief/:brief_slug',
      'POST /public-api/v1/bookmark/:brief_slug/:brief_gid/:article_gid',
    ]);
    expect(requests.filter(({ status }) => status !== 200).map(({ reason }) => reason)).toEqual([]);
  });

  it('of newsroom replays, with the tokens of new colleagues', async () => {
    const mock = createMock({ scenario: newsroom, life: 'calm' });
    const tokens = mock.data.access_token.count();
    mock.clock.advance({ days: 14 });
    expect(mock.data.access_token.count()).toBeGreaterThan(tokens);
    const replayed = await replay(mock.trace(), { scenarios: [newsroom] });
    expect(replayed).toMatchObject({ differences: [], fingerprint: undefined });
  });

  it('keeps the token of a reader whose request fails, as an entry of its own', async () => {
    const as = 'bo@acme.example';
    const later = defineRoute({ method: 'GET', path: '/later', handle: async () => 1 });
    const act = ({ send }: ActorContext) => void send('GET /later', { as });
    const scenario = { ...desk, actors: [defineActor({ name: 'bo', rhythm: { from: '10:00' }, act })] };
    const mock = createMock({ scenario, life: 'calm', routes: [later] });
    mock.data.user.create({ fname: 'Bo', lname: 'Ek', email: as });
    expect(() => mock.clock.advance({ days: 1 })).toThrow('GET /later is not answered at once');
    expect(mock.history.list().at(-1)).toMatchObject({ cause: { call: 'tokenFor', actor: 'bo' } });
    const replayed = await replay(mock.trace(), { scenarios: [scenario], routes: [later] });
    expect(replayed.fingerprint).toBeUndefined();
  });

  it.each([
    [
      'a long list',
      413,
      Array.from({ length: 2001 }, (_, i) => ({ fname: 'F', lname: 'L', email: `u${i}@x.example` })),
    ],
    ['a large body', 413, [{ fname: 'x'.repeat(1024 * 1024), lname: 'L', email: 'u@x.example' }]],
    ['a deep body', 400, JSON.parse('['.repeat(300) + ']'.repeat(300))],
  ])('X26: gets the same answer as any client to %s: %i', async (_, status, body) => {
    const path = '/user-data/v1/user';
    let answer: unknown;
    const act = ({ send }: ActorContext) => {
      answer = send(`POST ${path}`, { body }).body;
    };
    const scenario = { ...desk, actors: [defineActor({ name: 'bo', rhythm: { from: '10:00' }, act })] };
    const mock = createMock({ scenario, life: 'calm' });
    mock.clock.advance({ days: 1 });
    const own = await createMock({ scenario }).fetch(path, { method: 'POST', body: JSON.stringify(body) });
    expect([own.status, answer]).toEqual([status, await own.json()]);
    expect(mock.requests.all().at(-1)).toMatchObject({ status, actor: 'bo' });
    expect((await replay(mock.trace(), { scenarios: [scenario] })).differences).toEqual([]);
  });

  it('is off by default, and then the actors change nothing', async () => {
    const [without, off] = [{ ...newsroom, actors: undefined }, newsroom].map((scenario) => createMock({ scenario }));
    for (const mock of [without, off] as Mock[]) {
      mock.clock.advance({ days: 7 });
      await mock.fetch('/__mock/clock', { method: 'PUT', body: '{"advance_seconds": 86400}' });
    }
    const traceOf = (mock?: Mock) => JSON.stringify(mock?.trace()).replaceAll(/"wall_time":"[^"]+"/g, '');
    expect(traceOf(off)).toBe(traceOf(without));
    expect(off?.requests.all()).toEqual([]);
  });

  it('lets nobody act while the clock is set', () => {
    const mock = createMock({ scenario: newsroom, life: 'busy' });
    mock.clock.set('2026-03-09T09:00Z');
    mock.clock.advance({ days: -1 });
    expect(mock.requests.all()).toEqual([]);
  });

  it('stops at an act that throws, and says which one', () => {
    const actors = [
      defineActor({ name: 'bo', rhythm: { from: '10:00' }, act: ({ send }) => void send('GET nowhere') }),
    ];
    const mock = createMock({ scenario: { ...desk, actors }, life: 'calm' });
    expect(() => mock.clock.advance({ days: 1 })).toThrow(
      /^The clock stopped at 2026-03-04T10:00:00.000Z: actor bo: send: /,
    );
    expect(String(mock.clock)).toBe('2026-03-04T10:00:00.000Z');
    const lazy = defineActor({ name: 'bo', rhythm: { from: '10:00' }, act: async () => {} });
    const late = createMock({ scenario: { ...desk, actors: [lazy] }, life: 'calm' });
    expect(() => late.clock.advance({ days: 1 })).toThrow('act must be synchronous');
  });

  it('sends the query with its spaces, and gets an error for an answer that takes time', () => {
    const [later, wide] = ['/x/v1/later', '/user-data/v1/application?q=a b'];
    const route = defineRoute({ method: 'GET', path: later, handle: async () => 1 });
    const mockOf = (path: string) => {
      const act = ({ send }: ActorContext) => void send(`GET ${path}`);
      const actors = [defineActor({ name: 'bo', rhythm: { from: '10:00' }, act })];
      return createMock({ scenario: { ...desk, actors }, life: 'calm', routes: [route] });
    };
    const mock = mockOf(wide);
    mock.clock.advance({ days: 1 });
    expect(mock.requests.all()).toMatchObject([{ query: { q: 'a b' } }]);
    expect(() => mockOf(later).clock.advance({ days: 1 })).toThrow(
      'actor bo: send: GET /x/v1/later is not answered at once. An actor cannot wait',
    );
  });

  it('names the actor whose act throws an ordinary error, also over HTTP', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    const boom = new Error('boom');
    const act = () => {
      throw boom;
    };
    const actors = [defineActor({ name: 'bo', rhythm: { from: '10:00' }, act })];
    const mock = createMock({ scenario: { ...desk, actors }, life: 'calm' });
    const message = 'The clock stopped at 2026-03-04T10:00:00.000Z: actor bo: boom';
    expect(() => mock.clock.advance({ days: 1 })).toThrow(
      expect.objectContaining({ name: 'MockError', code: 'internal_error', message, cause: boom }),
    );
    mock.reset();
    const answer = await mock.fetch('/__mock/clock', { method: 'PUT', body: '{"advance_seconds": 86400}' });
    expect([answer.status, await answer.json()]).toEqual([500, { error: { code: 'internal_error', message } }]);
    expect(printed.mock.calls).toEqual([[boom]]);
  });

  it('stops there over HTTP too, so that no act before it is repeated', async () => {
    const actors = [
      defineActor({ name: 'ana', rhythm: { from: '09:30' }, act: ({ make }) => void make.user() }),
      defineActor({ name: 'bo', rhythm: { from: '10:00' }, act: ({ send }) => void send('GET nowhere') }),
    ];
    const scenario = { ...desk, actors };
    const mock = createMock({ scenario, life: 'calm' });
    const answer = await mock.fetch('/__mock/clock', { method: 'PUT', body: '{"advance_seconds": 86400}' });
    expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining('actor bo') } });
    expect(String(mock.clock)).toBe('2026-03-04T10:00:00.000Z');
    expect((await replay(mock.trace(), { scenarios: [scenario], life: 'calm' })).fingerprint).toBeUndefined();
  });

  it('is checked when it is declared', () => {
    const act = () => {};
    const define = (definition: object) => () =>
      defineActor({ name: 'a', rhythm: { from: '06:00' }, act, ...definition });
    expect(define({ name: '' })).toThrow('defineActor: name must be a text, but is ""');
    expect(define({ act: 1 })).toThrow('actor "a": act must be a function, but is 1');
    expect(define({ rhythm: { from: '6' } })).toThrow('actor "a": rhythm.from must be a time of day such as 06:00');
    expect(define({ rhythm: { from: '06:00', to: '05:00' } })).toThrow('rhythm.to must be from 06:00 on');
    expect(define({ rhythm: { from: '06:00', days: ['someday'] } })).toThrow('rhythm.days must be a list of sunday');
    expect(define({ rhythm: { from: '06:00', times: -1 } })).toThrow('rhythm.times must be an integer from 0');
    expect(define({ rhythm: { from: '06:00', at: 1 } })).toThrow('rhythm.at must be absent');
    expect(() => createMock({ life: 'wild' as never })).toThrow('life');
    expect(() => createMock({ speed: -1 })).toThrow('speed: must be at least 0');
    const twice = [define({})(), define({})()];
    const declare =
      (...actors: unknown[]) =>
      () =>
        defineScenario({ ...desk, actors: actors as never });
    expect(declare(...twice)).toThrow('two actors have the name a');
    expect(declare(act)).toThrow('actors.0: it must be created with defineActor');
    expect(declare({ act })).toThrow('actors.0: name must be a text');
    expect(declare({ name: 'a', act })).toThrow('actor "a": rhythm must be an object with the time `from`');
    expect(() => createMock({ life: 'calm' }).clock.advance({ days: 367 })).toThrow('at most 366 days at once');
  });

  it('keeps the rhythm that an actor was declared with', () => {
    const rhythm = { from: '10:00' };
    const actor = defineActor({ name: 'ana', rhythm, act: ({ make }) => void make.user() });
    rhythm.from = 'noon';
    expect(() => Object.assign(actor.rhythm, rhythm)).toThrow(TypeError);
    const mock = createMock({ scenario: { ...desk, actors: [actor] }, life: 'calm' });
    const before = mock.data.user.count();
    mock.clock.advance({ days: 1 });
    expect(mock.data.user.count()).toBe(before + 1);
  });

  it('goes on by itself while a server runs, by its speed', async () => {
    const mock = createMock({ scenario: newsroom, life: 'calm', speed: 86_400 });
    const server = await createServer(mock, { port: 0 }).listen();
    onTestFinished(() => server.close());
    await eventually(() => expect(mock.requests.all().length).toBeGreaterThan(0));
    const broken = () => createServer(mock, { port: 0, store: 'redis://localhost' });
    expect(broken).toThrow(MockError);
    expect(broken).toThrow('speed: cannot be combined with store');
  });

  it('goes on by itself in all sessions but one whose clock cannot advance, which the server reports once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const mock = createMock({ scenario: newsroom, speed: 60 });
    const [start, late, other] = [mock.clock.now, mock.sessions.create('late'), mock.sessions.create('other')];
    late.clock.set('9999-12-31T23:59:30Z');
    const problems: string[] = [];
    const server = await createServer(mock, { port: 0, onProblem: (problem) => problems.push(problem) }).listen();
    onTestFinished(() => server.close());
    vi.advanceTimersByTime(3000);
    expect([mock, other].map(({ clock }) => clock.now - start)).toEqual([180_000, 180_000]);
    expect(problems).toEqual([expect.stringContaining('the clock of the session "late" does not advance by itself')]);
    late.clock.set(start);
    vi.advanceTimersByTime(1000);
    expect(late.clock.now - start).toBe(60_000);
  });
});

describeControl('PUT /__mock/clock of a mock that lives', (open) => {
  it('lets actors act, in several sessions too, and changes nothing if it is invalid', async () => {
    const { mock, send } = await open({ scenario: newsroom, life: 'calm' });
    await send('PUT', '/__mock/clock', { body: { advance_seconds: 86_400 } });
    const inProcess = createMock({ scenario: newsroom, life: 'calm' });
    inProcess.clock.advance({ days: 1 });
    expect(mock.fingerprint()).toBe(inProcess.fingerprint());
    expect(mock.history.list().at(-1)?.cause).toEqual({ kind: 'control', method: 'PUT', path: '/__mock/clock' });
    const other = mock.sessions.create('other');
    expect((await send('PUT', '/__mock/clock?sessions=other', { body: { advance_seconds: 86_400 } })).status).toBe(200);
    expect(other.fingerprint()).toBe(inProcess.fingerprint());
    const before = mock.fingerprint();
    const body = { now: '2026-04-01T00:00Z', advance_seconds: 400 * 86_400 };
    expect((await send('PUT', '/__mock/clock', { body })).status).toBe(400);
    expect(mock.fingerprint()).toBe(before);
  });
});
