import { HttpResponse, http } from 'msw';
import { setupWorker } from 'msw/browser';
import { answered } from './answered.js';

const briefs = [{ slug: 'front-page', display_name: 'Front Page' }];
await setupWorker(http.get('/public-api/v1/brief', () => HttpResponse.json({ data: briefs }))).start({ quiet: true });
await answered();
