import { createMock, defineRoute, defineScenario, type Mock, type MockOptions, replay } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { MemoryStorage } from '../support/memory-storage.js';
import { clientOf } from '../support/persistence.js';
import { readingRoom } from '../support/reading-room.js';
import { controlTime } from '../support/replicas.js';
import { stopMachine } from '../support/session-machine.js';
import { office } from '../support/user-data-office.js';

let storage: MemoryStorage;
let warnings: string[];
beforeEach(() => {
  storage = new MemoryStorage();
  warnings = [];
  const spy = vi.spyOn(console, 'warn').mockImplementation((text) => void warnings.push(text));
  onTestFinished(() => spy.mockRestore());
});

/** A page: a mock that keeps its state in the storage. */
function open(options: MockOptions = {}, isWatching = false): Mock {
  return createMock({ scenario: office, persist: { storage: storage.tab({ isWatching }) }, ...options });
}

/** A page that has loaded its state. */
async function opened(options: MockOptions = {}): Promise<Mock> {
  const mock = open(options);
  await mock.persisted();
  return mock;
}

const add = ({ data }: Mock, name: string) => data.client.create(clientOf(name));
const names = ({ data }: Mock) => data.client.getAll().map(({ name }) => name);
const kept = ({ snapshots }: Mock) => snapshots.list().map(({ name }) => name);
const bytes = (mock: Mock) => JSON.stringify(mock.snapshot());

async function post(mock: Mock, name: string): Promise<number> {
  const init = { method: 'POST', body: JSON.stringify([clientOf(name)]) };
  const response = await mock.fetch('/user-data/v1/client', init);
  expect(response.status).toBe(200);
  return (await response.json()).data[0].id;
}
const list = async (mock: Mock): Promise<string[]> =>
  (await (await mock.fetch('/user-data/v1/client')).json()).data.map(({ name }: { name: string }) => name);

