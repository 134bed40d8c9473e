import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { test } from 'vitest';

setupMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });

test.fails('a request that nothing answers', async () => {
  await fetch('https://telemetry.example/events').catch(() => 'who cares');
});
