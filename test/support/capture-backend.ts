import { createMock, type Mock, type Scenario } from 'briefs-mock';
import { type CaptureOptions, capture, type Get, type SeenAnswer } from '../../tools/capture/index.js';

/** Answers requests as a server does. */
export type Fetch = (request: Request) => Promise<Response>;

const BASE = 'http://target.test';

/** Sends the requests of a capture to a server in the process, with the tokens of readers by e-mail. */
export function getFrom(fetch: Fetch, tokens: Readonly<Record<string, string>>): Get {
  return async (path, { query = {}, reader, headers = {} } = {}) => {
    const search = new URLSearchParams(query).toString();
    const url = `${BASE}${path}${search === '' ? '' : `?${search}`}`;
    const token = reader === undefined ? undefined : tokens[reader];
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(new Request(url, { headers: { ...headers, ...authorization } }));
    const body: unknown = await answer.json().catch(() => undefined);
    const link = answer.headers.get('link') ?? undefined;
    const seen: SeenAnswer = { path, query: search, reader, status: answer.status, link, body };
    return seen;
  };
}

/** Leaves everybody as they are. */
const identity: CaptureOptions['replace'] = (tables) => ({ tables, originals: [], shiftedDays: 0 });

export const key = new Uint8Array(32).fill(7);

/** Captures a server with everybody, and replaces nobody. */
export async function captureAsIs(
  fetch: Fetch,
  tokens: Readonly<Record<string, string>>,
  more: Partial<CaptureOptions> = {},
) {
  const captured = await capture({
    target: BASE,
    source: { get: getFrom(fetch, tokens), readers: Object.keys(tokens), requestFrom: 'web' },
    files: { name: 'staging', dataModule: './staging.data.js', isTypeScript: false },
    ...{ key, users: 1_000_000, keep: [], atLeast: 1, replace: identity },
    ...more,
  });
  if (captured === undefined) throw new Error('nothing was captured');
  return captured;
}

/** The scenario in the two modules of a capture. */
async function scenarioIn({ scenario, data }: { scenario: string; data: string }): Promise<Scenario> {
  const { tables } = await import(moduleOf(data));
  const withoutImports = scenario.replace(/^import .*$/gm, '').replace('defineScenario(', '(');
  const module = `export const of = (tables) => { ${withoutImports.replace('export const', 'const')} return staging; };`;
  const { of } = await import(moduleOf(module));
  return of(tables);
}

function moduleOf(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

export async function mockOf(captured: { scenario: string; data: string }): Promise<Mock> {
  return createMock({ scenario: await scenarioIn(captured) });
}

/** Each person with each brief, by their ids, and the ways of being entitled to it. */
export function waysOf(mock: Mock, idOf: (brief: string) => string): Map<string, unknown> {
  const pairs = mock.data.user.getAll().flatMap(({ id, email }) =>
    mock.data.brief.getAll().map((brief): [string, unknown] => {
      const { listed, ways } = mock.explain({ email, brief: brief.slug });
      return [`${id} ${idOf(brief.id)}`, [listed, ways.map(({ way, missing }) => [way, missing.length])]];
    }),
  );
  return new Map(pairs);
}
