import * as z from 'zod';
import { defineControlRoute } from '../protocol/control-route.js';
import { SESSIONS_PATH } from '../session/session-address.js';
import { sessionInfo } from '../session/session-store.js';
import { list, listOf, one } from './response-schemas.js';

// Invalid names get 400, not 404: the session store validates them.
const params = { id: z.string() };

const listSessions = defineControlRoute({
  method: 'GET',
  path: SESSIONS_PATH,
  summary: 'The sessions, the one that was idle longest first',
  response: list(sessionInfo),
  handle: (_, { sessions }) => listOf(sessions.list()),
});

const createSession = defineControlRoute({
  method: 'POST',
  path: SESSIONS_PATH,
  summary: 'Make a session; without a name it gets one',
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
  summary: 'A session',
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

export const sessionRoutes = [listSessions, createSession, showSession, endSession];
