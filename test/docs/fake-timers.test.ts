import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const { mock } = setupMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What your application does. */
const send = () =>
  fetch('https://api.example.com/public-api/v1/brief', { headers: { authorization: 'Bearer alice-token' } });

test('a slow answer arrives when its delay is over', async () => {
  mock.faults.add({ path: '/public-api/v1/brief', delay_ms: 5000 });
  const answer = send();
  await vi.advanceTimersByTimeAsync(5000);
  expect((await answer).status).toBe(200);
});

test('an answer without a delay, or one that is held back, needs no timer', async () => {
  expect((await send()).status).toBe(200);
  const { id } = mock.faults.add({ path: '/public-api/v1/brief', hold: true });
  const answer = send();
  await vi.waitFor(() => expect(mock.faults.held()).toHaveLength(1));
  mock.faults.remove(id);
  expect((await answer).status).toBe(200);
});

test('timers that advance do not move the clock of the mock', async () => {
  const before = mock.clock.now;
  await vi.advanceTimersByTimeAsync(5000);
  expect(mock.clock.now).toBe(before);
});

describe('With systemTime', () => {
  const { mock: inner } = setupMock({ scenario: newsroom, systemTime: true });

  test('real timers bring back the time of the machine, until vi.setSystemTime', () => {
    const machine = vi.getRealSystemTime();
    vi.useRealTimers();
    expect(Date.now()).toBeGreaterThanOrEqual(machine);
    vi.setSystemTime(inner.clock.now);
    expect(Date.now()).toBe(inner.clock.now);
    inner.clock.advance({ days: 1 });
    expect(Date.now()).toBe(inner.clock.now);
  });
});