describe('A mock with a storage', () => {
  it('has the same state when it is created again', async () => {
    const one = open();
    expect(await one.persisted()).toEqual({ kept: true, restored: false });
    await post(one, 'first');
    one.clock.advance({ days: 2 });
    one.snapshots.keep('later');
    one.sessions.create('mine').data.user.delete({ where: { id: { equals: 4 } } });
    await one.persisted();
    const two = open();
    expect(await two.persisted()).toEqual({ kept: true, restored: true });
    expect(bytes(two)).toBe(bytes(one));
    expect(two.snapshots.get('later')).toEqual(one.snapshots.get('later'));
    expect(bytes(two.sessions.get('mine'))).toBe(bytes(one.sessions.get('mine')));
    expect(two.changes()).toEqual(one.changes());
    expect(warnings).toEqual([]);
  });

  it('has kept a change when it answers', async () => {
    const one = open();
    await post(one, 'first');
    storage = storage.crashed();
    expect(names(await opened())).toContain('first');
  });

  it('loads the state before its first answer', async () => {
    await post(open(), 'first');
    expect(await list(open())).toContain('first');
  });

  it('is at the baseline after a reset, also when it is created again', async () => {
    const one = await opened();
    const baseline = bytes(one);
    await post(one, 'first');
    one.reset();
    await one.persisted();
    expect(bytes(await opened())).toBe(baseline);
  });

  it('resets to the scenario and the seed of the last reset, also when it is created again', async () => {
    const options = { scenarios: [readingRoom] };
    const one = await opened(options);
    one.reset({ scenario: 'reading-room', seed: 5 });
    await post(one, 'first');
    const two = await opened(options);
    two.reset();
    expect([two.scenario, two.seed]).toEqual(['reading-room', 5]);
  });

  it('goes on counting time while nobody has it open, if its clock runs', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 4) });
    onTestFinished(() => void vi.useRealTimers());
    const options = { clock: { now: '2026-05-01T00:00:00Z', frozen: false } };
    const one = await opened(options);
    vi.advanceTimersByTime(1000);
    one.clock.advance({ hours: 1 });
    one.snapshots.keep('then');
    await one.persisted();
    vi.setSystemTime(Date.now() + 60_000);
    const two = await opened(options);
    expect(two.clock.toString()).toBe(one.clock.toString());
    expect(two.snapshots.get('then').clock).toEqual(one.snapshots.get('then').clock);
  });

  it('goes on counting time from a change that is written late, if its clock runs', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 4) });
    onTestFinished(() => void vi.useRealTimers());
    const options = { clock: { now: '2026-05-01T00:00:00Z', frozen: false } };
    const [one, two] = [await opened(options), await opened(options)];
    const turn = storage.tab().lock(async () => {
      add(one, 'first');
      add(one.sessions.create('mine'), 'second');
      vi.setSystemTime(Date.now() + 5000);
    });
    await Promise.all([turn, one.persisted()]);
    await two.persisted();
    for (const mock of [one, two, await opened(options)]) {
      for (const { clock } of [mock, mock.sessions.get('mine')]) {
        expect(clock.toString()).toBe('2026-05-01T00:00:05.000Z');
      }
    }
  });

  it('keeps no copy of the mock', async () => {
    const copy = (await opened()).fork();
    await post(copy, 'copied');
    expect(await copy.persisted()).toEqual({ kept: false, restored: false });
    expect(names(await opened())).not.toContain('copied');
  });

  it('keeps fault rules, journal and history for each page', async () => {
    const one = await opened();
    one.faults.add({ path: '/user-data/*', delay_ms: 1 });
    await post(one, 'first');
    const two = await opened();
    expect([two.faults.all(), two.requests.count()]).toEqual([[], 0]);
    expect([one.faults.all().length, one.requests.count()]).toEqual([1, 1]);
  });

  it('keeps what requests to a server change', async () => {
    const server = await createServer(open(), { port: 0 }).listen();
    onTestFinished(() => server.close());
    const init = { method: 'POST', body: JSON.stringify([clientOf('first')]) };
    const response = await fetch(`${server.url}/user-data/v1/client`, init);
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    expect(names(await opened())).toContain('first');
  });

  it.each(['/nowhere', '/__mock/events'])('answers GET %s, and other requests after it', async (path) => {
    const [mock, other] = [open(), open()];
    const leaving = new AbortController();
    const { status, body } = await mock.fetch(path, { signal: leaving.signal });
    expect(status).toBe(path === '/nowhere' ? 404 : 200);
    await post(mock, 'first');
    expect(await list(other)).toContain('first');
    leaving.abort();
    await body?.cancel();
  });

  it('keeps what was changed before it had loaded, and writes it once', async () => {
    const one = open();
    add(one.sessions.create('mine'), 'first');
    await one.persisted();
    expect(storage.texts).toHaveLength(1);
    const two = open();
    add(two.sessions.create('yours'), 'second');
    await two.persisted();
    expect(storage.texts).toHaveLength(2);
    const three = await opened();
    expect(names(three.sessions.get('mine'))).toContain('first');
    expect(names(three.sessions.get('yours'))).toContain('second');
    expect(warnings).toEqual([]);
  });

  it.each([
    ['is written at the start', 0],
    ['is replaced', 110],
  ])('keeps what a call changes while everything %s', async (_, requests) => {
    const tab = storage.tab();
    const meanwhile = vi.fn(() => void add(mock, 'meanwhile'));
    let isAwaited = requests === 0;
    const replace = async (text: string) => {
      const position = await tab.replace(text);
      if (isAwaited) meanwhile();
      isAwaited = false;
      return position;
    };
    const mock = createMock({ scenario: office, persist: { storage: { ...tab, replace } } });
    if (requests > 0) {
      await mock.persisted();
      isAwaited = true;
      for (let i = 0; i < requests && isAwaited; i++) await post(mock, `client ${i}`);
    }
    await eventually(() => expect(JSON.stringify(storage.texts)).toContain('meanwhile'));
    expect(meanwhile).toHaveBeenCalledOnce();
  });

  it('keeps a bounded number of texts', async () => {
    const one = await opened();
    add(one.sessions.create('mine'), 'mine');
    for (let i = 0; i < 250; i++) await post(one, `client ${i}`);
    expect(storage.texts.length).toBeLessThanOrEqual(100);
    const two = await opened();
    expect(bytes(two)).toBe(bytes(one));
    expect(bytes(two.sessions.get('mine'))).toBe(bytes(one.sessions.get('mine')));
  });

  it('takes turns, and keeps a bounded number of texts, also if calls in the process change something during each write', async () => {
    const tab = storage.tab();
    let isBusy = true;
    const append = (text: string) => {
      if (isBusy) mock.clock.advance({ milliseconds: 1 });
      return tab.append(text);
    };
    const mock = open({ persist: { storage: { ...tab, append } } });
    const other = await opened();
    for (let i = 0; i < 110; i++) await post(i % 10 === 0 ? other : mock, `client ${i}`);
    expect(storage.texts.length).toBeLessThanOrEqual(100);
    isBusy = false;
    await mock.persisted();
    await other.persisted();
    expect(bytes(other)).toBe(bytes(mock));
  });

  it('replays its trace, with what others have changed', async () => {
    const [one, two] = [await opened(), await opened()];
    await post(one, 'first');
    one.snapshots.keep('x');
    two.snapshots.keep('y');
    await two.persisted();
    await post(two, 'second');
    expect(await list(one)).toContain('second');
    for (const mock of [one, two]) {
      expect(await (await mock.fetch('/__mock/snapshots')).text()).toMatch(/"x".*"y"|"y".*"x"/);
      const trace = JSON.parse(JSON.stringify(mock.trace()));
      const { mock: again, differences, fingerprint } = await replay(trace, { scenarios: [office] });
      expect([differences, fingerprint]).toEqual([[], undefined]);
      for (const name of ['x', 'y']) expect(again.snapshots.get(name)).toEqual(mock.snapshots.get(name));
    }
  });
});

