import { createMock, type Duration, type Instant, type Mock } from 'briefs-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bytesOf, refusalOf, world } from '../support/state-world.js';

const start = '2026-03-04T09:00:00.000Z';

describe('State: the clock', () => {
  it("is frozen at the scenario's time", () => {
    const { clock } = createMock({ scenario: world });
    expect(clock.reading()).toEqual({ now: start, frozen: true });
    expect([clock.frozen, clock.now, clock.seconds, clock.day]).toEqual([
      true,
      Date.parse(start),
      Date.parse(start) / 1000,
      '2026-03-04',
    ]);
  });

  it.each<[Instant, string]>([
    ['2026-04-01T00:00:00Z', '2026-04-01T00:00:00.000Z'],
    ['2026-04-01T00:00Z', '2026-04-01T00:00:00.000Z'],
    ['2026-04-01T00:00:00.5Z', '2026-04-01T00:00:00.500Z'],
    ['2026-04-01T00:00:00.123456789Z', '2026-04-01T00:00:00.123Z'],
    ['2026-04-01T00:00:00+14:00', '2026-03-31T10:00:00.000Z'],
    ['2026-04-01T00:00:00-05:30', '2026-04-01T05:30:00.000Z'],
    ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    [0, '1970-01-01T00:00:00.000Z'],
    [-1, '1969-12-31T23:59:59.999Z'],
    [1.9, '1970-01-01T00:00:00.001Z'],
    [new Date(Date.UTC(2026, 0, 2)), '2026-01-02T00:00:00.000Z'],
  ])('can be set to %s', (instant, expected) => {
    const { clock } = createMock({ scenario: world });
    clock.set(instant);
    expect(clock.toString()).toBe(expected);
    expect(clock.frozen).toBe(true);
    expect(createMock({ clock: instant }).clock.toString()).toBe(expected);
  });

  it('can be advanced forwards and backwards', () => {
    const { clock } = createMock({ scenario: world });
    const advanced = (duration: Duration) => {
      clock.set(start);
      clock.advance(duration);
      return clock.toString();
    };
    expect(advanced({ days: 1 })).toBe('2026-03-05T09:00:00.000Z');
    expect(advanced({ hours: 1, minutes: 2, seconds: 3, milliseconds: 4 })).toBe('2026-03-04T10:02:03.004Z');
    expect(advanced({ days: -4, hours: 0.5 })).toBe('2026-02-28T09:30:00.000Z');
    expect(advanced({})).toBe(start);
    clock.advance({ days: 1 });
    clock.advance({ days: 1 });
    expect(clock.day).toBe('2026-03-06');
  });

  it('starts at the clock option rather than at the time of the scenario, also after reset()', () => {
    const settings = ['2030-01-01T00:00:00Z', { now: '2030-01-01T00:00:00Z' }, Date.UTC(2030, 0, 1)];
    for (const clock of settings) {
      const mock = createMock({ scenario: world, clock });
      expect(mock.clock.reading()).toEqual({ now: '2030-01-01T00:00:00.000Z', frozen: true });
      mock.clock.advance({ days: 1 });
      mock.reset();
      expect(mock.clock.toString()).toBe('2030-01-01T00:00:00.000Z');
      mock.reset({ seed: 2 });
      expect(mock.clock.toString()).toBe('2030-01-01T00:00:00.000Z');
    }
  });

  it('passes its time to the seed of the scenario as now', () => {
    const times: string[] = [];
    const seed = ({ now }: { now: Date }) => void times.push(now.toISOString());
    const scenario = { ...world, personas: [], seed };
    createMock({ scenario });
    createMock({ scenario, clock: '2030-01-01T00:00:00Z' });
    expect(times).toEqual([start, '2030-01-01T00:00:00.000Z']);
  });
});

describe('State: invalid times', () => {
  /** Returns the message of the error, and checks that the state, clock included, has not changed. */
  const refuse = (act: (mock: Mock) => unknown) => {
    const mock = createMock({ scenario: world });
    const before = bytesOf(mock);
    const { code, message } = refusalOf(() => act(mock));
    expect(code).toBe('malformed_data');
    expect(bytesOf(mock)).toBe(before);
    return message;
  };

  const wrong = [
    'tomorrow',
    '',
    '2026-03-04',
    '2026-03-04T09:00:00',
    '2026-03-04 09:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-03-04T25:00:00Z',
    '2026-03-04T09:60:00Z',
    '2026-03-04T09:00:00+99:00',
    '+010000-01-01T00:00:00Z',
    8.64e15,
    253_402_300_800_000,
    -62_167_219_200_001,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    true,
    {},
    [],
    [5],
  ];
  it.each(wrong.map((value) => [value]))('set() and the clock option reject %o', (value) => {
    const message = refuse(({ clock }) => clock.set(value as never));
    expect(message).toContain('ISO 8601');
    if (typeof value === 'string' || typeof value === 'number') expect(message).toContain(String(value));
    if (value !== undefined) refuse(() => createMock({ scenario: world, clock: { now: value as never } }));
  });

  it('set() rejects an invalid Date', () => {
    expect(refuse(({ clock }) => clock.set(new Date('nonsense')))).toContain('ISO 8601');
  });

  it.each([
    [{ weeks: 1 }, 'weeks'],
    [{ day: 1 }, 'day'],
    [{ days: '1' }, 'days'],
    [{ days: Number.NaN }, 'days'],
    [{ seconds: Number.POSITIVE_INFINITY }, 'seconds'],
    [{ hours: null }, 'hours'],
    [{ days: 1e9 }, '9999'],
    [5, 'days'],
    [null, 'days'],
    [undefined, 'days'],
    ['1 day', 'days'],
  ])('advance() rejects %j', (duration, named) => {
    const message = refuse(({ clock }) => clock.advance(duration as never));
    if (named !== '9999') expect(message).toContain(named);
  });

  it.each([
    [{ clock: 'soon' }, 'soon'],
    [{ clock: { now: '2026-01-01' } }, '2026-01-01'],
    [{ clock: { frozen: 'no' } }, 'frozen'],
    [{ clock: { time: 1 } }, 'time'],
    [{ clock: null }, 'clock'],
  ])('createMock() rejects %j', (options, named) => {
    expect(refuse(() => createMock({ scenario: world, ...(options as object) }))).toContain(named);
  });
});

