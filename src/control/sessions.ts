import * as z from 'zod';
import { defineControlRoute } from '../protocol/control-route.js';
import { SESSIONS_PATH } from '../session/session-address.js';
import { sessionPatternSchema } from '../session/session-name.js';
import { sessionInfo } from '../session/session-store.js';
import { list, listOf, one } from './response-schemas.js';

// Invalid names get 400, not 404: the session store validates them.
const params = { id: z.string() };

const listSessions = defineControlRoute({
  method: 'GET',
  path: SESSIONS_PATH,
  summary: 'List the sessions, the longest idle first',
  response: list(sessionInfo),
  handle: (_, { sessions }) => listOf(sessions.list()),
});

const createSession = defineControlRoute({
  method: 'POST',
  path: SESSIONS_PATH,
  summary: 'Create a session; without an id, one is generated',
  body: z.strictObject({ id: z.string().optional() }).optional(),
  response: one(sessionInfo),
  failures: ['conflict'],
  handle: ({ body }, { sessions }) => {
    const { id } = sessions.create(body?.id);
    return { data: sessions.info(id) };
  },
});

const showSession = defineControlRoute({
  method: 'GET',
  path: `${SESSIONS_PATH}/:id`,
  summary: 'Get a session',
  params,
  response: one(sessionInfo),
  handle: ({ params }, { sessions }) => ({ data: sessions.info(params.id) }),
});

const endSession = defineControlRoute({
  method: 'DELETE',
  path: `${SESSIONS_PATH}/:id`,
  summary: 'End a session',
  params,
  response: one(sessionInfo),
  handle: ({ params }, { sessions }) => ({ data: sessions.end(params.id) }),
});

const endSessions = defineControlRoute({
  method: 'DELETE',
  path: SESSIONS_PATH,
  summary: 'End all sessions, or those that match a pattern',
  query: {
    sessions: sessionPatternSchema
      .optional()
      .describe('A name in which `*` stands for any characters. Default: all sessions.'),
  },
  response: list(sessionInfo),
  handle: ({ query }, { sessions }) => listOf(sessions.endAll(query.sessions)),
});

export const sessionRoutes = [listSessions, createSession, showSession, endSession, endSessions];
