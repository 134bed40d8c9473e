import { setTimeout } from 'node:timers/promises';
import type { Mock } from 'briefs-mock';
import { expect, it } from 'vitest';
import type { BriefDocument, ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';

const CLOCK = '/__mock/clock';
const START = '2026-03-04T09:00:00.000Z';
const RANGE = 'from 0000-01-01T00:00:00Z to 9999-12-31T23:59:59.999Z';

/** Expects that the time of the mock advances. */
async function expectRunning({ clock }: Mock): Promise<void> {
  const { now } = clock;
  await expect.poll(() => clock.now).toBeGreaterThan(now);
}

describeControl('/__mock/clock', (open) => {
  it('GET answers the time, and PUT sets and advances it', async () => {
    const { mock, send } = await open();
    expect((await send('GET', CLOCK)).json).toEqual({ now: START, frozen: true });
    const set = await send('PUT', CLOCK, { body: { now: '2026-04-01T10:00:00+02:00' } });
    expect(set.json).toEqual({ now: '2026-04-01T08:00:00.000Z', frozen: true });
    const moved = await send('PUT', CLOCK, { body: { advance_seconds: -0.5 } });
    expect(moved.json).toEqual({ now: '2026-04-01T07:59:59.500Z', frozen: true });
    const both = await send('PUT', CLOCK, { body: { now: START, advance_seconds: 86_400 } });
    expect(both.json).toEqual({ now: '2026-03-05T09:00:00.000Z', frozen: true });
    expect(mock.clock.toString()).toBe('2026-03-05T09:00:00.000Z');
  });

  it('the documents of the next day are published after PUT advances the clock by a day', async () => {
    const { ann, send } = await open();
    await send('PUT', CLOCK, { body: { advance_seconds: 86_400 } });
    expect((await ann.get<BriefDocument>('/brief/morning')).json.data.gid).toBe('1-105');
  });

  it('PUT unfreezes and freezes the clock', async () => {
    const { mock, send } = await open();
    expect((await send<{ frozen: boolean }>('PUT', CLOCK, { body: { frozen: false } })).json.frozen).toBe(false);
    expect(mock.clock.frozen).toBe(false);
    await expectRunning(mock);
    await send('PUT', CLOCK, { body: { frozen: true } });
    const { now } = mock.clock;
    await setTimeout(5);
    expect(mock.clock.now).toBe(now);
  });

  it('DELETE and resetClock() set the clock back to the baseline and keep the records', async () => {
    const { mock, ann, send } = await open();
    await ann.post('/bookmark/morning/1-104');
    await send('PUT', CLOCK, { body: { now: '2030-01-01T00:00:00Z', frozen: false } });
    expect((await send('DELETE', CLOCK)).json).toEqual({ now: START, frozen: true });
    expect(mock.data.bookmark.count()).toBe(1);
    mock.clock.advance({ days: 1 });
    mock.resetClock();
    expect(mock.clock.toString()).toBe(START);
  });

  it('DELETE unfreezes the clock when the baseline clock runs', async () => {
    const { mock, send } = await open({ clock: { frozen: false } });
    mock.clock.freeze();
    expect((await send<{ frozen: boolean }>('DELETE', CLOCK)).json.frozen).toBe(false);
    await expectRunning(mock);
  });

  it('advances by a duration without parts that are undefined, and rejects other parts', async () => {
    const { mock } = await open();
    mock.clock.advance({ hours: 1, days: undefined as never });
    mock.clock.advance({ days: undefined as never });
    expect(mock.clock.now - Date.parse(START)).toBe(3_600_000);
    for (const duration of [undefined, null, { weeks: undefined }, { days: null }]) {
      expect(() => mock.clock.advance(duration as never)).toThrow('is not a valid duration');
    }
    const endless = '{"days":"Infinity"} is not a valid duration';
    expect(() => mock.clock.advance({ days: Number.POSITIVE_INFINITY })).toThrow(endless);
  });

  it.each<[body: unknown, message: string]>([
    [{ now: 'noon' }, '"noon" is not a valid time'],
    [{ now: '2026-03-04' }, '"2026-03-04" is not a valid time'],
    [{ now: 5 }, 'now: '],
    [{ advance_seconds: '60' }, 'advance_seconds: '],
    [{ frozen: 'yes' }, 'frozen: '],
    [{ noww: START }, 'noww: is unknown; allowed: now, advance_seconds, frozen'],
    [{ now: '+010000-01-01T00:00:00Z' }, RANGE],
    [{ now: '0000-01-01T00:00:00+01:00' }, RANGE],
    [{ now: '9999-12-31T23:59:59Z', advance_seconds: 1 }, RANGE],
    [{ now: '2027-01-01T00:00:00Z', advance_seconds: 1e15 }, RANGE],
    [undefined, 'A request body is required'],
  ])('PUT with %j gets 400 and leaves the clock as it is', async (body, message) => {
    const { mock, send } = await open();
    const { status, json } = await send<ControlFailure>('PUT', CLOCK, { body });
    expect(status).toBe(400);
    expect(json.error.message).toContain(message);
    expect(mock.clock.reading()).toEqual({ now: START, frozen: true });
  });
});
