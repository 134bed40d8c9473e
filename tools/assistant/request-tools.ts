import { getPath } from 'hono/utils/url';
import * as z from 'zod/v4';
import { malformed } from '../../src/foundation/mock-error.js';
import { parseJson } from '../../src/foundation/parse-json.js';
import { METHODS } from '../../src/protocol/route-address.js';
import { limit, nameInPath, offset, pageOf, queryOf, session, sessionOnly } from './inputs.js';
import { CallRefused, DEFAULT_SESSION, type MockClient, type ToolData } from './mock-client.js';
import { answer, defineTool, page, single } from './tool.js';

const overview = defineTool({
  name: 'overview',
  title: 'Overview of the mock',
  description:
    'Base URL, scenario, seed, clock, revision, people, and the number of records in each table. Start here.',
  input: sessionOnly,
  output: z.looseObject({
    baseUrl: z.string().optional(),
    scenario: z.string(),
    seed: z.int(),
    session: z.string(),
    tables: z.record(z.string(), z.int()),
  }),
  effect: 'reads',
  handle: async (input, api) => {
    const [health, { data: tables }, { data: scenarios }] = await Promise.all([
      api.control({ path: '/health', ...input }),
      api.control({ path: '/data', ...input }),
      api.control({ path: '/scenarios', ...input }),
    ]);
    const scenario = (scenarios as ToolData[]).find(({ name }) => name === health.scenario);
    const { baseUrl } = api;
    const own = await api.sessionOf(input.session);
    return { ...(baseUrl && { baseUrl }), ...health, session: own, tables, personas: scenario?.personas };
  },
});

const routes = defineTool({
  name: 'routes',
  title: 'Find routes',
  description: 'Method and path of the routes of the three APIs.',
  input: z.strictObject({ search: z.string().default(''), offset, limit }),
  output: page,
  effect: 'reads',
  handle: async ({ search, offset: start, limit: size }, api) => {
    const { data } = await api.control({ path: '/routes', session: DEFAULT_SESSION });
    const found = (data as ToolData[]).filter((route) => `${route.method} ${route.path}`.includes(search));
    return pageOf(found, start, size);
  },
});

const request = defineTool({
  name: 'request',
  title: 'Send a request',
  description:
    'Send a request to an API, as a person if `as` is an e-mail. Answers status and body, and what explain_request needs: `id`.',
  input: z.strictObject({
    method: z.enum(METHODS).default('GET'),
    path: z.string().refine(isApiPath, 'must be a path of an API, such as /public-api/v1/brief'),
    as: z.string().optional().describe('E-mail of the caller'),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.unknown().optional(),
    session,
  }),
  output: z.object({ status: z.int(), id: z.string().nullable(), body: z.unknown() }),
  effect: 'destroys',
  lookUp: 'overview lists people, and records with the table user all users',
  handle: async ({ method, path, as, headers: given, body, session: named }, api) => {
    if (method === 'GET' && body !== undefined)
      throw malformed('body: a GET request has no body; leave it out, or choose another method');
    const headers = headersOf(given);
    if (as !== undefined) headers.set('authorization', `Bearer ${await tokenOf(as, api, named)}`);
    if (body !== undefined) headers.set('content-type', 'application/json');
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await api.request(path, init, named);
    const text = await response.text();
    const { status } = response;
    const isJson = response.headers.get('content-type')?.includes('json');
    const id = status === 0 ? await latestBroken(method, path, api, named) : response.headers.get('x-request-id');
    // A fault rule may have cut the JSON off.
    const json = isJson ? parseJson(text) : undefined;
    return { status, id, body: json === undefined ? text : json };
  },
});

/** The id of the latest request whose connection a fault rule has broken: without an answer, only the journal has it. */
async function latestBroken(
  method: string,
  path: string,
  api: MockClient,
  named: string | undefined,
): Promise<unknown> {
  const query = queryOf({ method, path: pathOf(path), status: 0, limit: 1 });
  const { data } = await api.control({ path: `/requests${query}`, session: named });
  return (data as ToolData[])[0]?.id ?? null;
}

/** @throws MockError that names a header that cannot be sent, or that names a session */
function headersOf(given: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    try {
      headers.append(name, value);
    } catch {
      const allowed = 'a name has letters, digits and -, and a value only characters of Latin-1, on one line';
      throw malformed(`headers: ${JSON.stringify(name)} cannot be sent; ${allowed}`);
    }
  }
  const isOfSession = headers.has('x-mock-session') || /(?:^|;)\s*mock_session\s*=/.test(headers.get('cookie') ?? '');
  if (isOfSession) throw malformed('headers: must not name a session; give `session` instead');
  return headers;
}

