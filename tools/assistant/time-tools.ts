import * as z from 'zod/v4';
import { limit, queryOf, session } from './inputs.js';
import { DEFAULT_SESSION } from './mock-client.js';
import { defineTool } from './tool.js';

const changes = defineTool({
  name: 'changes',
  title: 'What changed',
  description: 'The records that changed since the start, since a revision, or by a request (its id as `since`).',
  input: z.strictObject({ since: z.string().optional(), until: z.int().optional(), session }),
  effect: 'reads',
  handle: ({ session: named, ...query }, api) => api.control({ path: `/changes${queryOf(query)}`, session: named }),
});

const history = defineTool({
  name: 'history',
  title: 'Revisions and their causes',
  description: 'The changes of the session, newest last, each with the request or call that made it.',
  input: z.strictObject({ before: z.int().optional(), limit, session }),
  effect: 'reads',
  handle: ({ session: named, ...query }, api) => api.control({ path: `/history${queryOf(query)}`, session: named }),
});

const rewind = defineTool({
  name: 'rewind',
  title: 'Go back',
  description: 'Go back to the state after a revision, or before a request (its id).',
  input: z.strictObject({ revision: z.int().optional(), before: z.string().optional(), session }),
  effect: 'destroys',
  handle: ({ session: named, ...body }, api) => api.control({ method: 'POST', path: '/rewind', body, session: named }),
});

const fork = defineTool({
  name: 'fork',
  title: 'Copy a session, or drop a copy',
  description:
    'A copy to try something in: pass the answered name as `session` to other tools, then end it with `drop`.',
  input: z.strictObject({
    at: z.int().optional().describe('A revision. Default: now.'),
    drop: z.string().optional().describe('The copy to end'),
    session,
  }),
  effect: 'writes',
  handle: async ({ at, drop, session: named }, api) => {
    if (drop !== undefined) return api.control({ method: 'DELETE', path: `/sessions/${encodeURIComponent(drop)}` });
    const source = await api.sessionOf(named);
    const from = source === DEFAULT_SESSION ? {} : { from: source };
    return { session: await api.createSession({ ...from, ...(at !== undefined && { at }) }) };
  },
});

const reset = defineTool({
  name: 'reset',
  title: 'Start again',
  description: 'Reset the session to its scenario, or to another scenario or seed.',
  input: z.strictObject({ scenario: z.string().optional(), seed: z.int().min(0).optional(), session }),
  effect: 'destroys',
  handle: ({ session: named, ...body }, api) => api.control({ method: 'POST', path: '/reset', body, session: named }),
});

export const timeTools = [changes, history, rewind, fork, reset];
