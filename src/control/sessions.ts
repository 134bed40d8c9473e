import * as z from 'zod/mini';
import { nonNegativeInteger } from '../foundation/common-schemas.js';
import { optionalParameter } from '../protocol/parameter-schemas.js';
import { sessionPatternSchema } from '../protocol/session-name.js';
import { type SessionInfo, sessionInfo } from '../session/listed-session.js';
import { SESSIONS_PATH } from '../session/session-address.js';
import { defineControlRoute } from './control-route.js';
import { integer } from './query-schemas.js';
import { list, listOf, one } from './response-schemas.js';

// Invalid names get 400, not 404: `Sessions` validates them.
const params = { id: z.string() };

const columns = Object.keys(sessionInfo.shape) as (keyof SessionInfo)[];

const listSessions = defineControlRoute({
  method: 'GET',
  path: SESSIONS_PATH,
  summary: 'List the sessions, the longest idle first',
  description: 'The default session, which has no id, is not in the list. `total` counts the sessions on all pages.',
  query: {
    limit: optionalParameter(integer, 'The maximum number of sessions in the answer. Default: all.'),
    offset: optionalParameter(integer, 'The number of sessions to skip. Default: 0.'),
    sort: optionalParameter(
      z.enum(columns.flatMap((column) => [column, `-${column}`])),
      'The field to sort by; with `-` before it, in descending order. `idle_seconds`: the last used first. Default: `-idle_seconds`.',
    ),
    search: optionalParameter(z.string(), 'A text that some field of the session contains, case-insensitive.'),
  },
  response: list(sessionInfo),
  handle: ({ query }, { sessions }) => pageOf(sessions.list(), query),
});

const createSession = defineControlRoute({
  method: 'POST',
  path: SESSIONS_PATH,
  summary: 'Create a session from the baseline, or as a copy of a session; without an id, one is generated',
  description: 'The session starts as a copy of the baseline.',
  body: z.optional(
    z.strictObject({ id: z.optional(z.string()), from: z.optional(z.string()), at: z.optional(nonNegativeInteger) }),
  ),
  example: () => ({ body: { id: 'worker-1' } }),
  response: one(sessionInfo),
  failures: ['conflict', 'not_found', 'unavailable'],
  handle: ({ body }, { sessions, listener, sender }) => {
    const { id: wanted, ...branch } = body ?? {};
    const { id } = sessions.create(wanted, branch, sender && listener?.addressOf?.(sender));
    return { data: sessions.info(id) };
  },
});

const showSession = defineControlRoute({
  method: 'GET',
  path: `${SESSIONS_PATH}/:id`,
  summary: 'Get a session',
  description: 'An unknown id gets 404 and creates no session.',
  params,
  response: one(sessionInfo),
  handle: ({ params }, { sessions }) => ({ data: sessions.info(params.id) }),
});

const endSession = defineControlRoute({
  method: 'DELETE',
  path: `${SESSIONS_PATH}/:id`,
  summary: 'End a session',
  description:
    'Its state is lost. Unless sessions are strict, a later request that names the session creates a new one.',
  params,
  response: one(sessionInfo),
  handle: ({ params }, { sessions }) => ({ data: sessions.end(params.id) }),
});

const endSessions = defineControlRoute({
  method: 'DELETE',
  path: SESSIONS_PATH,
  summary: 'End all sessions, or those that match a pattern',
  description: 'The default session does not end. Returns the ended sessions.',
  query: {
    sessions: optionalParameter(
      sessionPatternSchema,
      'A name in which `*` stands for any characters. Default: all sessions.',
    ),
  },
  example: () => ({}),
  response: list(sessionInfo),
  handle: ({ query }, { sessions }) => listOf(sessions.endAll(query.sessions)),
});

interface SessionQuery {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** A member of the listed sessions, with `-` in front for descending order. Default: the order of use. */
  readonly sort?: string | undefined;
  readonly search?: string | undefined;
}

/** A page of the sessions. Sessions with equal values stay in order of use, the last used first. */
function pageOf(
  sessions: readonly SessionInfo[],
  { limit = Number.POSITIVE_INFINITY, offset = 0, sort, search = '' }: SessionQuery,
): { data: SessionInfo[]; total: number } {
  const wanted = search.toLowerCase();
  const matching = sessions.filter((session) =>
    Object.values(session).some((value) => String(value).toLowerCase().includes(wanted)),
  );
  if (sort !== undefined && sort !== '-idle_seconds') {
    const column = sort.replace('-', '') as keyof SessionInfo;
    const direction = sort.startsWith('-') ? -1 : 1;
    matching.reverse().sort((a, b) => compare(a[column], b[column], direction));
  }
  return { data: matching.slice(offset, offset + limit), total: matching.length };
}

/** Sessions without a value are last in both directions. */
function compare(a: string | number | undefined, b: string | number | undefined, direction: 1 | -1): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (a === b) return 0;
  return a < b ? -direction : direction;
}

export const sessionRoutes = [listSessions, createSession, showSession, endSession, endSessions];
