import * as z from 'zod/mini';
import { jsonInSlices } from '../foundation/json-parts.js';
import { optionalParameter, recordId } from '../protocol/parameter-schemas.js';
import { curlOf } from '../session/curl.js';
import { expectation, verified } from '../session/expectation.js';
import { harSteps } from '../session/har.js';
import type { JournalList } from '../session/journal.js';
import { journalEntry } from '../session/journal-entry.js';
import { journalFilter, journalPage } from '../session/journal-filter.js';
import { reportOf } from '../session/request-report.js';
import { requestReport } from '../session/request-report-schema.js';
import { type ControlContext, defineControlRoute } from './control-route.js';
import { flag } from './query-schemas.js';
import { jsonObject, one } from './response-schemas.js';
import { serverOf } from './server-of.js';

const PATH = '/__mock/requests';

const journalList = z.strictObject({
  data: z.array(journalEntry),
  /** The number of all matching requests, also of those beyond the limit. */
  total: z.int(),
  /** The number of requests that are no longer in the journal. */
  dropped: z.int(),
  /** Whether the session has ended. */
  ended: z.boolean(),
});

function listOf({ data, total, dropped }: JournalList, { session, sessions }: ControlContext) {
  return { data, total, dropped, ended: !sessions.has(session) };
}

/** The URL before the paths of the journal. */
function urlOf(context: ControlContext): string {
  const { origin, path = '' } = serverOf(context);
  return origin + path;
}

// Numbers in a query are texts.
const integer = z.optional(recordId);

const listRequests = defineControlRoute({
  method: 'GET',
  path: PATH,
  summary: 'List the API requests, the newest last',
  description:
    'The journal contains at most 1,000 requests, and bodies and headers of 512 KiB. The values of secrets in them are hidden.',
  query: { ...journalPage.shape, status: integer, after: integer, before: integer, limit: integer },
  response: journalList,
  readsJournal: true,
  prepare: ({ query }, { session }) => session.journal.listSteps(query),
  handle: ({ prepared }, context) => listOf(prepared, context),
});

const listUnmatched = defineControlRoute({
  method: 'GET',
  path: `${PATH}/unmatched`,
  summary: 'List the API requests that no route matched, with the nearest route',
  description: '`reason` names the nearest route.',
  response: journalList,
  readsJournal: true,
  handle: (_, context) => {
    const { journal } = context.session;
    const data = journal.unmatched();
    return listOf({ data, total: data.length, dropped: journal.dropped }, context);
  },
});

const showHar = defineControlRoute({
  method: 'GET',
  path: `${PATH}.har`,
  summary: 'Get the journal as HAR 1.2, which the tools of browsers open',
  description: 'The values of secrets are hidden, as in the journal.',
  response: jsonObject('HTTP Archive 1.2.'),
  stringify: jsonInSlices,
  readsJournal: true,
  *prepare(_, context) {
    const { data } = yield* context.session.journal.listSteps();
    return yield* harSteps(data, urlOf(context));
  },
  handle: ({ prepared }) => prepared,
});

const showRequest = defineControlRoute({
  method: 'GET',
  path: `${PATH}/:id`,
  summary: 'Get a request',
  description: 'The id is the `X-Request-Id` of its answer, or its `entry`.',
  params: { id: z.string() },
  // The journal of an example is empty.
  example: () => undefined,
  response: one(journalEntry),
  readsJournal: true,
  handle: ({ params }, { session }) => ({ data: session.journal.get(params.id) }),
});

const showCommand = defineControlRoute({
  method: 'GET',
  path: `${PATH}/:id/curl`,
  summary: 'Get a curl command that makes a request again',
  description:
    'It is a command for a POSIX shell. Values that the mock does not show are variables, such as `SECRET1`.',
  params: { id: z.string() },
  query: { redact: optionalParameter(flag, 'Hides secrets in the body and the query, as the journal does.') },
  // The journal of an example is empty.
  example: () => undefined,
  response: one(z.strictObject({ command: z.string() })),
  readsJournal: true,
  handle: ({ params, query }, context) => {
    return { data: { command: curlOf(context.session, params.id, urlOf(context), query.redact) } };
  },
});

const countRequests = defineControlRoute({
  method: 'POST',
  path: `${PATH}/count`,
  summary: 'Count the API requests that match a filter',
  description: 'Without a filter, all requests in the journal count.',
  body: z.optional(journalFilter),
  example: () => ({ body: { method: 'GET', path: '/public-api/v1/brief/:slug' } }),
  response: verified,
  readsJournal: true,
  handle: ({ body }, { session: { journal } }) => ({ count: journal.count(body), complete: journal.dropped === 0 }),
});

const verifyRequests = defineControlRoute({
  method: 'POST',
  path: `${PATH}/verify`,
  summary: 'Check that requests were made',
  description: 'If they were not, the error lists the closest requests and how they differ.',
  body: expectation,
  example: () => ({ body: { method: 'POST', path: '/public-api/v1/bookmark/*', times: 0 } }),
  response: verified,
  failures: ['conflict'],
  readsJournal: true,
  prepare: ({ body }, { session }) => session.journal.verifySteps(body),
  handle: ({ prepared }) => prepared,
});

const reportRequests = defineControlRoute({
  method: 'GET',
  path: `${PATH}/report`,
  summary:
    'Get what the API requests asked in vain: repeated reads, a read for each element of a list, reads that waited for each other',
  description:
    'Of the requests in the journal. `repeated` is exact: the answer would have been the same at any time between the reads.',
  response: requestReport,
  // Not for a session that has ended: its journal has not what the report compares.
  failures: ['not_found'],
  handle: (_, { session }) => reportOf(session),
});

const clearRequests = defineControlRoute({
  method: 'DELETE',
  path: PATH,
  summary: 'Clear the request journal',
  description: 'Returns the removed requests.',
  example: () => ({}),
  response: journalList,
  broadcast: true,
  handle: (_, context) => {
    const { journal } = context.session;
    const list = journal.list();
    journal.clear();
    return listOf(list, context);
  },
});

export const requestRoutes = [
  listRequests,
  showHar,
  listUnmatched,
  reportRequests,
  showRequest,
  showCommand,
  countRequests,
  verifyRequests,
  clearRequests,
];
