import * as z from 'zod/v4';
import { limit, queryOf, session } from './inputs.js';
import { defineTool } from './tool.js';

const values = z.record(z.string(), z.unknown());

const records = defineTool({
  name: 'records',
  title: 'List records',
  description:
    'Records of a table; `search` is a text that some column contains. `next` is the `offset` of the next page.',
  input: z.strictObject({
    table: z.string(),
    search: z.string().optional(),
    sort: z.string().optional().describe('A column, or -column'),
    offset: z.int().min(0).default(0),
    limit,
    session,
  }),
  effect: 'reads',
  handle: async ({ table, session: named, ...page }, api) => {
    const path = `/data/${encodeURIComponent(table)}${queryOf(page)}`;
    const { data, total } = await api.control({ path, session: named });
    const next = page.offset + (data as unknown[]).length;
    return { data, total, ...(next < (total as number) && { next }) };
  },
});

const write = defineTool({
  name: 'write',
  title: 'Write records',
  description: 'Create records of a table (all or none), or change or delete the one with a key.',
  input: z.strictObject({
    table: z.string(),
    create: z.array(values).optional(),
    key: z.string().optional(),
    change: values.optional(),
    remove: z.literal(true).optional(),
    session,
  }),
  effect: 'destroys',
  handle: async ({ table, create, key, change, remove, session: named }, api) => {
    if ([create, change, remove].filter((one) => one !== undefined).length !== 1) {
      throw new Error('give one of create, change and remove');
    }
    if ((create === undefined) !== (key !== undefined)) {
      throw new Error('give `key` with change and remove, and not with create');
    }
    const path = `/data/${[table, ...(key === undefined ? [] : [key])].map(encodeURIComponent).join('/')}`;
    if (remove) return api.control({ method: 'DELETE', path, session: named });
    const method = create === undefined ? 'PATCH' : 'POST';
    return api.control({ method, path, body: create ?? change, session: named });
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
    remove: z.string().optional().describe('Id of a rule, or "all"'),
    session,
  }),
  effect: 'destroys',
  handle: ({ add, remove, session: named }, api) => {
    if (add !== undefined && remove !== undefined) throw new Error('give either add or remove');
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
  effect: 'reads',
  handle: ({ expectation, session: named }, api) =>
    api.control({ method: 'POST', path: '/requests/verify', body: expectation, session: named }),
});

export const stateTools = [records, write, clock, faults, verify];
