import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { test } from 'vitest';

setupMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });

test.fails('a request that no handler matches fails the test', async () => {
  await fetch('https://telemetry.example/events').catch(() => 'who cares');
});
