import { createMock } from 'briefs-mock';
import { mountConsole } from 'briefs-mock/console';
import { createHandlers } from 'briefs-mock/handlers';
import { newsroom } from 'briefs-mock/seeds';
import { setupWorker } from 'msw/browser';

// msw 2 reads onUnhandledRequest, and msw 3 onUnhandledFrame.
const options = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass', quiet: true } as const;

/** Answers the APIs in the page itself, and adds the console of the mock to the page. */
export async function startMock() {
  const mock = createMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });
  await setupWorker(...createHandlers(mock)).start(options);
  mountConsole(mock);
}
