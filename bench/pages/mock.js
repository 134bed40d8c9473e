import { createMock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { newsroom } from 'briefs-mock/seeds';
import { setupWorker } from 'msw/browser';
import { answered } from './answered.js';

const mock = createMock({ scenario: newsroom, baseUrl: '/' });
await setupWorker(...createHandlers(mock)).start({ quiet: true });
await answered();
