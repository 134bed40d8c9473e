import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { expect, test } from 'vitest';

const { mock } = setupMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });

test('Erin opens Energy Today', async () => {
  const headers = { authorization: `Bearer ${mock.tokenFor('erin@mailbox.example')}` };
  const { status } = await fetch('https://api.example.com/public-api/v1/brief/energy-today', { headers });
  expect(status).toBe(200);
});
