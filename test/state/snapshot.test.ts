import { createMock, type Snapshot } from 'briefs-mock';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fingerprintOf, resealed } from '../support/state-files.js';
import { tableNames } from '../support/state-tables.js';
import { bytesOf, world } from '../support/state-world.js';

describe('State: snapshot()', () => {
  it('returns plain JSON', () => {
    const snapshot = createMock({ scenario: world }).snapshot();
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
    expect(structuredClone(snapshot)).toEqual(snapshot);
    expect({ ...snapshot }).toEqual(snapshot);
  });

  it('has its keys in a fixed order, and contains every table', () => {
    const snapshot = createMock({ scenario: world, seed: 5 }).snapshot();
    const file = JSON.parse(JSON.stringify(snapshot));
    const parts = ['format', 'version', 'scenario', 'seed', 'clock', 'counters', 'tables', 'fingerprint'];
    expect(Object.keys(file)).toEqual(parts);
    expect(file).toMatchObject({ format: 'briefs-mock/snapshot', version: 1, scenario: 'world', seed: 5 });
    expect(file.clock).toEqual({ now: '2026-03-04T09:00:00.000Z', frozen: true });
    expect(Object.keys(file.tables)).toEqual(Object.keys(file.counters));
    expect(Object.keys(file.tables).sort()).toEqual([...tableNames].sort());
    const empty = createMock().snapshot();
    expect(Object.keys(empty.tables)).toEqual(Object.keys(file.tables));
    expect(Object.values(empty.tables).flat()).toEqual([]);
  });

  it('ends with a fingerprint, the SHA-256 of everything before it', () => {
    const mock = createMock({ scenario: world });
    const snapshot = mock.snapshot();
    expect(snapshot.fingerprint).toBe(fingerprintOf(snapshot));
    expect(mock.fingerprint()).toBe(snapshot.fingerprint);
  });

  it('has the same fingerprint where Node has no module for hashes, as in a browser', () => {
    const mock = createMock({ scenario: world });
    mock.data.user.create({ fname: 'Zoë', lname: '\u{1f600}\ud800', email: 'zoe@acme.example' });
    const { fingerprint } = mock.snapshot();
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    onTestFinished(() => void vi.restoreAllMocks());
    const copy = createMock({ scenario: world });
    copy.data.user.create({ fname: 'Zoë', lname: '\u{1f600}\ud800', email: 'zoe@acme.example' });
    expect(copy.fingerprint()).toBe(fingerprint);
    expect(process.getBuiltinModule).toHaveBeenCalled();
  });

  it('returns an object that is frozen at every level', () => {
    const snapshot = createMock({ scenario: world }).snapshot();
    const isFrozen = (value: unknown): boolean =>
      typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen));
    expect(isFrozen(snapshot)).toBe(true);
    const target = snapshot as unknown as { seed: number; tables: { user: { email: string }[] } };
    expect(() => {
      target.seed = 9;
    }).toThrow(TypeError);
    expect(() => {
      (target.tables.user[0] as { email: string }).email = 'x';
    }).toThrow(TypeError);
    expect(() => target.tables.user.push({ email: 'x' })).toThrow(TypeError);
  });

  it('contains the state when it was taken, even if it is read after later writes', () => {
    const mock = createMock({ scenario: world });
    const expected = bytesOf(mock.fork());
    const early = mock.snapshot();
    mock.data.user.update({ where: { id: { equals: 1 } }, data: { email: 'anna@acme.example' } });
    mock.data.brief.deleteMany({ where: {} });
    mock.clock.advance({ days: 1 });
    expect(JSON.stringify(early)).toBe(expected);
  });

  it('returns the same object until something changes', () => {
    const mock = createMock({ scenario: world });
    const snapshot = mock.snapshot();
    mock.data.user.findMany();
    expect(mock.snapshot()).toBe(snapshot);
    mock.clock.advance({ seconds: 1 });
    expect(mock.snapshot().fingerprint).not.toBe(snapshot.fingerprint);
    mock.clock.advance({ seconds: -1 });
    expect(mock.snapshot().fingerprint).toBe(snapshot.fingerprint);
    mock.data.application.create();
    mock.data.application.delete({ where: { id: { equals: 3 } } });
    // The record is deleted, but its id is not reused.
    expect(mock.snapshot().fingerprint).not.toBe(snapshot.fingerprint);
  });
});

