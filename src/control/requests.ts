import * as z from 'zod';
import { defineControlRoute } from '../protocol/control-route.js';
import { journalEntry, journalFilter } from '../session/request-journal.js';
import { list, listOf } from './response-schemas.js';

const PATH = '/__mock/requests';

const listRequests = defineControlRoute({
  method: 'GET',
  path: PATH,
  summary: 'List the API requests, the newest last',
  description: 'The journal contains at most 1,000 requests and 512 KiB. The values of secrets in queries are hidden.',
  response: list(journalEntry),
  handle: (_, { session }) => listOf(session.journal.all()),
});

const listUnmatched = defineControlRoute({
  method: 'GET',
  path: `${PATH}/unmatched`,
  summary: 'List the API requests that no route matched, with the nearest route',
  description: '`reason` names the nearest route.',
  response: list(journalEntry),
  handle: (_, { session }) => listOf(session.journal.unmatched()),
});

const countRequests = defineControlRoute({
  method: 'POST',
  path: `${PATH}/count`,
  summary: 'Count the API requests that match a filter',
  description: 'Without a filter, all requests in the journal count.',
  body: journalFilter.optional(),
  response: z.strictObject({ count: z.int() }),
  handle: ({ body }, { session }) => ({ count: session.journal.count(body) }),
});

const clearRequests = defineControlRoute({
  method: 'DELETE',
  path: PATH,
  summary: 'Clear the request journal',
  description: 'Answers the removed requests.',
  response: list(journalEntry),
  broadcast: true,
  handle: (_, { session }) => listOf(session.journal.clear()),
});

export const requestRoutes = [listRequests, listUnmatched, countRequests, clearRequests];
