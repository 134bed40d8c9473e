import * as z from 'zod/mini';
import { nonNegativeInteger } from '../foundation/common-schemas.js';
import { optionalParameter } from '../protocol/parameter-schemas.js';
import { historyEntry } from '../session/history.js';
import { changes } from './changes-schema.js';
import { defineControlRoute } from './control-route.js';
import { integer } from './query-schemas.js';
import { list, one, stateSummary, summaryOf } from './response-schemas.js';

const revisionOrRequest = z.pipe(
  z.string(),
  z.transform((text) => (/^\d{1,15}$/.test(text) ? Number(text) : text)),
);

const showChanges = defineControlRoute({
  method: 'GET',
  path: '/__mock/changes',
  summary: 'Get what differs from the baseline, or between two revisions, or what a request changed',
  description:
    'Each changed record has its key and its values before and after: `before` is null for a new record, `after` for a removed one. With the id of a request as `since`, the answer has what that request changed.',
  query: {
    since: optionalParameter(revisionOrRequest, 'A revision, or the id of a request. Default: the baseline.'),
    until: optionalParameter(integer, 'A revision. Default: now.'),
  },
  response: one(changes),
  failures: ['not_found'],
  handle: ({ query }, { session }) => ({ data: session.changes(query) as never }),
});

const listHistory = defineControlRoute({
  method: 'GET',
  path: '/__mock/history',
  summary: 'List the changes of the session, newest last',
  description:
    'Each entry has its revision, its time, its cause, and the number of changed records by table. `total` counts the entries on all pages.',
  query: {
    limit: optionalParameter(
      integer,
      'The maximum number of entries; the newest are returned. Default: all that are kept.',
    ),
    before: optionalParameter(integer, 'Only entries before this revision.'),
  },
  response: list(historyEntry),
  handle: ({ query }, { session }) => {
    const { entries, total } = session.expectHistory().page(query);
    return { data: entries, total };
  },
});

const rewind = defineControlRoute({
  method: 'POST',
  path: '/__mock/rewind',
  summary: 'Go back to the state after a revision, or before a request; itself a change',
  description: 'Fault rules, the journal and request ids stay. To undo it, rewind to the revision before it.',
  body: z.union([
    z.strictObject({ revision: nonNegativeInteger }),
    z.strictObject({ before: z.string().check(z.describe('The id of a request.')) }),
  ]),
  example: () => ({ body: { revision: 0 } }),
  response: z.extend(stateSummary, { revision: z.int() }),
  failures: ['not_found'],
  handle: ({ body }, context) => {
    const { session } = context;
    session.rewind('revision' in body ? body.revision : session.expectHistory().revisionOf(body.before) - 1);
    // This call becomes a revision when it has ended.
    return { ...summaryOf(context), revision: session.expectHistory().revision + 1 };
  },
});

export const historyRoutes = [showChanges, listHistory, rewind];
