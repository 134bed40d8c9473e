/**
 * The mock in Playwright: each worker has its own session, which is reset before each test.
 * @module
 */
import { type APIRequestContext, type BrowserContext, test as base, type TestInfo } from '@playwright/test';
import type { ClockReading, Trace } from '../src/index.js';
import { type TestOutcome, type TracedTest, testTraceLine } from '../src/mock/test-trace-line.js';
import { expectHttpUrl } from './expect-http-url.js';
import { addToMessage, refusedAndHeld } from './refused-requests.js';
import { RemoteMock } from './remote-mock.js';
import { copyTestTraces, FOLDER, givenTraces, testTracesPath, writeTestTraces } from './test-traces.js';
import { wastedRequests } from './wasted-requests.js';
import { writeTrace } from './write-trace.js';

export type { RemoteHold } from './remote-hold.js';
export { RemoteMock } from './remote-mock.js';
export type { ClockChange, ConnectOptions, ScenarioAndSeed } from './remote-options.js';

/** Options for `use` in a Playwright configuration. */
export interface MockServerOptions {
  /**
   * The URL of the server. Default: the environment variable `BRIEFS_MOCK_URL`, which `briefs-mock exec` sets, or else
   * `http://127.0.0.1:4010`.
   */
  mockServer: string;
  /** The server's `--control-token`. */
  mockControlToken: string | undefined;
  /**
   * Further origins whose requests belong to the session, such as that of a development server that forwards them to the mock. All
   * other origins but the server's get no header of the mock. Default: none.
   */
  mockOrigins: readonly string[];
  /**
   * Which traces are kept: that of a test that fails is attached to it. With `'all'`, small traces of all tests are written, too, to
   * the folder `mock-traces` beside Playwright's output folder, in one file for each project and test file: `briefs-mock impact` replays
   * them. Default `'failed'`.
   */
  traces: 'failed' | 'all';
  /** Whether secrets in bodies and queries are hidden in traces; a replay leaves those requests out. Default false. */
  redactTraces: boolean;
  /** Whether a line is printed for each test that asked for something in vain. Default false. */
  reportRequests: boolean;
  /**
   * Whether `Date` in pages shows the mock's time, also after `mock.setClock`, so that page and server agree on it. Timers of pages run
   * as always. Default false.
   */
  mockClock: boolean;
}

/** The options that say which server a worker uses. */
type WorkerOptions = Pick<MockServerOptions, 'mockServer' | 'mockControlToken'>;
/** The options that each test may have its own of. */
type TestOptions = Omit<MockServerOptions, keyof WorkerOptions>;

export interface WorkerFixtures {
  /** The session of the worker, for `mock`. */
  mockSession: RemoteMock;
}

/** The fixtures of a test. */
export interface MockFixtures {
  /**
   * The session of the worker. It is reset before each test; requests of pages and of `request` to the server belong to it. Journal, snapshot and
   * trace are attached to a test that fails, and the command is printed that replays the trace.
   */
  mock: RemoteMock;
}

/**
 * Playwright's `test` with the fixture `mock`.
 *
 * @example
 * test('a reader sees her briefs', async ({ page, mock }) => {
 *   const token = await mock.tokenFor('alice@acme.example');
 *   await page.goto(`/?token=${token}`);
 *   await expect(page.getByText('Front Page')).toBeVisible();
 * });
 */
