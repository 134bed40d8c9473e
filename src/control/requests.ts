import * as z from 'zod';
import { defineControlRoute } from '../protocol/control-route.js';
import { journalEntry, journalFilter } from '../session/request-journal.js';
import { list, listOf } from './response-schemas.js';

const PATH = '/__mock/requests';

const listRequests = defineControlRoute({
  method: 'GET',
  path: PATH,
  summary: 'The requests to the three APIs, the newest last',
  response: list(journalEntry),
  handle: (_, { session }) => listOf(session.journal.all()),
});

const listUnmatched = defineControlRoute({
  method: 'GET',
  path: `${PATH}/unmatched`,
  summary: 'The requests that no route answered, each with the route it probably meant',
  response: list(journalEntry),
  handle: (_, { session }) => listOf(session.journal.unmatched()),
});

const countRequests = defineControlRoute({
  method: 'POST',
  path: `${PATH}/count`,
  summary: 'How many requests there were of a kind',
  body: journalFilter.optional(),
  response: z.strictObject({ count: z.int() }),
  handle: ({ body }, { session }) => ({ count: session.journal.count(body) }),
});

const clearRequests = defineControlRoute({
  method: 'DELETE',
  path: PATH,
  summary: 'Forget the requests',
  response: list(journalEntry),
  handle: (_, { session }) => listOf(session.journal.clear()),
});

export const requestRoutes = [listRequests, listUnmatched, countRequests, clearRequests];
