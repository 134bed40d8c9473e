import { createMock, type Mock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { newsroom } from 'briefs-mock/seeds';
import { setupWorker } from 'msw/browser';

// A front end's start in development: the APIs that it calls are mocked in the page itself.

declare global {
  interface Window {
    mock: Mock;
    /** Requests that no handler took. */
    unhandled: string[];
    /** Settles when the mock is in force. */
    ready: Promise<unknown>;
  }
}

window.mock = createMock({ scenario: newsroom });
window.unhandled = [];
window.ready = setupWorker(...createHandlers(window.mock)).start({
  quiet: true,
  onUnhandledRequest: ({ method, url }) => {
    window.unhandled.push(`${method} ${url}`);
  },
});
