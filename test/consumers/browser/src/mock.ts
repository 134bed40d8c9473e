import { createMock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { newsroom } from 'briefs-mock/seeds';
import { setupWorker } from 'msw/browser';

// msw 2 reads onUnhandledRequest, and msw 3 onUnhandledFrame.
const options = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass', quiet: true } as const;

/** Answers the APIs in the page itself, from the seeded state each time that it is loaded. */
export async function startMock() {
  // The page calls the APIs on its own origin.
  const mock = createMock({ scenario: newsroom, baseUrl: '/' });
  const worker = setupWorker(...createHandlers(mock));
  await worker.start(options);
  return mock;
}
