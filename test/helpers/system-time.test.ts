import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { describe, expect, test } from 'vitest';

const startedAt = Date.now();

describe('With systemTime, Date', () => {
  const { mock } = setupMock({ scenario: newsroom, baseUrl: 'https://api.example.com', systemTime: true });

  test('shows the mock’s time, and follows it at once', () => {
    expect(new Date().toISOString()).toBe('2026-03-04T09:00:00.000Z');
    mock.clock.advance({ days: 2 });
    expect(new Date().toISOString()).toBe('2026-03-06T09:00:00.000Z');
    mock.reset();
    expect(Date.now()).toBe(Date.parse('2026-03-04T09:00:00Z'));
  });

  describe('in a block with a mock of its own without it', () => {
    const { mock: inner } = setupMock({ scenario: newsroom });

    test('is the machine’s', () => {
      mock.clock.advance({ days: 1 });
      inner.clock.advance({ days: 9 });
      expect(Date.now()).toBeGreaterThanOrEqual(startedAt);
    });
  });

  test('starts from the seeded time in each test, and timers run', async () => {
    expect(new Date().toISOString()).toBe('2026-03-04T09:00:00.000Z');
    await new Promise((resolve) => setTimeout(resolve, 1));
  });

  test('refuses to let the clock run, which measures the time with Date', () => {
    expect(() => mock.clock.unfreeze()).toThrow('systemTime: needs a frozen clock, but the clock of the mock runs');
    expect(mock.clock.frozen).toBe(true);
  });

  test('refuses a snapshot whose clock runs, and changes nothing', () => {
    const other = createMock({ scenario: newsroom, seed: 2, clock: { frozen: false } });
    const before = mock.fingerprint();
    expect(() => mock.restore(other.snapshot())).toThrow('systemTime: needs a frozen clock');
    expect([mock.fingerprint(), mock.clock.frozen]).toEqual([before, true]);
  });

  test('agrees with the mock on when a token expires', async () => {
    const token = mock.tokenFor('alice@acme.example', { expiresIn: 60 });
    const expires = Date.now() + 60_000;
    const list = () =>
      fetch('https://api.example.com/public-api/v1/brief', { headers: { authorization: `Bearer ${token}` } });
    mock.clock.advance({ seconds: 59 });
    expect([Date.now() < expires, (await list()).status]).toEqual([true, 200]);
    mock.clock.advance({ seconds: 1 });
    expect([Date.now() < expires, (await list()).status]).toEqual([false, 401]);
  });
});

test('systemTime needs a frozen clock', () => {
  expect(() => setupMock({ clock: { frozen: false }, systemTime: true })).toThrow(
    'systemTime: needs a frozen clock, but the clock of the mock runs',
  );
});

describe('Without it, Date', () => {
  setupMock({ scenario: newsroom });

  test('is the machine’s', () => {
    expect(Date.now()).toBeGreaterThanOrEqual(startedAt);
  });
});
