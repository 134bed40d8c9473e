import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { expect, test } from 'vitest';

const { mock } = setupMock({ scenario: newsroom, baseUrl: 'https://api.example.com', systemTime: true });

test('the application and the mock have the same time', () => {
  expect(new Date().toISOString()).toBe('2026-03-04T09:00:00.000Z');
  mock.clock.advance({ days: 1 });
  expect(new Date().toISOString()).toBe('2026-03-05T09:00:00.000Z');
});