export const test = base.extend<MockFixtures & TestOptions, WorkerOptions & WorkerFixtures>({
  // biome-ignore lint/style/noProcessEnv: `briefs-mock exec` passes its URL this way.
  mockServer: [process.env.BRIEFS_MOCK_URL || 'http://127.0.0.1:4010', { option: true, scope: 'worker' }],
  mockControlToken: [undefined, { option: true, scope: 'worker' }],
  mockOrigins: [[], { option: true }],
  traces: ['failed', { option: true }],
  redactTraces: [false, { option: true }],
  reportRequests: [false, { option: true }],
  mockClock: [false, { option: true }],
  mockSession: [
    async ({ mockServer, mockControlToken }, use) => {
      const session = await RemoteMock.connect(mockServer, { controlToken: mockControlToken });
      await use(session);
      await session.end();
    },
    { scope: 'worker' },
  ],
  mock: [
    async ({ mockSession, traces, redactTraces: redact, reportRequests }, use, testInfo) => {
      // The previous test may have changed the baseline.
      await mockSession.reset(mockSession.baseline);
      await mockSession.beginTrace();
      await use(mockSession);
      if (traces === 'all' || givenTraces()) {
        await writeTestTrace(testInfo, await mockSession.trace({ compact: true, redact }));
      }
      const wasted = reportRequests && wastedRequests(testInfo.title, await mockSession.requestReport());
      // biome-ignore lint/suspicious/noConsole: Playwright shows it with the test.
      if (wasted) console.log(wasted);
      if (testInfo.status === testInfo.expectedStatus) return;
      const attach = (name: string, value: unknown) =>
        testInfo.attach(name, { body: JSON.stringify(value, null, 2), contentType: 'application/json' });
      const requests = await mockSession.requests();
      addToMessage(testInfo.errors[0], refusedAndHeld(requests));
      await attach('mock-requests.json', requests);
      await attach('mock-snapshot.json', await mockSession.snapshot());
      const path = testInfo.outputPath('mock-trace.json');
      await writeTrace([path], await mockSession.trace({ redact }));
      await testInfo.attach('mock-trace.json', { path, contentType: 'application/json' });
    },
    { auto: true },
  ],
  // Not as `extraHTTPHeaders`, which every server gets: pages would send preflights to strangers, who may refuse them.
  context: async ({ context, mock, mockServer, mockOrigins, mockClock, baseURL }, use) => {
    const { headers } = mock;
    const isMock = originTest(mockServer, mockOrigins, baseURL);
    await context.route(
      ({ href }) => isMock(href),
      (route) => route.continue({ headers: { ...route.request().headers(), ...headers } }),
    );
    Object.defineProperty(context, 'request', { value: withHeaders(context.request, headers, isMock) });
    const stop = mockClock ? await followClock(context, mock) : undefined;
    await use(context);
    stop?.();
  },
  request: async ({ request, mock, mockServer, mockOrigins, baseURL }, use) =>
    use(withHeaders(request, mock.headers, originTest(mockServer, mockOrigins, baseURL))),
});

/**
 * Adds the trace of a test to the file of its test file. Playwright empties the output folder at the start of each run, so that the file
 * has those of the run alone. A copy beside that folder stays.
 */
async function writeTestTrace(info: TestInfo, trace: Trace): Promise<void> {
  const { file, line, project, titlePath } = info;
  const name = relativePath(file, project.testDir);
  const test: TracedTest = { file: name, name: titlePath.slice(1).join(' > '), line, outcome: outcomeOf(info) };
  const [given, path] = [givenTraces(), testTracesPath(project.name, name)];
  const written = [given ?? `${project.outputDir}/${FOLDER}`, path];
  await writeTestTraces(written, [testTraceLine('', test, trace)], '');
  if (given === undefined) await copyTestTraces(written, [project.outputDir, '..', FOLDER, path]);
}

/** How a test ended. One that skips itself has no outcome. */
function outcomeOf({ status, expectedStatus }: TestInfo): TestOutcome | undefined {
  if (status === 'skipped') return undefined;
  return status === expectedStatus ? 'passed' : 'failed';
}

function relativePath(file: string, folder: string): string {
  return file.startsWith(folder) ? file.slice(folder.length + 1).replaceAll('\\', '/') : file;
}

/** Lets `Date` in the pages of a context show the time of a mock. */
async function followClock(context: BrowserContext, mock: RemoteMock): Promise<() => void> {
  const { clock } = context;
  const follow = ({ now, frozen }: ClockReading) => (frozen ? clock.setFixedTime(now) : clock.setSystemTime(now));
  await follow(await mock.clock());
  const stop = mock.onClock(follow);
  // A test may close it itself, and set the clock after that.
  context.once('close', stop);
  return stop;
}

/** Whether a URL, which may be relative to `base`, has one of the origins. @throws Error for one that is not an http(s) URL */
function originTest(server: string, others: readonly string[], base: string | undefined): (url: string) => boolean {
  for (const other of others) expectHttpUrl('Each of mockOrigins', other);
  const origins = new Set([server, ...others].map((url) => new URL(url).origin));
  return (url) => URL.canParse(url, base) && origins.has(new URL(url, base).origin);
}

const SENDING: ReadonlySet<unknown> = new Set(['fetch', 'get', 'head', 'post', 'put', 'patch', 'delete']);

type PlaywrightFetch = APIRequestContext['fetch'];

/** A request context that adds headers to the requests to some URLs. */
function withHeaders(
  context: APIRequestContext,
  headers: Readonly<Record<string, string>>,
  isFor: (url: string) => boolean,
): APIRequestContext {
  return new Proxy(context, {
    get: (_, name) => {
      const value: unknown = Reflect.get(context, name);
      if (typeof value !== 'function') return value;
      if (!SENDING.has(name)) return value.bind(context);
      const send: PlaywrightFetch = (target, options) => {
        const [url, own] = typeof target === 'string' ? [target, {}] : [target.url(), target.headers()];
        const given = isFor(url) ? { ...options, headers: { ...(options?.headers ?? own), ...headers } } : options;
        return value.call(context, target, given);
      };
      return send;
    },
  });
}
