import * as z from 'zod/mini';
import { nonNegativeInteger } from '../foundation/common-schemas.js';
import { optionalParameter } from '../protocol/parameter-schemas.js';
import { sessionPatternSchema } from '../protocol/session-name.js';
import { SESSIONS_PATH } from '../session/session-address.js';
import { sessionInfo } from '../session/session-store.js';
import { defineControlRoute } from './control-route.js';
import { list, listOf, one } from './response-schemas.js';

// Invalid names get 400, not 404: the session store validates them.
const params = { id: z.string() };

const listSessions = defineControlRoute({
  method: 'GET',
  path: SESSIONS_PATH,
  summary: 'List the sessions, the longest idle first',
  description: 'The default session, which has no id, is not in the list.',
  response: list(sessionInfo),
  handle: (_, { sessions }) => listOf(sessions.list()),
});

const createSession = defineControlRoute({
  method: 'POST',
  path: SESSIONS_PATH,
  summary: 'Create a session from the baseline, or as a copy of a session; without an id, one is generated',
  description: 'The session starts as a copy of the baseline.',
  body: z.optional(
    z.strictObject({
      id: z.optional(z.string()),
      from: z.optional(z.string()),
      at: z.optional(nonNegativeInteger),
    }),
  ),
  example: () => ({ body: { id: 'worker-1' } }),
  response: one(sessionInfo),
  failures: ['conflict', 'not_found', 'unavailable'],
  handle: ({ body }, { sessions }) => {
    const { id: wanted, ...branch } = body ?? {};
    const { id } = sessions.create(wanted, branch);
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
  description: 'The default session does not end. Answers the ended sessions.',
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

export const sessionRoutes = [listSessions, createSession, showSession, endSession, endSessions];
