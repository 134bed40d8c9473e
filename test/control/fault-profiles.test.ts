import { createMock, type FaultProfile, type FaultProfileName, type FaultRule, type Mock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';
import { readingRoom } from '../support/reading-room.js';

const LIST = '/public-api/v1/brief';
const PROFILES = '/__mock/fault-profiles';
const names = ['slow-3g', 'flaky', 'rate-limited', 'offline'] as const;

const create = () => createMock({ scenario: readingRoom });
const applied = (mock: Mock) => mock.faults.profiles.filter((profile) => profile.applied).map(({ name }) => name);
/** The status of a request, or 0 for a broken connection, and its header Retry-After. */
const ask = (mock: Mock) =>
  mock.fetch(LIST, { headers: { authorization: 'Bearer ann-token' } }).then(
    ({ status, headers }) => [status, headers.get('retry-after')],
    () => [0, null],
  );

const maintenance: FaultProfile = {
  name: 'maintenance',
  description: 'The readers can read, but not write.',
  rules: [
    { path: '/public-api/v1/bookmark/*', method: 'POST', status: 503 },
    { path: '/public-api/v1/bookmark/*', method: 'DELETE', status: 503 },
  ],
};

describe('Fault profiles', () => {
  it('X14: a profile adds its rules, which carry its name, and withdrawing it removes them alone', () => {
    const mock = create();
    mock.faults.add({ path: LIST, status: 418 });
    const { rules } = mock.faults.profiles.find(({ name }) => name === 'flaky') as FaultProfile;
    const expected = rules.map((rule, i) => ({ id: i + 2, ...rule, hits: 0, profile: 'flaky' }));
    expect(mock.faults.apply('flaky')).toEqual(expected);
    expect(applied(mock)).toEqual(['flaky']);
    mock.faults.apply('offline');
    expect(mock.faults.all()).toMatchObject([{ id: 1 }, ...expected, { profile: 'offline' }]);
    expect(mock.faults.withdraw('flaky')).toEqual(expected);
    expect(applied(mock)).toEqual(['offline']);
    expect(mock.faults.all().map(({ id, profile }) => [id, profile])).toEqual([
      [1, undefined],
      [4, 'offline'],
    ]);
    expect(mock.faults.withdraw('flaky')).toEqual([]);
  });

  it('applying a profile again changes nothing', async () => {
    const mock = create();
    mock.faults.apply('rate-limited');
    await ask(mock);
    const before = mock.faults.all();
    expect(mock.faults.apply('rate-limited')).toEqual(before);
    expect(mock.faults.all()).toEqual(before);
  });

  it('a profile whose rules are used up is not applied, and can be applied again', async () => {
    const mock = createMock({
      faultProfiles: [{ name: 'hiccup', description: 'd', rules: [{ status: 503, times: 1 }] }],
    });
    expect(mock.faults.apply('hiccup')).toMatchObject([{ id: 1 }]);
    expect(applied(mock)).toEqual(['hiccup']);
    expect(await ask(mock)).toEqual([503, null]);
    expect(applied(mock)).toEqual([]);
    expect(mock.faults.all()).toMatchObject([{ id: 1, hits: 1 }]);
    expect(mock.faults.apply('hiccup')).toMatchObject([{ id: 2, hits: 0 }]);
    expect([applied(mock), mock.faults.all()]).toEqual([['hiccup'], [expect.objectContaining({ id: 2 })]]);
  });

  it('a profile is applied while its rules hold answers back', async () => {
    const mock = createMock({ faultProfiles: [{ name: 'slow', description: 'd', rules: [{ hold: true, times: 1 }] }] });
    const [rule] = mock.faults.apply('slow');
    const answer = ask(mock);
    await expect.poll(() => mock.faults.held()).toHaveLength(1);
    expect(applied(mock)).toEqual(['slow']);
    mock.faults.release(rule?.id);
    await answer;
    expect(applied(mock)).toEqual([]);
  });

  it('a profile can be a value', () => {
    const mock = create();
    expect(mock.faults.apply(maintenance)).toHaveLength(2);
    expect(mock.faults.apply(maintenance)).toHaveLength(2);
    expect(mock.faults.withdraw(maintenance)).toHaveLength(2);
    expect(mock.faults.withdraw(maintenance)).toEqual([]);
    mock.faults.apply(maintenance);
    expect(mock.faults.withdraw('maintenance')).toHaveLength(2);
    const listed = mock.faults.profiles.find(({ name }) => name === 'offline') as FaultProfile;
    expect(mock.faults.apply(listed)).toHaveLength(1);
  });

  it('the option `faultProfiles` adds profiles that are applied by name, over HTTP too, in each session', async () => {
    const mock = createMock({ scenario: readingRoom, faultProfiles: [maintenance] });
    expect(mock.faults.profiles.map(({ name }) => name)).toEqual([...names, 'maintenance']);
    const session = mock.sessions.create('one');
    const call = (method: string) =>
      mock.fetch(`${PROFILES}/maintenance`, { method, headers: { 'x-mock-session': 'one' } });
    expect(await (await call('PUT')).json()).toMatchObject({ total: 2 });
    expect([applied(mock), applied(session)]).toEqual([[], ['maintenance']]);
    expect(session.fork().faults.withdraw('maintenance')).toHaveLength(2);
    expect(await (await call('DELETE')).json()).toMatchObject({ total: 2 });
    expect(applied(session)).toEqual([]);
    expect(mock.faults.apply('maintenance')).toHaveLength(2);
  });

  it.each([
    [[maintenance, maintenance], 'faultProfiles.1.name: is maintenance, the name of another profile'],
    [[{ ...maintenance, name: 'offline' }], 'faultProfiles.0.name: is offline, the name of another profile'],
    [[{ ...maintenance, rules: [{ status: 99 }] }], 'faultProfiles.0.rules.0.status: must be an integer'],
    [
      [{ ...maintenance, rules: [{ path: '/nowhere', abort: true }] }],
      'faultProfiles.0.rules.0.path: is "/nowhere", which matches no route',
    ],
    [
      [{ ...maintenance, rules: [...maintenance.rules, { path: '/nowhere', abort: true }] }],
      'faultProfiles.0.rules.2.path: is "/nowhere", which matches no route',
    ],
    [{}, 'faultProfiles: must be an array'],
  ])('the option `faultProfiles` is checked when the mock is created (%#)', (faultProfiles, message) => {
    expect(() => createMock({ faultProfiles: faultProfiles as FaultProfile[] })).toThrow(message);
  });

  it('a profile that is given as a value cannot have the name of another', () => {
    const mock = createMock({ scenario: readingRoom, faultProfiles: [maintenance] });
    for (const name of ['flaky', 'maintenance']) {
      const other = { name, description: 'd', rules: [{ status: 503 }] };
      expect(() => mock.faults.apply(other)).toThrow(`name: is ${name}, the name of another profile`);
    }
    expect(applied(mock)).toEqual([]);
    expect(mock.faults.apply(maintenance)).toHaveLength(2);
  });

  it.each([null, 5, []])('%j is rejected as a profile', (profile) => {
    const { faults } = create();
    const message = `takes an object, not ${JSON.stringify(profile)}`;
    expect(() => faults.apply(profile as never)).toThrow(`faults.apply ${message}`);
    expect(() => faults.withdraw(profile as never)).toThrow(`faults.withdraw ${message}`);
  });

  it.each([{}, { nmae: 'offline' }, { name: null }])('%j is not the name of a profile', (profile) => {
    const { faults } = create();
    faults.add({ status: 503 });
    expect(() => faults.withdraw(profile as never)).toThrow(/^name: /);
    expect(faults.all()).toHaveLength(1);
  });

  it('a listed profile is a copy: changing it does not change the profile', () => {
    const mock = create();
    const listed = mock.faults.profiles[3]?.rules as FaultRule[];
    listed.pop();
    expect(mock.faults.profiles[3]?.rules).toEqual([{ abort: true }]);
  });

  it('an invalid profile is rejected with the rule and the field, and none of its rules is added', () => {
    const mock = create();
    const rejected = (profile: unknown) => {
      try {
        mock.faults.apply(profile as FaultProfile);
      } catch (error) {
        return (error as { issues: { path: string }[] }).issues.map(({ path }) => path);
      }
      return undefined;
    };
    const [first] = maintenance.rules;
    expect(rejected({ ...maintenance, name: 'a b', rules: [first, { status: 99 }] })).toEqual([
      'name',
      'rules.1.status',
    ]);
    expect(rejected({ ...maintenance, rules: [first, { path: '/nowhere', abort: true }] })).toEqual(['rules.1.path']);
    expect(rejected({ ...maintenance, rules: [first, { ...first, path: LIST }] })).toEqual(['rules.1.method']);
    expect(rejected({ ...maintenance, rules: [] })).toEqual(['rules']);
    expect(rejected({ name: 'a' })).toEqual(['description', 'rules']);
    expect(mock.faults.all()).toEqual([]);
    for (let n = 0; n < 99; n++) mock.faults.add({ abort: true });
    expect(() => mock.faults.apply(maintenance)).toThrow(
      'There are 99 fault rules, and at most 100 are possible; remove some first',
    );
    expect(mock.faults.all()).toHaveLength(99);
  });

  it('an unknown name is rejected with the names of the profiles', () => {
    const known = 'the profiles are slow-3g, flaky, rate-limited, offline';
    const { faults } = create();
    expect(() => faults.apply('flayk' as FaultProfileName)).toThrow(
      `There is no fault profile "flayk"; ${known}; did you mean flaky?`,
    );
    const notApplied = `There is no fault profile "maintenance", nor is one with this name applied; ${known}`;
    expect(() => faults.withdraw('maintenance')).toThrow(notApplied);
    faults.apply(maintenance);
    expect(faults.withdraw('maintenance')).toHaveLength(2);
    expect(() => faults.withdraw('maintenance')).toThrow(notApplied);
  });

  it('a copy of a session has its profiles; X20: a reset withdraws them', () => {
    const mock = create();
    mock.faults.apply('flaky');
    const fork = mock.fork();
    expect(fork.faults.all()).toEqual(mock.faults.all());
    fork.reset();
    expect([applied(mock), applied(fork)]).toEqual([['flaky'], []]);
  });
});

describe('The fault profile', () => {
  it('slow-3g delays every answer', () => {
    const mock = create();
    expect(mock.faults.apply('slow-3g')).toMatchObject([{ delay_ms: { min: 1500, max: 2500 } }]);
  });

  it('flaky makes some requests fail: the same ones with the same seed', async () => {
    const outcomes = async () => {
      const mock = create();
      mock.faults.apply('flaky');
      const seen: unknown[] = [];
      for (let n = 0; n < 200; n++) seen.push((await ask(mock))[0]);
      return seen;
    };
    const seen = await outcomes();
    expect(await outcomes()).toEqual(seen);
    expect(new Set(seen)).toEqual(new Set([200, 503, 0]));
    expect(seen.filter((status) => status === 200).length).toBeGreaterThan(140);
  });

  it('rate-limited answers every fourth request with 429 and Retry-After', async () => {
    const mock = create();
    mock.faults.apply('rate-limited');
    const seen: unknown[] = [];
    for (let n = 0; n < 8; n++) seen.push(await ask(mock));
    const turn = [...Array.from({ length: 3 }, () => [200, null]), [429, '1']];
    expect(seen).toEqual([...turn, ...turn]);
  });

  it('offline breaks every connection', async () => {
    const mock = create();
    mock.faults.apply('offline');
    expect(await ask(mock)).toEqual([0, null]);
    mock.faults.withdraw('offline');
    expect(await ask(mock)).toEqual([200, null]);
  });
});

describeControl(PROFILES, (open) => {
  it('lists the profiles, applies them once, and withdraws them', async () => {
    const { mock, send } = await open();
    const listed = mock.faults.profiles;
    expect(listed.map(({ name }) => name)).toEqual(names);
    expect((await send('GET', PROFILES)).json).toEqual({ data: listed, total: 4 });
    const first = await send('PUT', `${PROFILES}/offline`);
    expect(first.json).toEqual({ data: [{ id: 1, abort: true, hits: 0, profile: 'offline' }], total: 1 });
    expect((await send('PUT', `${PROFILES}/offline`)).json).toEqual(first.json);
    expect((await send('GET', PROFILES)).json).toMatchObject({
      data: names.map((name) => ({ applied: name === 'offline' })),
    });
    expect((await send('GET', '/__mock/faults')).json).toEqual(first.json);
    expect((await send('DELETE', `${PROFILES}/offline`)).json).toEqual(first.json);
    expect((await send('DELETE', `${PROFILES}/offline`)).json).toEqual({ data: [], total: 0 });
    for (const [method, problem] of [
      ['PUT', ''],
      ['DELETE', ', nor is one with this name applied'],
    ] as const) {
      const { status, json } = await send<ControlFailure>(method, `${PROFILES}/slow`);
      const known = 'the profiles are slow-3g, flaky, rate-limited, offline; did you mean slow-3g?';
      expect([status, json.error.message]).toEqual([404, `There is no fault profile "slow"${problem}; ${known}`]);
    }
  });

  it('several sessions: a profile is applied and withdrawn in each', async () => {
    const { mock, send } = await open();
    const sessions = [mock, ...['a', 'b'].map((id) => mock.sessions.create(id))];
    await send('PUT', `${PROFILES}/flaky?sessions=all`);
    expect(sessions.map(applied)).toEqual([['flaky'], ['flaky'], ['flaky']]);
    await send('DELETE', `${PROFILES}/flaky?sessions=*`);
    expect(sessions.map(applied)).toEqual([['flaky'], [], []]);
  });
});
