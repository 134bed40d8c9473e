import * as z from 'zod';
import { defineRoute } from '../protocol/route.js';
import { SESSIONS_PATH } from '../session/session-address.js';
import { sessionInfo } from '../session/session-store.js';
import { list, listOf, one } from './shapes.js';

// A name that is none is refused as bad, not as unknown: that is for the sessions to say.
const params = { id: z.string() };

const listSessions = defineRoute({
  method: 'GET',
  path: SESSIONS_PATH,
  summary: 'The sessions, the one that was idle longest first',
  response: list(sessionInfo),
  handle: (_, { sessions }) => listOf(sessions.list()),
});

const createSession = defineRoute({
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

const showSession = defineRoute({
  method: 'GET',
  path: `${SESSIONS_PATH}/:id`,
  summary: 'A session',
  params,
  response: one(sessionInfo),
  handle: ({ params }, { sessions }) => ({ data: sessions.info(params.id) }),
});

const endSession = defineRoute({
  method: 'DELETE',
  path: `${SESSIONS_PATH}/:id`,
  summary: 'End a session',
  params,
  response: one(sessionInfo),
  handle: ({ params }, { sessions }) => ({ data: sessions.end(params.id) }),
});

export const sessionRoutes = [listSessions, createSession, showSession, endSession];
