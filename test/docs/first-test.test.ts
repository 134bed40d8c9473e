import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { expect, test } from 'vitest';

const API = 'https://api.example.com';
const { mock } = setupMock({ scenario: newsroom, baseUrl: API });

/** What your application does. */
async function briefsOf(token: string): Promise<string[]> {
  const response = await fetch(`${API}/public-api/v1/brief`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`The service says ${response.status}`);
  const { data } = await response.json();
  return data.map(({ name }: { name: string }) => name);
}

test('a subscriber sees her briefs', async () => {
  expect(await briefsOf('alice-token')).toContain('Energy Today');
});

test('a reader without entitlements sees what is public', async () => {
  const { email } = mock.make.user({ fname: 'Bo' });
  mock.make.publishedBrief({ name: 'For the board' });
  mock.make.publishedBrief({ name: 'For all', is_public: true });
  const briefs = await briefsOf(mock.tokenFor(email));
  expect(briefs).toContain('For all');
  expect(briefs).not.toContain('For the board');
});

test('a service that is down for a moment', async () => {
  mock.faults.add({ path: '/public-api/v1/brief', status: 503, times: 1 });
  await expect(briefsOf('alice-token')).rejects.toThrow('503');
  expect(await briefsOf('alice-token')).toContain('Energy Today');
});