describe('Two mocks with one storage', () => {
  it('see what the other has written in their next answer', async () => {
    const [one, two] = [open(), open()];
    await post(one, 'first');
    expect(await list(two)).toContain('first');
    await post(two, 'second');
    expect(await list(one)).toEqual(await list(two));
  });

  it('lose nothing and use no id twice if both write at once', async () => {
    const tabs = [open(), open()];
    const ids = await Promise.all(Array.from({ length: 60 }, (_, i) => post(tabs[i % 2] as Mock, `client ${i}`)));
    expect(new Set(ids).size).toBe(60);
    for (const tab of [...tabs, open()]) {
      expect((await list(tab)).filter((name) => name.startsWith('client '))).toHaveLength(60);
    }
    expect(warnings).toEqual([]);
  });

  it('see what the other has written', async () => {
    const [one, two] = [open({}, true), open({}, true)];
    await Promise.all([one.persisted(), two.persisted()]);
    for (const name of ['first', 'second']) {
      const notified = new Promise((resolve) => {
        two.on('change', () => resolve(names(two)));
      });
      add(one, name);
      expect(await notified).toContain(name);
    }
  });

  it('keep what both change in the process, if it fits', async () => {
    const [one, two] = [await opened(), await opened()];
    add(one, 'first');
    two.clock.advance({ days: 1 });
    two.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@mailbox.example' });
    two.sessions.create('mine');
    two.snapshots.keep('x');
    await Promise.all([one.persisted(), two.persisted()]);
    await one.persisted();
    expect(bytes(one)).toBe(bytes(two));
    expect(names(one)).toContain('first');
    expect(one.data.user.count({ where: { fname: { equals: 'Bo' } } })).toBe(1);
    expect(one.sessions.list()).toHaveLength(1);
    expect(one.snapshots.list().map(({ name }) => name)).toEqual(['x']);
    expect(warnings).toEqual([]);
  });

  it('undo what one has changed in the process if the other has changed the same, and say so', async () => {
    const [one, two] = [await opened(), await opened()];
    add(one, 'first');
    add(two, 'second');
    await one.persisted();
    await two.persisted();
    expect(names(two)).toEqual(names(one));
    expect(names(one)).toContain('first');
    expect(warnings).toEqual([expect.stringContaining('was undone')]);
    expect(await two.persisted()).toEqual({ kept: true, restored: true });
  });

  it.each<[string, (one: Mock, two: Mock) => unknown]>([
    [
      'D15 a type that does not fit the value which the other has added',
      ({ data }, two) => {
        data.generic_preference.create({ preference_id: 1, preference_value: 'on' });
        two.data.preference.update({ where: { id: { equals: 1 } }, data: { type: 'Entity' } });
      },
    ],
    [
      'D21 a second default of a user',
      (one, two) => {
        for (const [id, { data }] of [one, two].entries())
          data.brief_entitlement.update({ where: { id: { equals: id + 1 } }, data: { is_default: true } });
      },
    ],
  ])('undo %s', async (_, change) => {
    const scenario = defineScenario({
      name: 'shared',
      description: 'A user with a preference and two briefs',
      clock: '2026-03-04T09:00:00Z',
      personas: [],
      seed: ({ make }) => {
        const { email } = make.user();
        make.preference({ user_email: email });
        for (const { slug } of make.brief.many(2)) make.brief_entitlement({ email, brief_slug: slug });
      },
    });
    const [one, two] = [await opened({ scenario }), await opened({ scenario })];
    change(one, two);
    await one.persisted();
    await two.persisted();
    expect(warnings).toEqual([expect.stringContaining('was undone')]);
    expect(bytes(two)).toBe(bytes(one));
    expect(bytes(await opened({ scenario }))).toBe(bytes(one));
  });

  it('have the sessions and named snapshots of both, and end them for both', async () => {
    const [one, two] = [await opened(), await opened()];
    one.sessions.create('a');
    one.snapshots.keep('x');
    await one.persisted();
    await two.persisted();
    add(two.sessions.get('a'), 'second');
    two.snapshots.keep('y');
    one.snapshots.keep('z');
    await two.persisted();
    await one.persisted();
    expect(names(one.sessions.get('a'))).toContain('second');
    expect(one.snapshots.list().map(({ name }) => name)).toEqual(['x', 'y', 'z']);
    one.sessions.end('a');
    one.snapshots.remove('x');
    await one.persisted();
    await two.persisted();
    expect(two.sessions.list()).toEqual([]);
    expect(two.snapshots.list().map(({ name }) => name)).toEqual(['y', 'z']);
  });

  it('keep a named snapshot in the page that made it, whatever the other changes meanwhile', async () => {
    const [one, two] = [await opened(), await opened()];
    add(one, 'first');
    two.snapshots.keep('x');
    await one.persisted();
    await two.persisted();
    expect(kept(two)).toEqual(['x']);
    one.sessions.create('mine');
    two.snapshots.keep('y');
    await one.persisted();
    await two.persisted();
    expect(kept(two)).toEqual(['x', 'y']);
    await one.persisted();
    expect(kept(one)).toEqual(['x', 'y']);
  });

  it('keep a change in the page that made it while the other makes or removes a named snapshot', async () => {
    const [one, two] = [await opened(), await opened()];
    one.snapshots.keep('x');
    add(two, 'second');
    await one.persisted();
    await two.persisted();
    expect(names(two)).toContain('second');
    one.snapshots.remove('x');
    add(two, 'third');
    await one.persisted();
    await two.persisted();
    expect(names(two)).toEqual(expect.arrayContaining(['second', 'third']));
    expect(names(await opened())).toEqual(names(two));
    expect(warnings).toEqual([]);
  });

  it('remove a named snapshot for both, also if the other made one meanwhile', async () => {
    const [one, two] = [await opened(), await opened()];
    one.snapshots.keep('x');
    await one.persisted();
    await two.persisted();
    one.snapshots.keep('y');
    two.snapshots.remove('x');
    await one.persisted();
    await two.persisted();
    await one.persisted();
    for (const mock of [one, two, await opened()]) expect(kept(mock)).toEqual(['y']);
  });

  it('undo nothing if both remove the same named snapshot', async () => {
    const [one, two] = [await opened(), await opened()];
    one.snapshots.keep('x');
    await one.persisted();
    await two.persisted();
    for (const mock of [one, two]) mock.snapshots.remove('x');
    await one.persisted();
    await two.persisted();
    for (const mock of [one, two, await opened()]) expect(kept(mock)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it.each<[string, (other: Mock) => unknown]>([
    ['something else', (other) => add(other, 'first')],
    ['the session', (other) => add(other.sessions.get('mine'), 'first')],
  ])('end a session for both, also if the other changes %s meanwhile', async (_, change) => {
    const [one, two] = [await opened(), await opened()];
    one.sessions.create('mine');
    await one.persisted();
    await two.persisted();
    change(one);
    two.sessions.end('mine');
    await one.persisted();
    await two.persisted();
    await one.persisted();
    for (const mock of [one, two, await opened()]) expect(mock.sessions.list()).toEqual([]);
  });

  it.each([
    ['after', opened],
    ['before', async () => open()],
  ])(
    'end a session for both that one creates and ends %s it has loaded, while the other changes something',
    async (_, openLate) => {
      const one = await opened();
      await post(one, 'first');
      const two = await openLate();
      add(one, 'second');
      two.sessions.create('mine');
      two.sessions.end('mine');
      await one.persisted();
      await two.persisted();
      await one.persisted();
      for (const mock of [one, two, await opened()]) expect(mock.sessions.list()).toEqual([]);
      expect(warnings).toEqual([]);
    },
  );

  it('keep a session that one ends and creates again while the other changes something else', async () => {
    const [one, two] = [await opened(), await opened()];
    add(one.sessions.create('mine'), 'old');
    await one.persisted();
    await two.persisted();
    add(one, 'first');
    two.sessions.end('mine');
    add(two.sessions.create('mine'), 'new');
    await one.persisted();
    await two.persisted();
    await one.persisted();
    for (const mock of [one, two, await opened()]) {
      expect(names(mock.sessions.get('mine'))).toContain('new');
      expect(names(mock.sessions.get('mine'))).not.toContain('old');
    }
    expect(warnings).toEqual([]);
  });

  it('undo nothing but the change that does not fit', async () => {
    const [one, two] = [await opened(), await opened()];
    add(one, 'first');
    add(two, 'second');
    two.sessions.create('mine');
    two.snapshots.keep('x');
    await one.persisted();
    await two.persisted();
    expect(warnings).toEqual([expect.stringContaining('was undone')]);
    for (const mock of [two, await opened()]) {
      expect(names(mock)).not.toContain('second');
      expect(mock.sessions.list().map(({ id }) => id)).toEqual(['mine']);
      expect(kept(mock)).toEqual(['x']);
    }
  });

  it.each<[string, (other: Mock) => unknown]>([
    ['', () => {}],
    [', also if it changes something meanwhile', (other) => add(other, 'first')],
    [', also if it makes a named snapshot meanwhile', (other) => other.snapshots.keep('x')],
  ])('reset to the seed of the last reset of the other%s', async (_, change) => {
    const [one, two] = [await opened(), await opened()];
    change(one);
    two.reset({ seed: 5 });
    await one.persisted();
    await two.persisted();
    for (const mock of [one, two, await opened()]) {
      await mock.persisted();
      mock.reset();
      await mock.persisted();
      expect(mock.seed).toBe(5);
    }
    expect(warnings).toEqual([]);
  });

  it('reset to the seed of the last reset, also if the other changes a record meanwhile', async () => {
    const [one, two] = [await opened(), await opened()];
    one.reset({ seed: 5 });
    two.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@mailbox.example' });
    await one.persisted();
    await two.persisted();
    await one.persisted();
    expect(two.data.user.count({ where: { fname: { equals: 'Bo' } } })).toBe(1);
    for (const mock of [one, two, await opened()]) {
      mock.reset();
      expect(mock.seed).toBe(5);
    }
    expect(warnings).toEqual([]);
  });

  it('end a session only when neither has used it for long', async () => {
    const pass = stopMachine();
    const options = { sessions: { idleSeconds: 60 } };
    const [one, two] = [await opened(options), await opened(options)];
    for (const id of ['used', 'idle']) one.sessions.create(id);
    await one.persisted();
    await two.persisted();
    pass(40);
    add(one.sessions.get('used'), 'first');
    await one.persisted();
    await two.persisted();
    pass(40);
    expect(two.sessions.list().map(({ id }) => id)).toEqual(['used']);
    await two.persisted();
    expect(names((await opened()).sessions.get('used'))).toContain('first');
  });

  it('write nothing again that the other has written', async () => {
    const [one, two] = [await opened(), await opened()];
    one.snapshots.keep('x');
    one.sessions.create('mine');
    add(one, 'first');
    await one.persisted();
    await two.persisted();
    one.sessions.end('mine');
    await one.persisted();
    const { texts } = storage;
    for (const mock of [two, one, two]) await mock.persisted();
    expect(storage.texts).toEqual(texts);
    expect(kept(two)).toEqual(['x']);
  });

  it('replace everything in the storage once in a hundred changes, which both make', async () => {
    const tabs = [storage.tab(), storage.tab()];
    const replaced = tabs.map((tab) => vi.spyOn(tab, 'replace'));
    const mocks = tabs.map((tab) => createMock({ scenario: office, persist: { storage: tab } }));
    for (let i = 0; i < 120; i++) await post(mocks[i % 2] as Mock, `client ${i}`);
    // Once at the start.
    expect(replaced.flatMap(({ mock }) => mock.calls)).toHaveLength(2);
  });

  it('do not wait for each other while an answer is held back, or a body does not arrive', async () => {
    const [one, two] = [await opened(), await opened()];
    one.faults.add({ method: 'POST', hold: true });
    const held = post(one, 'held');
    const { readable, writable } = new TransformStream();
    const init = { method: 'POST', body: readable, duplex: 'half' };
    const waiting = one.fetch('/user-data/v1/client', init as RequestInit);
    await eventually(() => expect(one.faults.all()[0]?.held).toBe(1));
    expect(await list(two)).toContain('held');
    one.faults.clear();
    await held;
    await writable.abort();
    expect((await waiting).status).toBe(400);
  });
});

describe('A kept state is not used', () => {
  const rewrite = (change: (text: string) => string) => {
    storage.texts = storage.texts.map(({ position, text }) => ({ position, text: change(text) }));
  };

  it.each<[string, MockOptions, () => void, string]>([
    [
      'of another version',
      {},
      () => rewrite((text) => text.replace(/"package":"[^"]*"/, '"package":"0.0.9"')),
      'version 0.0.9 of',
    ],
    ['of another scenario', { scenario: readingRoom }, () => {}, 'another scenario'],
    ['of another seed', { seed: 2 }, () => {}, 'another seed'],
    ['that is damaged', {}, () => rewrite((text) => text.slice(0, -9)), 'damaged'],
    ['that is not one', {}, () => rewrite(() => '{}'), 'damaged'],
    ['without its beginning', {}, () => storage.texts.shift(), 'format'],
  ])('%s, and the mock says so once', async (_, options, change, reason) => {
    const one = await opened();
    await post(one, 'first');
    await post(one, 'second');
    change();
    const two = open(options);
    expect(await two.persisted()).toEqual({ kept: true, restored: false });
    expect(names(two)).not.toContain('first');
    expect(warnings).toEqual([expect.stringContaining(reason)]);
    await post(two, 'new');
    expect(bytes(await opened(options))).toBe(bytes(two));
    expect(warnings).toHaveLength(1);
  });

  it('by a page that was opened before another one started from scratch, and the page reports it once', async () => {
    const one = await opened();
    await post(one, 'first');
    const two = await opened({ seed: 2 });
    await post(one, 'second');
    expect(names(one)).toEqual(expect.arrayContaining(['first', 'second']));
    await post(one, 'third');
    expect(await one.persisted()).toEqual({ kept: false, restored: false });
    expect(await two.persisted()).toEqual({ kept: true, restored: false });
    expect(await list(two)).not.toContain('second');
    expect(warnings).toEqual([
      expect.stringContaining('starts from scratch: it began from another scenario'),
      expect.stringContaining('changes are not kept, and are lost'),
    ]);
  });

  it('if its scenario is unknown', async () => {
    const one = await opened();
    one.reset({ scenario: readingRoom });
    await one.persisted();
    expect(await open().persisted()).toEqual({ kept: true, restored: false });
    expect(warnings).toEqual([expect.stringContaining('There is no scenario "reading-room"')]);
  });
});

describe('A mock works without a storage, and says so once', () => {
  const works = async (mock: Mock) => {
    await post(mock, 'first');
    expect(await list(mock)).toContain('first');
    add(mock, 'second');
    expect(await mock.persisted()).toMatchObject({ kept: false });
    expect(await list(mock)).toContain('second');
    expect(warnings).toEqual([expect.stringContaining('changes are not kept')]);
  };

  it('in Node', async () => {
    await works(createMock({ scenario: office, persist: true }));
    expect(warnings[0]).toContain('there is no IndexedDB here');
  });

  it.each(['lock', 'load', 'replace'] as const)('if %s fails at the start', async (method) => {
    storage.broken = method;
    await works(open());
    expect(warnings[0]).toContain(`${method} fails`);
  });

  it.each(['lock', 'load', 'append'] as const)('if %s fails later', async (method) => {
    const mock = await opened();
    storage.broken = method;
    await works(mock);
    expect(warnings[0]).toContain(`${method} fails`);
  });

  it('and from the kept state if append fails when that was loaded', async () => {
    await post(await opened(), 'kept');
    const mock = open();
    // What is written at once.
    mock.sessions.create('mine');
    storage.broken = 'append';
    expect(await mock.persisted()).toEqual({ kept: false, restored: true });
    expect(names(mock)).toContain('kept');
    await works(mock);
  });

  it('if append rejects with no error', async () => {
    const tab = storage.tab();
    const mock = createMock({ scenario: office, persist: { storage: { ...tab, append: () => Promise.reject(null) } } });
    await works(mock);
    expect(warnings[0]).toContain('null');
  });
});

describe('The option persist', () => {
  it.each<[unknown, string]>([
    ['yes', 'persist: must be true, false, or an object with key or storage'],
    [{ key: '' }, 'persist.key: '],
    [{ storage: {} }, 'persist.storage: must be an object with the methods lock, load, append, replace'],
    [{ key: 'a', storage: new MemoryStorage().tab() }, 'persist.key: cannot be combined with storage'],
    [{ keys: 'a' }, 'persist'],
  ])('rejects %j', (persist, message) => {
    expect(() => createMock({ persist } as MockOptions)).toThrow(message);
  });

  it('is off by default', async () => {
    expect(await createMock({ scenario: office, persist: false }).persisted()).toEqual({
      kept: false,
      restored: false,
    });
    expect(await createMock().persisted()).toEqual({ kept: false, restored: false });
    expect(warnings).toEqual([]);
  });
});

it('A session that two pages create at the same time is that of the page that wrote first, without changes of the other', async () => {
  const [one, two] = [await opened(), await opened()];
  add(two.sessions.create('mine'), 'theirs');
  await two.persisted();
  one.sessions.create('mine').data.user.delete({ where: { id: { equals: 4 } } });
  await one.persisted();
  expect(bytes(one.sessions.get('mine'))).toBe(bytes(two.sessions.get('mine')));
  expect(names(one.sessions.get('mine'))).toContain('theirs');
  expect(warnings).toEqual([expect.stringContaining('was undone')]);
});

it.each([
  ['POST', '/public-api/v1/brief', 405, 4],
  ['POST', '/user-data/v1/client', 413, 20],
])('A page reads no more of the body of %s %s than a mock without a storage', async (method, path, status, most) => {
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent++;
      if (sent > 100) controller.close();
      else controller.enqueue(new Uint8Array(100_000).fill(32));
    },
  });
  expect((await open().fetch(path, { method, body, duplex: 'half' } as RequestInit)).status).toBe(status);
  expect(sent).toBeLessThan(most);
});

it('A GET whose handler waits for the mock itself fails, and the other pages go on', async () => {
  let one: Mock;
  const handle = async () => (await one.fetch('/user-data/v1/client')).status;
  one = await opened({ routes: [defineRoute({ method: 'GET', path: '/own/nested', handle })] });
  const two = await opened();
  const pass = controlTime();
  const nested = one.fetch('/own/nested');
  const listed = list(two);
  await pass(3);
  expect((await (await nested).json()).error.message).toContain('has not answered within 2 seconds');
  expect(await listed).toContain(names(two)[0]);
});
