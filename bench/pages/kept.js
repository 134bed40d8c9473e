import { createMock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { newsroom } from 'briefs-mock/seeds';
import { setupWorker } from 'msw/browser';
import { answered } from './answered.js';

const mock = createMock({ scenario: newsroom, baseUrl: '/', persist: true });
await setupWorker(...createHandlers(mock)).start({ quiet: true });
// So that there is something to load after the reload.
mock.data.brief.create({ name: 'Kept' });
await answered();
