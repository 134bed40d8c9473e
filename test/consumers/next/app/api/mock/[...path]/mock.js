import { createMock } from 'briefs-mock';
import { createFetchHandler } from 'briefs-mock/fetch';
import { newsroom } from 'briefs-mock/seeds';

// A development server evaluates modules again: keep one mock for all.
globalThis.briefsMock ??= createMock({ scenario: newsroom });
export const answer = createFetchHandler(globalThis.briefsMock, {
  mount: '/api/mock',
  // The token of the console: see mock-console.js.
  control: { token: 'development' },
});
