import { createMock, defineScenario } from 'briefs-mock';
import { expect, it } from 'vitest';
import { describeControl } from '../support/deliveries.js';
import { readingRoom } from '../support/reading-room.js';

const attic = defineScenario({
  name: 'attic',
  description: 'One user whose surname is drawn',
  clock: '2020-01-01T00:00:00Z',
  personas: [],
  seed: ({ data, random }) => {
    data.user.create({ fname: 'Ada', lname: `Drawn${random('user', 1)()}`, email: 'ada@attic.example' });
  },
});

describeControl('Sessions: a new session', (open) => {
  const create = { method: 'POST', path: '/__mock/sessions' } as const;

  it('starts from the baseline, not from the current default state', async () => {
    const { mock, ann, send } = await open();
    const baseline = mock.fingerprint();
    await ann.post('/bookmark/morning/1-104');
    mock.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
    mock.clock.set('2031-01-01T00:00:00Z');
    mock.faults.add({ status: 503 });
    mock.snapshots.keep('kept');
    await send(create.method, create.path, { body: { id: 'made' } });
    await send('DELETE', '/__mock/clock', { headers: { 'x-mock-session': 'named' } });
    for (const session of [mock.sessions.get('made'), mock.sessions.get('named'), mock.sessions.create()]) {
      expect(session.fingerprint()).toBe(baseline);
      expect(session.faults.all()).toEqual([]);
      expect(session.requests.all()).toEqual([]);
      expect(session.snapshots.list()).toEqual([]);
      expect(session.clock.reading()).toEqual({ now: '2026-03-04T09:00:00.000Z', frozen: true });
    }
  });

  it('starts from the new baseline after a reset that changes it', async () => {
    const { mock, send } = await open({ scenarios: [attic] });
    mock.sessions.create('before');
    const before = mock.fingerprint();
    expect((await send('POST', '/__mock/reset', { body: { scenario: 'attic', seed: 12 } })).status).toBe(200);
    mock.data.user.deleteMany({ where: {} });
    const after = mock.sessions.create('after');
    expect([after.scenario, after.seed]).toEqual(['attic', 12]);
    expect(after.fingerprint()).toBe(createMock({ scenario: attic, seed: 12 }).fingerprint());
    after.data.user.deleteMany({ where: {} });
    after.reset();
    expect(after.data.user.count()).toBe(1);

    const old = mock.sessions.get('before');
    expect(old.fingerprint()).toBe(before);
    old.reset();
    expect([old.scenario, old.fingerprint()]).toEqual([readingRoom.name, before]);
  });

  it('has its own baseline, which a reset of the session changes', async () => {
    const { mock, send } = await open({ scenarios: [attic] });
    const before = mock.fingerprint();
    const headers = { 'x-mock-session': 'one' };
    const body = { scenario: 'attic', seed: 3 };
    expect((await send('POST', '/__mock/reset', { headers, body })).json).toMatchObject(body);
    const one = mock.sessions.get('one');
    one.data.user.deleteMany({ where: {} });
    expect((await send('POST', '/__mock/reset', { headers })).json).toMatchObject(body);
    expect(one.data.user.count()).toBe(1);
    expect(mock.sessions.create('two').fingerprint()).toBe(before);
    await send('POST', '/__mock/reset');
    expect(mock.fingerprint()).toBe(before);
  });

  it('starts from the baseline even after a restore of the default state', async () => {
    const { mock, send } = await open();
    const before = mock.fingerprint();
    const other = createMock({ scenario: attic }).snapshot();
    expect((await send('POST', '/__mock/restore', { body: other })).status).toBe(200);
    expect(mock.fingerprint()).toBe(other.fingerprint);
    expect(mock.sessions.create().fingerprint()).toBe(before);
  });

  it('starts from the snapshot in the options of the mock', async () => {
    const source = createMock({ scenario: readingRoom, seed: 5 });
    source.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
    source.clock.set('2026-07-01T00:00:00Z');
    const snapshot = JSON.parse(JSON.stringify(source.snapshot()));
    const { mock } = await open({ snapshot });
    mock.data.user.deleteMany({ where: {} });
    mock.clock.advance({ days: 3 });
    const one = mock.sessions.create('one');
    expect(one.fingerprint()).toBe(source.fingerprint());
    one.data.user.deleteMany({ where: {} });
    one.reset();
    expect(one.fingerprint()).toBe(source.fingerprint());
  });

  it('starts at the time in the options of the mock', async () => {
    const { mock } = await open({ clock: '2027-02-03T04:05:06Z' });
    mock.clock.advance({ days: 1 });
    expect(mock.sessions.create().clock.reading()).toEqual({ now: '2027-02-03T04:05:06.000Z', frozen: true });
    const running = createMock({ scenario: readingRoom, clock: { frozen: false } });
    expect(running.sessions.create().clock.frozen).toBe(false);
  });

  it('can be reset to the snapshot in the options of the mock, even after another baseline', async () => {
    const prepared = createMock({ scenario: readingRoom });
    prepared.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
    const { mock, send } = await open({ snapshot: prepared.snapshot() });
    const { seed, scenario } = mock;
    const baseline = mock.fingerprint();
    await send('POST', '/__mock/reset', { body: { seed: seed + 1 } });
    const session = mock.sessions.create('later');
    for (const one of [mock, session]) {
      expect(one.fingerprint()).not.toBe(baseline);
      one.reset({ scenario, seed });
      expect(one.fingerprint()).toBe(baseline);
    }
  });
});