describe('State: restore()', () => {
  const ways: readonly (readonly [string, (snapshot: Snapshot) => Snapshot])[] = [
    ['as it was taken', (snapshot) => snapshot],
    ['as its JSON', (snapshot) => JSON.parse(JSON.stringify(snapshot))],
    ['as a shallow copy', (snapshot) => ({ ...snapshot })],
    ['as a structured clone', (snapshot) => structuredClone(snapshot)],
  ];

  it.each(ways)('restores the whole state from a snapshot %s', (_, form) => {
    const mock = createMock({ scenario: world, seed: 3 });
    mock.clock.set('2026-07-08T09:10:11.012Z');
    mock.data.brief.create({ name: 'More' });
    const snapshot = form(mock.snapshot());
    const bytes = bytesOf(mock);
    mock.reset({ seed: 4 });
    mock.data.user.deleteMany({ where: {} });
    expect(mock.restore(snapshot)).toEqual({ dropped: [] });
    expect(bytesOf(mock)).toBe(bytes);
    expect([mock.scenario, mock.seed, mock.clock.toString()]).toEqual(['world', 3, '2026-07-08T09:10:11.012Z']);
  });

  it.each(ways)('gives another mock the same state, independent of later writes, from a snapshot %s', (_, form) => {
    const one = createMock({ scenario: world, seed: 3 });
    const other = createMock({ seed: 9 });
    const bytes = bytesOf(one);
    const snapshot = form(one.snapshot());
    other.restore(snapshot);
    expect(bytesOf(other)).toBe(bytes);
    other.data.user.update({ where: { id: { equals: 1 } }, data: { fname: 'Other' } });
    expect(bytesOf(one)).toBe(bytes);
    one.data.brief.delete({ where: { id: { equals: 'b1' } } });
    expect(other.data.brief.count()).toBe(2);
    other.restore(snapshot);
    expect(bytesOf(other)).toBe(bytes);
  });

  it('does not change the baseline to which reset() returns', () => {
    const mock = createMock({ scenario: world });
    const bytes = bytesOf(mock);
    mock.restore(createMock({ seed: 8 }).snapshot());
    expect(mock.data.user.count()).toBe(0);
    mock.reset();
    expect(bytesOf(mock)).toBe(bytes);
  });

  it('X12 restarts the sequence of request ids, as reset() does', async () => {
    const mock = createMock({ scenario: world });
    const idOf = async () => (await mock.fetch('/__mock/health')).headers.get('x-request-id');
    const first = [await idOf(), await idOf()];
    mock.restore(mock.snapshot());
    expect([await idOf(), await idOf()]).toEqual(first);
    mock.reset();
    expect([await idOf(), await idOf()]).toEqual(first);
  });

  it('accepts the tables, rows and columns of a file in any order', () => {
    const mock = createMock({ scenario: world });
    const bytes = bytesOf(mock);
    const file = JSON.parse(bytes);
    const turned = (value: object) => Object.fromEntries(Object.entries(value).reverse());
    file.tables = turned(file.tables);
    for (const table of tableNames) file.tables[table] = file.tables[table].map(turned).reverse();
    mock.reset({ seed: 7 });
    mock.restore(turned(file) as unknown as Snapshot);
    expect(bytesOf(mock)).toBe(bytes);
  });

  it('accepts an edited file with a matching fingerprint', () => {
    const mock = createMock({ scenario: world });
    mock.restore(
      resealed(mock, ({ tables, counters }) => {
        tables.application.push({ id: 12, name: 'by hand', description: null });
        counters.application = 20;
      }),
    );
    expect(mock.data.application.findFirst({ where: { id: { equals: 12 } } })?.name).toBe('by hand');
    expect(mock.data.application.create().id).toBe(21);
  });
});

describe('X20 reset()', () => {
  it('X20 restores records, ids, tokens and the clock', async () => {
    const mock = createMock({ scenario: world });
    const bytes = bytesOf(mock);
    const token = mock.tokenFor('ann@acme.example');
    mock.data.access_token.deleteMany({ where: {} });
    mock.data.user.deleteMany({ where: {} });
    mock.clock.set('2030-01-01T00:00:00Z');
    mock.clock.unfreeze();
    mock.reset();
    expect(bytesOf(mock)).toBe(bytes);
    expect(mock.tokenFor('ann@acme.example')).toBe(token);
    expect(mock.clock.frozen).toBe(true);
  });

  it('X20 with another seed or scenario changes the baseline of later resets', () => {
    const other = { ...world, name: 'other', seed: () => undefined, personas: [] };
    const mock = createMock({ scenario: world, scenarios: [other] });
    mock.reset({ seed: 2 });
    const second = bytesOf(mock);
    expect(second).toBe(bytesOf(createMock({ scenario: world, seed: 2 })));
    mock.reset({ scenario: 'other' });
    expect([mock.scenario, mock.seed, mock.data.user.count()]).toEqual(['other', 2, 0]);
    mock.reset();
    expect([mock.scenario, mock.seed]).toEqual(['other', 2]);
    mock.reset({ scenario: 'world' });
    expect(bytesOf(mock)).toBe(second);
  });

  it.each([{ seed: -1 }, { seed: 1.5 }, { seed: 2 ** 53 }, { seed: '1' as never }, { scenario: 'none' }])(
    'X20 with %j throws and changes neither the state nor the baseline',
    (baseline) => {
      const mock = createMock({ scenario: world });
      const start = bytesOf(mock);
      mock.data.application.create();
      const before = bytesOf(mock);
      expect(() => mock.reset(baseline)).toThrow(/seed|scenario/);
      expect(bytesOf(mock)).toBe(before);
      mock.reset();
      expect(bytesOf(mock)).toBe(start);
    },
  );
});
