/** The result of a tool: what an assistant reads, and a part of the data as text. */
interface ToolResult {
  readonly text: string;
  readonly at: (path: string) => string;
}

type UseTool = (name: string, input: Readonly<Record<string, unknown>>) => Promise<ToolResult>;

/** A request with curl: its path, and its body if it is a POST. */
type CurlStep = readonly [path: string, body?: unknown];

/** Something that one asks an assistant. */
export interface Task {
  readonly question: string;
  /** What an application has sent before. */
  readonly before?: readonly (readonly [method: string, path: string, token: string])[];
  /** Solves it, and answers whether it is solved. */
  readonly solve: (use: UseTool) => Promise<boolean>;
  /** The parts of the documentation that one reads to do the same with curl, and the requests. */
  readonly docs: readonly (readonly [page: string, heading: string])[];
  readonly curl: readonly CurlStep[];
}

const energyToday = '/public-api/v1/brief/energy-today';
const bookmark = '/public-api/v1/bookmark/front-page/1-2026030401';
const dana = 'dana@harbourquay.example';
const alice = 'alice@acme.example';
const session = 'default';
const routes = ['reference/control-api', 'Routes'] as const;
const entitlement = { email: dana, brief_slug: 'energy-today' };

export const tasks: readonly Task[] = [
  {
    question: 'Why does the application get 403 for Energy Today?',
    before: [['GET', energyToday, 'dana-token']],
    solve: async (use) => {
      const found = await use('find_requests', { status: 403, session });
      const explained = await use('explain_request', { id: found.at('data.0.id'), session });
      return explained.at('request.reason').includes('not entitled to energy-today');
    },
    docs: [routes, ['reference/journal', 'Find and count requests']],
    curl: [['/__mock/requests?status=403']],
  },
  {
    question: 'Which records are missing for Dana to see Energy Today?',
    solve: async (use) => {
      const explained = await use('explain_brief', { email: dana, brief: 'energy-today', session });
      return explained.at('data.ways.2.missing.0.values.brief_slug') === 'energy-today';
    },
    docs: [routes],
    curl: [[`/__mock/explain?email=${dana}&brief=energy-today`]],
  },
  {
    question: 'Make Dana see Energy Today, in a copy.',
    solve: async (use) => {
      const copy = (await use('fork', { session })).at('session');
      await use('write', { changes: [{ table: 'brief_entitlement', create: entitlement }], session: copy });
      const seen = await use('request', { path: energyToday, as: dana, session: copy });
      await use('fork', { drop: copy });
      return seen.at('status') === '200';
    },
    docs: [routes, ['reference/sessions', 'Sessions'], ['reference/fixtures', 'One record']],
    curl: [
      ['/__mock/sessions', {}],
      ['/__mock/data/brief_entitlement', entitlement],
      ['/__mock/tokens', { email: dana }],
      [energyToday],
    ],
  },
  {
    question: 'Which request removed the bookmark?',
    before: [
      ['GET', '/public-api/v1/brief', 'alice-token'],
      ['DELETE', bookmark, 'alice-token'],
    ],
    solve: async (use) => {
      const history = await use('history', { session });
      const explained = await use('explain_request', { id: history.at('data.0.cause.id'), session });
      return explained.at('request.path') === bookmark && explained.at('changes.tables.bookmark.0.after') === 'null';
    },
    docs: [routes, ['reference/snapshots', 'Changes and history']],
    curl: [['/__mock/history'], ['/__mock/changes?since=0'], ['/__mock/requests?method=DELETE']],
  },
  {
    question: 'Go back to before the request that removed the bookmark.',
    before: [['DELETE', bookmark, 'alice-token']],
    solve: async (use) => {
      const found = await use('find_requests', { method: 'DELETE', session });
      await use('rewind', { before: found.at('data.0.id'), session });
      const records = await use('records', { table: 'bookmark', search: 'front-page', limit: 3, session });
      return records.at('data.0.email') === alice && records.at('data.0.brief_gid') === '1-2026030401';
    },
    docs: [routes, ['reference/journal', 'Find and count requests'], ['reference/snapshots', 'Changes and history']],
    curl: [
      ['/__mock/requests?method=DELETE'],
      ['/__mock/rewind', { revision: 0 }],
      ['/__mock/data/bookmark?search=front-page&limit=3'],
    ],
  },
  {
    question: 'Write the test for what I just clicked.',
    before: [
      ['GET', '/public-api/v1/brief', 'alice-token'],
      ['DELETE', bookmark, 'alice-token'],
    ],
    solve: async (use) => {
      const code = (await use('write_test', { runner: 'playwright', session })).at('data.code');
      return code.includes("from 'briefs-mock/playwright'") && code.includes(bookmark);
    },
    docs: [routes, ['reference/traces', 'A test from a trace']],
    curl: [['/__mock/trace/test?runner=playwright']],
  },
  {
    question: 'Why is the application logged out?',
    before: [['GET', '/public-api/v1/brief', 'alise-token']],
    solve: async (use) => {
      const found = await use('find_requests', { status: 401, session });
      return found.at('data.0.reason').includes('alice-token');
    },
    docs: [routes, ['reference/journal', 'Find and count requests']],
    curl: [['/__mock/requests?status=401']],
  },
  {
    question: 'Did the application send the bookmark once only?',
    before: [
      ['POST', bookmark, 'alice-token'],
      ['POST', bookmark, 'alice-token'],
    ],
    solve: async (use) => {
      const { text } = await use('verify', { expectation: { method: 'POST', path: bookmark, times: 1 }, session });
      return text.includes('but found 2');
    },
    docs: [routes, ['reference/journal', 'Verify requests']],
    curl: [['/__mock/requests/verify', { method: 'POST', path: bookmark, times: 1 }]],
  },
  {
    question: 'Let the list of briefs fail once, to see the error page.',
    solve: async (use) => {
      await use('faults', { add: { path: '/public-api/v1/brief', status: 503, times: 1 } });
      const failed = await use('request', { path: '/public-api/v1/brief', as: alice });
      const next = await use('request', { path: '/public-api/v1/brief', as: alice });
      return failed.at('status') === '503' && next.at('status') === '200';
    },
    docs: [routes, ['reference/faults', 'Faults'], ['reference/faults', 'What a rule matches']],
    curl: [
      ['/__mock/faults', { path: '/public-api/v1/brief', status: 503, times: 1 }],
      ['/public-api/v1/brief'],
      ['/public-api/v1/brief'],
    ],
  },
  {
    question: 'Make a user who is entitled to Energy Today.',
    solve: async (use) => {
      const values = { email: 'bo@new.example', brief_slug: 'energy-today' };
      await use('make', { maker: 'entitledUser', values });
      const explained = await use('explain_brief', { email: 'bo@new.example', brief: 'energy-today' });
      return explained.at('data.listed') === 'true';
    },
    docs: [routes, ['reference/fixtures', 'Several records at once']],
    curl: [
      ['/__mock/make/entitledUser', { email: 'bo@new.example', brief_slug: 'energy-today' }],
      ['/__mock/explain?email=bo@new.example&brief=energy-today'],
    ],
  },
  {
    question: 'What does a change of a brief alter for its readers? Then undo it.',
    solve: async (use) => {
      await use('snapshot', { keep: 'before' });
      await use('write', { changes: [{ table: 'brief', key: 'brief-front-page', change: { is_active: false } }] });
      const seen = await use('request', { path: '/public-api/v1/brief', as: dana });
      await use('snapshot', { restore: 'before' });
      return seen.at('status') === '200' && !seen.at('body.data').includes('front-page');
    },
    docs: [routes, ['reference/snapshots', 'Changes and history'], ['reference/fixtures', 'One record']],
    curl: [
      ['/__mock/data/brief?search=front-page', undefined],
      ['/__mock/data', [{ table: 'brief', key: 'brief-front-page', change: { is_active: false } }]],
      ['/__mock/tokens', { email: dana }],
      ['/public-api/v1/brief'],
      ['/__mock/rewind', { revision: 0 }],
    ],
  },
  {
    question: 'Which routes change bookmarks?',
    solve: async (use) => {
      const found = await use('routes', { search: 'bookmark/:' });
      return found.at('total') === '4' && found.at('data.0.method') === 'POST';
    },
    docs: [routes],
    curl: [['/__mock/routes']],
  },
];
