import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { expect, test, vi } from 'vitest';
import { openReadingList } from './reading-list.js'; // your application

const { mock } = setupMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });

test('a bookmark is shown at once, and taken back if it cannot be saved', async () => {
  const list = openReadingList(mock.tokenFor('alice@acme.example'));
  const rule = { method: 'POST', path: '/public-api/v1/bookmark/*' } as const;
  mock.faults.add({ ...rule, status: 503, hold: true });
  const saving = list.add('front-page/1-2026030401');
  await vi.waitFor(() => expect(mock.requests.count(rule)).toBe(1));
  expect(list.shown).toEqual(['front-page/1-2026030401']); // the answer is held back
  mock.faults.release();
  await saving;
  expect(list.shown).toEqual([]); // rolled back
  expect(mock.changes().tables).toEqual({}); // nothing was written
});
