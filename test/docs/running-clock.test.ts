import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { expect, test, vi } from 'vitest';

const { mock } = setupMock({
  scenario: newsroom,
  baseUrl: 'https://api.example.com',
  clock: { frozen: false },
});

test('time passes in the mock as in the machine', async () => {
  const before = mock.clock.now;
  await vi.waitFor(() => expect(mock.clock.now).toBeGreaterThan(before));
});
