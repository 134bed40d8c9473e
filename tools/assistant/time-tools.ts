import * as z from 'zod/v4';
import { malformed } from '../../src/foundation/mock-error.js';
import { limit, nameInPath, offset, pageOf, queryOf, session } from './inputs.js';
import { DEFAULT_SESSION, isNameFor, newName, type ToolData } from './mock-client.js';
import { answer, defineTool, page, single } from './tool.js';

const since = z
  .union([z.string(), z.int()], 'must be a revision, which is an integer, or the id of a request')
  .optional();

const changes = defineTool({
  name: 'changes',
  title: 'What changed',
  description: 'The records that changed since the start, since a revision, or by a request (its id as `since`).',
  input: z.strictObject({ since, until: z.int().optional(), session }),
  output: single,
  effect: 'reads',
  lookUp: 'history lists the revisions and their requests',
  handle: ({ session: named, ...query }, api) => api.control({ path: `/changes${queryOf(query)}`, session: named }),
});

const history = defineTool({
  name: 'history',
  title: 'Revisions and their causes',
  description:
    'The changes of the session, newest last, each with the request or call that made it. `next` is the `before` of the page of older ones.',
  input: z.strictObject({ before: z.int().optional(), limit, session }),
  output: page,
  effect: 'reads',
  handle: async ({ session: named, ...query }, api) => {
    const { data, total } = await api.control({ path: `/history${queryOf(query)}`, session: named });
    const revisions = data as ToolData[];
    return { data, total, ...((total as number) > revisions.length && { next: revisions[0]?.revision }) };
  },
});

const rewind = defineTool({
  name: 'rewind',
  title: 'Go back',
  description: 'Go back to the state after a revision, or before a request (its id).',
  input: z.strictObject({ revision: z.int().optional(), before: z.string().optional(), session }),
  output: answer,
  effect: 'destroys',
  lookUp: 'history lists the revisions and their requests',
  handle: ({ session: named, ...body }, api) => {
    if ((body.revision === undefined) === (body.before === undefined))
      throw malformed('give either revision or before');
    return api.control({ method: 'POST', path: '/rewind', body, session: named });
  },
});

const fork = defineTool({
  name: 'fork',
  title: 'Copy a session, or drop a copy',
  description:
    'A copy to try something in: pass the answered name as `session` to other tools, then end it with `drop`.',
  input: z.strictObject({
    at: z.int().optional().describe('A revision. Default: now.'),
    drop: z
      .string()
      .refine(
        (name) => isNameFor('fork', name),
        'must be the name of a copy; fork without values makes one and answers its name',
      )
      .optional()
      .describe('The copy to end'),
    session,
  }),
  output: answer,
  effect: 'writes',
  lookUp: 'fork without values makes a copy and answers its name',
  handle: async ({ at, drop, session: named }, api) => {
    if (drop !== undefined && at !== undefined) throw malformed('give either at or drop');
    if (drop !== undefined) return api.endSession(drop);
    const source = await api.sourceOf(named);
    const from = source === DEFAULT_SESSION ? {} : { from: source };
    return { session: await api.createSession({ id: newName('fork'), ...from, ...(at !== undefined && { at }) }) };
  },
});

const reset = defineTool({
  name: 'reset',
  title: 'Start again',
  description: 'Reset the session to its scenario, or to another scenario or seed.',
  input: z.strictObject({ scenario: z.string().optional(), seed: z.int().min(0).optional(), session }),
  output: answer,
  effect: 'destroys',
  handle: ({ session: named, ...body }, api) => api.control({ method: 'POST', path: '/reset', body, session: named }),
});

const snapshot = defineTool({
  name: 'snapshot',
  title: 'Keep, restore and compare states',
  description: 'Without values it lists the states that were kept. `compare` answers what restoring one would change.',
  input: z.strictObject({
    keep: nameInPath.optional(),
    restore: nameInPath.optional(),
    compare: nameInPath.optional(),
    drop: nameInPath.optional(),
    session,
  }),
  output: answer,
  effect: 'destroys',
  lookUp: 'snapshot without values lists what was kept',
  handle: ({ session: named, ...given }, api) => {
    const [[action, name] = [], ...more] = Object.entries(given);
    if (more.length > 0) throw malformed('give one of keep, restore, compare and drop');
    if (action === undefined || name === undefined) return api.control({ path: '/snapshots', session: named });
    const path = `/snapshots/${encodeURIComponent(name)}`;
    if (action === 'compare') return api.control({ path: `${path}/changes`, session: named });
    if (action === 'restore') return api.control({ method: 'POST', path: `${path}/restore`, session: named });
    return api.control({ method: action === 'keep' ? 'PUT' : 'DELETE', path, session: named });
  },
});

const trace = defineTool({
  name: 'trace',
  title: 'Read the trace',
  description:
    'What happened in the session, oldest first. The whole trace, which `briefs-mock replay` repeats, is the resource mock://trace.',
  input: z.strictObject({ offset, limit, session }),
  output: page,
  effect: 'reads',
  handle: async ({ offset: start, limit: size, session: named }, api) => {
    const { entries } = await api.control({ path: '/trace', session: named });
    return pageOf(entries as ToolData[], start, size);
  },
});

export const timeTools = [changes, history, rewind, fork, snapshot, trace, reset];
