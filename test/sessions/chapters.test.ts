import { chapter, createMock, defineScenario, replay, type ScenarioContext } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeControl } from '../support/deliveries.js';

const story = defineScenario({
  name: 'story',
  description: 'A reader, and what becomes of her',
  clock: '2026-03-04T09:00:00Z',
  personas: [{ key: 'ann', email: 'ann@acme.example', token: 'ann-token', description: 'the reader' }],
  seed: ({ data }) => {
    data.user.create({ fname: 'Ann', lname: 'Ek', email: 'ann@acme.example' });
  },
  chapters: [
    chapter('The start', { at: '2026-03-04T09:00:00Z', as: 'ann', note: 'Say hello.' }),
    chapter('Bo joins', {
      at: '2026-03-06T09:00Z',
      prepare: ({ data, now }) => {
        data.user.create({ fname: 'Bo', lname: now.toISOString().slice(0, 10), email: 'bo@acme.example' });
      },
    }),
  ],
});

describe('chapters', () => {
  it('are listed in the order of their times, and the clock says which is the current one', () => {
    const mock = createMock({ scenario: story });
    expect(mock.chapters.list()).toEqual([
      { name: 'the-start', title: 'The start', at: '2026-03-04T09:00:00.000Z', as: 'ann', note: 'Say hello.' },
      { name: 'bo-joins', title: 'Bo joins', at: '2026-03-06T09:00:00.000Z', as: null, note: null },
    ]);
    expect(mock.chapters.current).toBe('the-start');
    mock.clock.advance({ days: 2 });
    expect(mock.chapters.current).toBe('bo-joins');
    mock.clock.set('2026-03-01T00:00Z');
    expect(mock.chapters.current).toBeNull();
  });

  it.each([false, true])("keep the times of the start with clock: 'now', frozen: %s", (frozen) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2030-01-01T10:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const mock = createMock({ scenario: story, clock: { now: 'now', frozen } });
    const listed = mock.chapters.list();
    expect(listed.map(({ at }) => at)).toEqual(['2030-01-01T10:00:00.000Z', '2030-01-03T10:00:00.000Z']);
    mock.chapters.go('bo-joins');
    vi.setSystemTime(Date.now() + 1000);
    mock.sessions.create();
    expect([mock.chapters.current, mock.chapters.list()]).toEqual(['bo-joins', listed]);
    mock.chapters.go('the-start');
    vi.setSystemTime(Date.now() + 1000);
    expect(mock.chapters.current).toBe('the-start');
    if (frozen) expect(mock.changes()).toEqual({ tables: {} });
    mock.reset();
    expect(mock.chapters.list()[0]?.at).toBe('2030-01-01T10:00:02.000Z');
  });

  it('go to their time and records, and back exactly, whatever happened', () => {
    const mock = createMock({ scenario: story });
    const start = mock.fingerprint();
    mock.chapters.go('bo-joins');
    const joined = mock.fingerprint();
    expect(String(mock.clock)).toBe('2026-03-06T09:00:00.000Z');
    expect(mock.data.user.findMany().map(({ lname }) => lname)).toEqual(['Ek', '2026-03-06']);
    expect(mock.tokenFor('bo@acme.example')).toBeTruthy();
    mock.data.user.deleteMany({ where: {} });
    mock.faults.add({ status: 500 });
    mock.chapters.go('the-start');
    expect(mock.fingerprint()).toBe(start);
    expect(mock.faults.all()).toEqual([]);
    mock.chapters.go('bo-joins');
    expect(mock.fingerprint()).toBe(joined);
    expect(createMock({ scenario: story, snapshot: mock.snapshot() }).fingerprint()).toBe(joined);
  });

  it('are an entry of the history, which can be undone, and of a trace, which replays', async () => {
    const mock = createMock({ scenario: story });
    const start = mock.fingerprint();
    mock.chapters.go('bo-joins');
    expect(JSON.stringify(mock.history.list())).toContain('"chapters.go"');
    await mock.fetch('/public-api/v1/brief', { headers: { authorization: 'Bearer ann-token' } });
    const { differences, fingerprint } = await replay(mock.trace(), { scenarios: [story] });
    expect({ differences, fingerprint }).toEqual({ differences: [], fingerprint: undefined });
    mock.rewind(0);
    expect(mock.fingerprint()).toBe(start);
  });

  it('belong to a session', () => {
    const mock = createMock({ scenario: story });
    const other = mock.sessions.create('other');
    other.chapters.go('bo-joins');
    expect([mock.chapters.current, other.chapters.current]).toEqual(['the-start', 'bo-joins']);
  });

  it('keep their distance from the start of another clock', () => {
    const mock = createMock({ scenario: story, clock: '2027-01-01T00:00:00Z' });
    mock.chapters.go('bo-joins');
    expect(String(mock.clock)).toBe('2027-01-03T00:00:00.000Z');
  });

  it('are at the end of the range of a clock if their time is beyond it', () => {
    const mock = createMock({ scenario: story, clock: '9999-12-31T00:00:00Z' });
    expect(mock.chapters.list().map(({ at }) => at)).toEqual(['9999-12-31T00:00:00.000Z', '9999-12-31T23:59:59.999Z']);
    expect(mock.chapters.current).toBe('the-start');
    mock.chapters.go('bo-joins');
    expect(mock.chapters.current).toBe('bo-joins');
  });

  it.each<[what: string, prepare: (context: ScenarioContext) => unknown, status: number]>([
    ['the token', ({ data }) => data.access_token.delete({ where: { token: { equals: 'ann-token' } } }), 401],
    ['the user', ({ data }) => data.user.delete({ where: { id: { equals: 1 } } }), 401],
    [
      'no more than the e-mail',
      ({ data }) => data.user.update({ where: {}, data: { email: 'eva@acme.example' } }),
      200,
    ],
  ])('P1: may take from a persona %s', async (_, prepare, status) => {
    const later = chapter('Later', { at: '2026-03-05T09:00Z', prepare: (context) => void prepare(context) });
    const mock = createMock({ scenario: defineScenario({ ...story, chapters: [later] }) });
    mock.chapters.go('later');
    const answer = await mock.fetch('/public-api/v1/brief', { headers: { authorization: 'Bearer ann-token' } });
    expect(answer.status).toBe(status);
  });

  it('change nothing if their preparation fails', () => {
    const broken = chapter('Broken', {
      at: '2026-03-05T09:00Z',
      prepare: ({ data }) => void data.user.create({} as never),
    });
    const mock = createMock({ scenario: defineScenario({ ...story, chapters: [broken] }) });
    const before = mock.fingerprint();
    expect(() => mock.chapters.go('broken')).toThrow(/^Scenario story: chapter Broken: /);
    expect(mock.fingerprint()).toBe(before);
    expect(() => mock.chapters.go('brokn')).toThrow('There is no chapter "brokn". Available: broken');
    expect(() => createMock().chapters.go('x')).toThrow('There is no chapter "x". The scenario nothing has none');
  });

  it('are checked when they are declared', () => {
    const at = '2026-03-05T09:00Z';
    expect(() => chapter('…', { at })).toThrow('chapter: title must be a text with letters a-z or digits, but is "…"');
    expect(() => chapter('One', { at: 'soon' })).toThrow(/^chapter "One": at/);
    expect(() => chapter('One', { at, when: 1 } as never)).toThrow(
      'there is no option when; use at, as, note, prepare',
    );
    const define = (...chapters: ReturnType<typeof chapter>[]) => defineScenario({ ...story, chapters });
    expect(() => define(chapter('One', { at }), chapter('Two', { at }))).toThrow('the time of "Two" must be later');
    expect(() => define(chapter('One', { at, as: 'zoe' }))).toThrow('there is no persona "zoe"; known: ann');
    expect(() => define(chapter('One', { at, as: 'zoe@acme.example' }))).not.toThrow();
    expect(() => defineScenario({ ...newsroom, personas: [] })).not.toThrow();
    expect(() => define(chapter('One', { at }), chapter('one', { at }))).toThrow('two chapters have the name one');
  });

  it('of newsroom show a colleague who joins, and a subscription that ends', () => {
    const mock = createMock({ scenario: newsroom });
    expect(mock.chapters.list().map(({ name }) => name)).toEqual(['morning', 'new-colleague', 'renewal']);
    const entitled = () => mock.explain({ email: 'alice@acme.example' }).filter(({ listed }) => listed).length;
    const before = entitled();
    mock.chapters.go('new-colleague');
    expect(mock.tokenFor('nina@acme.example')).toBeTruthy();
    mock.chapters.go('renewal');
    expect(entitled()).toBeLessThan(before);
  });
});

describeControl('/__mock/chapters', (open) => {
  it('lists the chapters, and goes to one', async () => {
    const { mock, send } = await open({ scenario: story });
    expect((await send('GET', '/__mock/chapters')).json).toEqual({
      chapters: mock.chapters.list(),
      current: 'the-start',
    });
    const gone = await send('POST', '/__mock/chapters/bo-joins');
    expect(gone.json).toEqual({ chapters: mock.chapters.list(), current: 'bo-joins' });
    expect((await send('POST', '/__mock/chapters/nothing')).status).toBe(404);
  });
});