describe('State: a running clock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2001, 1, 3) }));
  afterEach(() => void vi.useRealTimers());
  const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

  it('does not run while it is frozen', () => {
    const mock = createMock({ scenario: world });
    const before = bytesOf(mock);
    pass(5_000_000);
    expect(mock.clock.toString()).toBe(start);
    expect(bytesOf(mock)).toBe(before);
  });

  it('runs at the speed of the machine from unfreeze() to freeze()', () => {
    const { clock } = createMock({ scenario: world });
    clock.unfreeze();
    pass(1500);
    expect([clock.frozen, clock.toString()]).toEqual([false, '2026-03-04T09:00:01.500Z']);
    clock.freeze();
    pass(1500);
    expect([clock.frozen, clock.toString()]).toEqual([true, '2026-03-04T09:00:01.500Z']);
  });

  it('continues from the time to which it is set or advanced', () => {
    const { clock } = createMock({ scenario: world, clock: { frozen: false } });
    pass(1000);
    clock.advance({ hours: 1 });
    pass(1000);
    expect(clock.toString()).toBe('2026-03-04T10:00:02.000Z');
    clock.set('2030-01-01T00:00:00Z');
    pass(1000);
    expect([clock.frozen, clock.toString()]).toEqual([false, '2030-01-01T00:00:01.000Z']);
  });

  it('ignores a second unfreeze() or freeze()', () => {
    const { clock } = createMock({ scenario: world });
    clock.unfreeze();
    pass(1000);
    clock.unfreeze();
    pass(1000);
    clock.freeze();
    clock.freeze();
    expect(clock.toString()).toBe('2026-03-04T09:00:02.000Z');
  });

  it('is in a snapshot that is made in the same millisecond as one of the frozen clock', () => {
    const mock = createMock({ scenario: world });
    expect(mock.snapshot().clock.frozen).toBe(true);
    mock.clock.unfreeze();
    expect(mock.snapshot().clock.frozen).toBe(false);
  });

  it('is in a snapshot with its time, and continues from there after restore()', () => {
    const mock = createMock({ scenario: world });
    mock.clock.unfreeze();
    pass(1000);
    const snapshot = mock.snapshot();
    expect(snapshot.clock).toEqual({ now: '2026-03-04T09:00:01.000Z', frozen: false });
    for (const form of [snapshot, JSON.parse(JSON.stringify(snapshot))]) {
      pass(60_000);
      mock.restore(form);
      expect(bytesOf(mock)).toBe(JSON.stringify(snapshot));
      pass(500);
      expect(mock.clock.toString()).toBe('2026-03-04T09:00:01.500Z');
    }
  });

  it('can be restored from JSON while time passes', () => {
    const mock = createMock({ scenario: world, clock: { frozen: false } });
    const { clock, ...rest } = JSON.parse(bytesOf(mock));
    // From here on, each call of Date.now() advances the time.
    const watch = vi.spyOn(Date, 'now').mockImplementation(() => Date.UTC(2001, 1, 4) + 10 * watch.mock.calls.length);
    const other = createMock();
    other.restore({ clock, ...rest });
    watch.mockRestore();
    expect(other.data.bookmark.count()).toBe(3);
    expect(other.clock.frozen).toBe(false);
  });

  it('does not run while the scenario creates its records', () => {
    const watch = vi.spyOn(Date, 'now').mockImplementation(() => 1000 * watch.mock.calls.length);
    const mock = createMock({ scenario: world, clock: { frozen: false } });
    watch.mockRestore();
    const times = mock.data.bookmark.getAll().map(({ created_on }) => new Date(created_on * 1000).toISOString());
    expect(times).toEqual([start, start, start]);
  });

  it('X20 is reset to its initial time and frozen state', () => {
    const frozen = createMock({ scenario: world });
    frozen.clock.unfreeze();
    const running = createMock({ scenario: world, clock: { frozen: false } });
    running.clock.freeze();
    for (const mock of [frozen, running]) {
      mock.clock.advance({ days: 9 });
      pass(1000);
      mock.reset();
    }
    expect([frozen.clock.reading(), running.clock.reading()]).toEqual([
      { now: start, frozen: true },
      { now: start, frozen: false },
    ]);
  });

  it('is independent of the clock of a fork', () => {
    const mock = createMock({ scenario: world });
    mock.clock.advance({ hours: 1 });
    const fork = mock.fork();
    expect(fork.clock.reading()).toEqual(mock.clock.reading());
    fork.clock.unfreeze();
    pass(1000);
    mock.clock.advance({ hours: 1 });
    expect(mock.clock.reading()).toEqual({ now: '2026-03-04T11:00:00.000Z', frozen: true });
    expect(fork.clock.reading()).toEqual({ now: '2026-03-04T10:00:01.000Z', frozen: false });
  });
});