/** Whether a path, as the mock reads it, leads to one of the APIs: the control API has tools of its own. */
function isApiPath(path: string): boolean {
  if (!path.startsWith('/')) return false;
  return !pathOf(path).startsWith('/__mock');
}

function pathOf(path: string): string {
  return getPath(new Request(`http://mock${path}`));
}

/** A token of a person: one that they have and that does not expire, so that nothing changes, or else a new one. */
async function tokenOf(email: string, api: MockClient, named: string | undefined): Promise<unknown> {
  const path = `/data/access_token${queryOf({ search: email, limit: 100 })}`;
  const { data } = await api.control({ path, session: named });
  const lasting = (data as ToolData[]).find((row) => row.email === email && row.expires_at === null);
  const issue = { method: 'POST', path: '/tokens', body: { email }, session: named };
  return (lasting ?? (await api.control(issue))).token;
}

const findRequests = defineTool({
  name: 'find_requests',
  title: 'Find requests',
  description: 'Requests of the journal, newest last. `next` is the `before` of the page of older ones.',
  input: z.strictObject({
    method: z.string().optional(),
    path: z.string().optional().describe('A route, a path, or a prefix and *'),
    status: z.int().optional(),
    email: z.string().optional(),
    before: z.int().optional(),
    limit,
    session,
  }),
  output: page,
  effect: 'reads',
  handle: async ({ session: named, ...filter }, api) => {
    const { data, total } = await api.control({ path: `/requests${queryOf(filter)}`, session: named });
    const entries = (data as ToolData[]).map(({ entry, id, method, path, status, email, reason }) => {
      return { entry, id, method, path, status, email, reason };
    });
    const next = entries[0]?.entry;
    return { data: entries, total, ...((total as number) > entries.length && { next }) };
  },
});

const explainRequest = defineTool({
  name: 'explain_request',
  title: 'Explain a request',
  description:
    'Why a request got its answer: reason, faults, bodies, the records that it changed, and curl to repeat it.',
  input: z.strictObject({ id: nameInPath, session }),
  output: z.object({ request: answer, curl: z.string(), changes: z.unknown().optional() }),
  effect: 'reads',
  lookUp: 'find_requests lists the requests; those of an application are in its session, or in "default"',
  handle: async ({ id, session: named }, api) => {
    const path = `/requests/${encodeURIComponent(id)}`;
    const { data } = await api.control({ path, session: named });
    // What one asks first comes first, because the text may not have everything.
    const { method, path: of, status, email, reason, ...rest } = data as ToolData;
    const request = { method, path: of, status, email, reason, ...rest };
    const curl = await api.control({ path: `${path}/curl?redact`, session: named });
    const changes = rest.changed ? await changesBy(`${rest.id}`, api, named) : undefined;
    return { request, curl: (curl.data as ToolData).command, changes };
  },
});

/** What a request has changed; undefined if the history does not have it, or no longer. */
async function changesBy(id: string, api: MockClient, named: string | undefined): Promise<unknown> {
  try {
    return (await api.control({ path: `/changes${queryOf({ since: id })}`, session: named })).data;
  } catch (error) {
    if (error instanceof CallRefused && error.isMissing) return undefined;
    throw error;
  }
}

const explainBrief = defineTool({
  name: 'explain_brief',
  title: 'Explain whether a person sees a brief',
  description:
    'Each way to be entitled to a brief, and exactly the records that are missing. Without `brief`: for all.',
  input: z.strictObject({
    email: z.string(),
    brief: z.string().optional().describe('Slug'),
    offset,
    limit,
    session,
  }),
  output: single,
  effect: 'reads',
  lookUp: 'records lists the briefs with the table brief, and the users with the table user',
  handle: async ({ email, brief, offset: start, limit: size, session: named }, api) => {
    const explained = await api.control({ path: `/explain${queryOf({ email, brief })}`, session: named });
    return brief === undefined ? pageOf(explained.data as ToolData[], start, size) : explained;
  },
});

const writeTest = defineTool({
  name: 'write_test',
  title: 'Write a test of what just happened',
  description:
    'A test for Vitest or Playwright of the requests since a revision, with assertions of answers and state.',
  input: z.strictObject({ runner: z.enum(['vitest', 'playwright']), since: z.int().min(0).optional(), session }),
  output: z.object({ data: z.object({ code: z.string() }) }),
  effect: 'reads',
  handle: ({ runner, since, session: named }, api) =>
    api.control({ path: `/trace/test${queryOf({ runner, since })}`, session: named }),
});

export const requestTools = [overview, routes, request, findRequests, explainRequest, explainBrief, writeTest];
