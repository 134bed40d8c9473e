import { createMock, type Mock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { newsroom } from 'briefs-mock/seeds';
import { setupWorker } from 'msw/browser';

// The start of a front end in development, with the APIs mocked in the page.

declare global {
  interface Window {
    mock: Mock;
    /** Requests that no handler matched. */
    unhandled: string[];
    /** Resolves when the service worker has started. */
    ready: Promise<unknown>;
  }
}

window.mock = createMock({ scenario: newsroom, baseUrl: '/' });
window.unhandled = [];
window.ready = setupWorker(...createHandlers(window.mock)).start({
  quiet: true,
  onUnhandledRequest: ({ method, url }) => {
    window.unhandled.push(`${method} ${url}`);
  },
});
