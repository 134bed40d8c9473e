import { createMock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { newsroom } from 'briefs-mock/seeds';
import { setupWorker } from 'msw/browser';

/** Answers the APIs in the page itself, from the seeded state each time that it is loaded. */
export async function startMock() {
  const mock = createMock({ scenario: newsroom });
  const worker = setupWorker(...createHandlers(mock));
  await worker.start({ onUnhandledRequest: 'bypass', quiet: true });
  return mock;
}
