import { createMock } from 'briefs-mock';
import { createFetchHandler } from 'briefs-mock/fetch';
import { newsroom } from 'briefs-mock/seeds';

// A development server evaluates modules again: keep one mock for all.
globalThis.briefsMock ??= createMock({ scenario: newsroom });

const handler = createFetchHandler(globalThis.briefsMock, { mount: '/api/mock' });

export { handler as DELETE, handler as GET, handler as POST, handler as PUT };
