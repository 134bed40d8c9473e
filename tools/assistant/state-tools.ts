import * as z from 'zod/v4';
import { malformed } from '../../src/foundation/mock-error.js';
import { limit, nameInPath, offset, queryOf, session } from './inputs.js';
import { answer, defineTool, page, single } from './tool.js';

const values = z.record(z.string(), z.unknown());

const records = defineTool({
  name: 'records',
  title: 'List records',
  description:
    'Records of a table; `search` is a text that some column contains. `next` is the `offset` of the next page.',
  input: z.strictObject({
    table: nameInPath,
    search: z.string().optional(),
    sort: z.string().optional().describe('A column, or -column'),
    offset,
    limit,
    session,
  }),
  output: page,
  effect: 'reads',
  handle: async ({ table, session: named, ...paging }, api) => {
    const path = `/data/${encodeURIComponent(table)}${queryOf(paging)}`;
    const { data, total } = await api.control({ path, session: named });
    const next = paging.offset + (data as unknown[]).length;
    return { data, total, ...(next < (total as number) && { next }) };
  },
});

const change = z.strictObject({
  table: z.string(),
  create: values.optional(),
  key: z.union([z.string(), z.int()]).optional(),
  change: values.optional(),
  remove: z.literal(true).optional(),
});

const write = defineTool({
  name: 'write',
  title: 'Write records',
  description: 'Several changes, all or none: each creates a record, or changes or removes the one with `key`.',
  input: z.strictObject({ changes: z.array(change).min(1), session }),
  output: page,
  effect: 'destroys',
  lookUp: 'records lists the keys of a table',
  handle: ({ changes, session: named }, api) => {
    // As a part of a path, which the key is elsewhere, the control API takes it as a text.
    const body = changes.map(({ key, ...rest }) => ({ ...rest, ...(key !== undefined && { key: `${key}` }) }));
    return api.control({ method: 'POST', path: '/data', body, session: named });
  },
});

const make = defineTool({
  name: 'make',
  title: 'Make records with a factory',
  description:
    'Creates records with sample values, and those that they refer to. A maker is a table, or for example entitledUser; an unknown one is answered with all names.',
  input: z.strictObject({
    maker: nameInPath,
    values: values.default({}),
    count: z.int().min(1).max(1000).optional(),
    session,
  }),
  output: single,
  effect: 'writes',
  handle: ({ maker, values: body, count, session: named }, api) => {
    const path = `/make/${encodeURIComponent(maker)}${queryOf({ count })}`;
    return api.control({ method: 'POST', path, body, session: named });
  },
});

const clock = defineTool({
  name: 'clock',
  title: 'Read or set the clock',
  description: 'Without values it reads the clock of the mock.',
  input: z.strictObject({
    now: z.string().optional().describe('ISO 8601'),
    advance_seconds: z.int().optional(),
    frozen: z.boolean().optional(),
    session,
  }),
  output: answer,
  effect: 'writes',
  handle: ({ session: named, ...body }, api) =>
    Object.keys(body).length === 0
      ? api.control({ path: '/clock', session: named })
      : api.control({ method: 'PUT', path: '/clock', body, session: named }),
});

const faults = defineTool({
  name: 'faults',
  title: 'List, add or remove fault rules',
  description:
    'Make requests fail: `add` such as {"path": "/public-api/v1/brief", "status": 503, "times": 1}. Without either: lists the rules.',
  input: z.strictObject({
    add: values.optional(),
    remove: z.union([nameInPath, z.int()]).optional().describe('Id of a rule, or "all"'),
    session,
  }),
  output: answer,
  effect: 'destroys',
  lookUp: 'faults without values lists the rules',
  handle: ({ add, remove, session: named }, api) => {
    if (add !== undefined && remove !== undefined) throw malformed('give either add or remove');
    if (add !== undefined) return api.control({ method: 'POST', path: '/faults', body: add, session: named });
    if (remove === undefined) return api.control({ path: '/faults', session: named });
    const path = remove === 'all' ? '/faults' : `/faults/${encodeURIComponent(remove)}`;
    return api.control({ method: 'DELETE', path, session: named });
  },
});

const verify = defineTool({
  name: 'verify',
  title: 'Verify requests',
  description:
    'Check that requests were made: `expectation` such as {"method": "POST", "path": "/public-api/*", "times": 1}.',
  input: z.strictObject({ expectation: values, session }),
  output: answer,
  effect: 'reads',
  handle: ({ expectation, session: named }, api) =>
    api.control({ method: 'POST', path: '/requests/verify', body: expectation, session: named }),
});

export const stateTools = [records, write, make, clock, faults, verify];
