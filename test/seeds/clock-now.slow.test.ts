import { createMock, defineScenario, type Mock, type MockOptions } from 'briefs-mock';
import { newsroom, scenarios } from 'briefs-mock/seeds';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

const START = '2027-05-10T11:30:00.000Z';

/** Sets the machine's time until the test ends. Returns a function that lets days pass. */
function machineAt(time: string): (days: number) => void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) });
  onTestFinished(() => void vi.useRealTimers());
  return (days) => void vi.setSystemTime(Date.now() + days * 86_400_000);
}

const create = (options: MockOptions = {}) => createMock({ scenario: newsroom, clock: 'now', ...options });

/** The date of the latest document that a reader can read. */
async function latestDate(mock: Mock): Promise<string> {
  const headers = { authorization: 'Bearer alice-token' };
  const response = await mock.fetch('/public-api/v1/brief/front-page', { headers });
  const [, year, month, day] = /^1-(\d{4})(\d\d)(\d\d)/.exec((await response.json()).data.gid) ?? [];
  return `${year}-${month}-${day}`;
}

describe("clock: 'now'", () => {
  it('starts at the time of the machine, and runs', () => {
    const pass = machineAt(START);
    const mock = create();
    expect(mock.clock.reading()).toEqual({ now: START, frozen: false });
    pass(1);
    expect(mock.clock.toString()).toBe('2027-05-11T11:30:00.000Z');
  });

  it('is not late by the time that the records take', () => {
    const pass = machineAt(START);
    const slow = defineScenario({
      name: 'slow',
      description: 'Takes an hour',
      clock: START,
      personas: [],
      seed: () => pass(1 / 24),
    });
    const mock = create({ scenario: slow });
    expect(mock.clock.toString()).toBe('2027-05-10T12:30:00.000Z');
  });

  it('brings a new document of a daily brief every day for two weeks', async () => {
    const pass = machineAt(START);
    const mock = create();
    expect(await latestDate(mock)).toBe('2027-05-10');
    for (let day = 11; day <= 24; day++) {
      pass(1);
      expect(await latestDate(mock)).toBe(`2027-05-${day}`);
    }
    pass(1);
    expect(await latestDate(mock)).toBe('2027-05-24');
  });

  it('a reset, and a new session, start at the time of then, with documents up to that day and after it', async () => {
    const pass = machineAt(START);
    const mock = create();
    pass(30);
    const session = mock.sessions.create('visitor');
    for (const one of [session, mock]) {
      if (one === mock) mock.reset();
      expect(one.clock.reading()).toEqual({ now: '2027-06-09T11:30:00.000Z', frozen: false });
      expect(await latestDate(one)).toBe('2027-06-09');
    }
    pass(1);
    expect(await latestDate(mock)).toBe('2027-06-10');
    mock.clock.set('2020-01-01T00:00:00Z');
    mock.resetClock();
    expect(mock.clock.toString()).toBe('2027-06-10T11:30:00.000Z');
  });

  it('with frozen: true, stands still until a reset', () => {
    const pass = machineAt(START);
    const mock = create({ clock: { now: 'now', frozen: true } });
    pass(1);
    expect(mock.clock.reading()).toEqual({ now: START, frozen: true });
    mock.reset();
    expect(mock.clock.reading()).toEqual({ now: '2027-05-11T11:30:00.000Z', frozen: true });
  });

  it('a snapshot to start from keeps its records, and a reset goes back to them', () => {
    const pass = machineAt(START);
    const snapshot = createMock({ scenario: newsroom }).snapshot();
    const mock = create({ snapshot });
    expect(mock.clock.reading()).toEqual({ now: START, frozen: false });
    pass(3);
    mock.reset();
    expect(mock.clock.toString()).toBe('2027-05-13T11:30:00.000Z');
    expect(mock.data.brief_document.count()).toBe(snapshot.tables.brief_document.length);
  });
});

describe('A scenario whose clock runs', () => {
  it.each(scenarios.filter(({ name }) => name !== 'large').map((scenario) => [scenario.name, scenario] as const))(
    '%s has all the records that it has with a frozen clock, and only adds documents of the days to come',
    (_, scenario) => {
      const frozen = createMock({ scenario }).snapshot();
      const running = createMock({ scenario, clock: { frozen: false } }).snapshot();
      const today = scenario.clock.slice(0, 10);
      for (const [name, rows] of Object.entries(frozen.tables)) {
        if (name === 'article') continue;
        const added = running.tables[name as keyof typeof running.tables].filter(
          (row) => !rows.some((other) => JSON.stringify(other) === JSON.stringify(row)),
        );
        expect(added.length, name).toBe(running.tables[name as keyof typeof running.tables].length - rows.length);
        if (name !== 'brief_document') expect(added, name).toEqual([]);
        for (const row of added) expect((row as { date: string }).date > today).toBe(true);
      }
    },
  );
});
