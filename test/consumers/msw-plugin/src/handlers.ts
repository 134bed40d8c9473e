import { createMock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { newsroom } from 'briefs-mock/seeds';

export const handlers = createHandlers(createMock({ scenario: newsroom, baseUrl: '/', persona: 'alice' }));
