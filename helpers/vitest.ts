/**
 * The mock in Vitest: one for each test file, reset before each test.
 * @module
 */

import * as msw from 'msw/node';
import { afterAll, beforeAll, beforeEach, onTestFinished, type TestContext, vi } from 'vitest';
import { createHandlers } from '../handlers/index.js';
import { checkFlag, checkOptions, optionNames } from '../src/foundation/check-options.js';
import { formatValue } from '../src/foundation/format-value.js';
import { calledFromOutside, fromCaller } from '../src/foundation/from-caller.js';
import { malformed } from '../src/foundation/mock-error.js';
import type { BehaviorOptions, Mock, ServiceName } from '../src/index.js';
import { newMock } from '../src/mock/create-mock.js';
import { internals } from '../src/mock/internals.js';
import { type MockOptions, mockOptionNames } from '../src/mock/mock-options.js';
import { parseSwitches } from '../src/protocol/parse-switches.js';
import { addToMessage, refusedAndHeld } from './refused-requests.js';
import { FOLDER, givenTraces } from './test-traces.js';
import { TracedTests } from './traced-tests.js';
import { Unanswered } from './unanswered.js';
import { wastedRequests } from './wasted-requests.js';

export interface SetupMockOptions extends MockOptions {
  /**
   * The folder to which the trace of a failed test is written; false writes none. With `'all'`, small traces of all tests are
   * written to `mock-traces`, too, in one file for each project and test file: `briefs-mock impact` replays them. Default `mock-traces`.
   */
  traces?: 'all' | (string & {}) | false | undefined;
  /** Whether a line is printed for each test that asked for something in vain; see `mock.requests.report()`. Default false. */
  reportRequests?: boolean | undefined;
  /** Whether secrets in bodies and queries are hidden in traces. Default false. */
  redactTraces?: boolean | undefined;
  /**
   * Whether `Date` shows the mock's time in the tests, so that application and mock agree on it. Timers run as always. Default false.
   */
  systemTime?: boolean | undefined;
  /** The services to mock. Default: all. */
  services?: readonly ServiceName[] | undefined;
  /** MSW handlers for other APIs that the application calls. They take precedence over the mock's. */
  handlers?: Readonly<Parameters<typeof msw.setupServer>> | undefined;
}

const ownOptionNames = optionNames<Omit<SetupMockOptions, keyof MockOptions>>({
  traces: true,
  reportRequests: true,
  redactTraces: true,
  systemTime: true,
  services: true,
  handlers: true,
});

/** A mock that answers the requests of a test file. */
export interface MockSetup {
  /** Reset to its first scenario and seed before each test. */
  readonly mock: Mock;
  /** MSW's server, for handlers of a single test: `server.use(...)`. They are removed after the test. */
  readonly server: msw.SetupServer;
}

// Saved here, because a test may install fake timers.
const { setImmediate } = globalThis;

/** The switches of the tests, and those that the environment gives over them. An empty variable counts as not set. */
function behaviorFrom(behavior: BehaviorOptions | undefined): BehaviorOptions | undefined {
  // biome-ignore lint/style/noProcessEnv: `briefs-mock impact --run` passes the change this way.
  const { BRIEFS_MOCK_BEHAVIOR: text } = process.env;
  return text ? { ...behavior, ...parseSwitches(text) } : behavior;
}

/** Where traces are written. In a run of `briefs-mock impact`, those of failed tests are not: the user's stay. */
function foldersOf(traces: string | false, given: string | undefined) {
  if (given !== undefined) return { failed: false, all: given } as const;
  return { failed: traces === 'all' ? FOLDER : traces, all: traces === 'all' && FOLDER } as const;
}

/**
 * Creates a mock that answers the requests of the tests in this file or `describe`. Each test starts from the seeded state.
 * A test fails if it sends a request that no handler or route answers, even if the application ignores the error. A test
 * that sends one on purpose calls `mock.requests.clear()`.
 *
 * @example
 * const { mock, server } = setupMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });
 *
 * test('a reader sees her briefs', async () => {
 *   render(<Briefs token={mock.tokenFor('alice@acme.example')} />);
 *   await screen.findByText('Front Page');
 * });
 * @throws MockError `malformed_data` for invalid options; Error in a test, or if the version of Node is too old for msw 3.
 */
export function setupMock(given: SetupMockOptions = {}): MockSetup {
  const setup = fromCaller(setupMock, () => checkedSetup(given));
  const { services, handlers, traces, redactTraces: redact, reportRequests, systemTime, ...options } = setup;
  expectSupportedNode();
  const mock = fromCaller(setupMock, () => newMock({ ...options, behavior: behaviorFrom(options.behavior) }));
  const startAgain = resetOf(mock);
  const unanswered = new Unanswered(mock, services);
  const server = msw.setupServer(
    ...handlers,
    ...createHandlers(mock, services === undefined ? {} : { services }),
    unanswered.handler,
  );
  const folders = foldersOf(traces, givenTraces());
  const traced = options.history === false ? undefined : new TracedTests(mock, { ...folders, redact });

  /** Throws if requests were unanswered, including those that are still on their way to the handlers. */
  const check = async (isConcurrent = false) => {
    await new Promise((resolve) => setImmediate(resolve));
    unanswered.check(isConcurrent);
  };

  // Happens only in tests that remove all handlers.
  server.events.on('request:unhandled', ({ request }) => unanswered.add(request));

  /** In a describe with a mock of its own, that mock has the requests and the time. */
  const isInnermost = () => opened.at(-1)?.server === server;
  if (systemTime) fromCaller(setupMock, () => followClock(mock, isInnermost));
  expectNoTest();
  beforeAll(function () {
    // biome-ignore lint/complexity/noArguments: Vitest 3 gives the suite first, 4.1 second, and refuses named or rest parameters.
    open(server, arguments[arguments.length - 1]);
  });
  beforeEach((context) => {
    begin(server, context);
    unanswered.collect();
    startAgain();
    const own = isInnermost() ? traced : undefined;
    own?.begin(context);
    // Not in `afterEach`: an error in a hook of that kind would skip the hooks that were registered before it.
    context.onTestFinished(async ({ task }) => {
      if (reportRequests) print(wastedRequests(task.name, mock.requests.report()));
      own?.end(task);
      nameRequests(task, mock);
      try {
        await check(task.concurrent);
      } finally {
        server.resetHandlers();
      }
    });
  });
  afterAll(async () => {
    try {
      await check();
    } finally {
      close(server);
      await traced?.write();
    }
  });
  return { mock, server };
}

/** Takes the mock back to what it is now: without sessions, and without the scenarios that a test adds. */
function resetOf(mock: Mock): () => void {
  const { scenario, seed, scenarios } = mock;
  const { registry } = mock[internals].session.shared;
  return () => {
    mock.sessions.endAll();
    mock.reset({ scenario, seed });
    for (const one of mock.scenarios) if (!scenarios.includes(one)) registry.remove(one);
  };
}

/** The options with their defaults. Checks those that the mock does not check. @throws MockError `malformed_data` */
function checkedSetup(given: SetupMockOptions) {
  checkOptions('setupMock', given, [...ownOptionNames, ...mockOptionNames]);
  const { traces = FOLDER, redactTraces = false, reportRequests = false, systemTime = false, handlers = [] } = given;
  if (traces !== false && (typeof traces !== 'string' || traces === '')) {
    throw malformed(`traces: must be a folder, 'all' or false, but is ${formatValue(traces)}`);
  }
  for (const [name, value] of Object.entries({ redactTraces, reportRequests, systemTime })) checkFlag(name, value);
  if (reportRequests && given.history === false)
    throw malformed('reportRequests: needs a history, but history is false');
  if (!Array.isArray(handlers)) throw malformed(`handlers: must be an array, but is ${formatValue(handlers)}`);
  for (const [i, handler] of handlers.entries()) {
    if (typeof handler?.parse === 'function') continue;
    throw malformed(`handlers.${i}: must be a handler of MSW, such as http.get(…), but is ${formatValue(handler)}`);
  }
  return { ...given, traces, redactTraces, reportRequests, systemTime, handlers };
}

/** @throws Error in a test or a hook of a test, where Vitest would not run the hooks of the mock */
function expectNoTest(): void {
  try {
    onTestFinished(() => {});
  } catch {
    // It works only in a test.
    return;
  }
  throw new Error(
    'setupMock: call it at the top level of a test file, or in describe, and not in a test or beforeEach',
  );
}

/** Adds what the mock has refused, or holds back, to the message of a failed test. */
function nameRequests({ result }: TestContext['task'], mock: Mock): void {
  if (result?.state !== 'fail') return;
  // A test that is tried again has the errors of earlier attempts, too.
  addToMessage(result.errors?.at(-1), refusedAndHeld(mock.requests.all()));
}

function print(line: string | undefined): void {
  // biome-ignore lint/suspicious/noConsole: test runners show it with the test.
  if (line !== undefined) console.log(line);
}

/** Lets `Date` show the time of a mock during the tests that `isOurs` says it is for. */
function followClock(mock: Mock, isOurs: () => boolean): void {
  // A clock that runs would measure the time with `Date`.
  const refuse = () => {
    throw malformed('systemTime: needs a frozen clock, but the clock of the mock runs');
  };
  if (!mock.clock.frozen) refuse();
  const { clock } = mock;
  const { reset } = clock;
  clock.unfreeze = calledFromOutside(refuse);
  // A restore goes back to the reading of a snapshot.
  clock.reset = (reading) => (reading.frozen ? reset.call(clock, reading) : refuse());
  const follow = () => void vi.setSystemTime(mock.clock.now);
  // Without a history there are no revisions; then the time follows after the code that is running.
  const events = ['revision', 'reset', 'change'] as const;
  beforeEach(({ onTestFinished }) => {
    if (!isOurs()) return;
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(mock.clock.now) });
    const listening = events.map((event) => mock.on(event, follow));
    onTestFinished(() => {
      for (const stop of listening) stop();
      vi.useRealTimers();
    });
  });
}

/** The option has different names in msw 2 and msw 3. */
const strict = { onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as const;

type Task = TestContext['task'];
type Suite = Task['file'] | NonNullable<Task['suite']>;

/** A server that has been opened in a test file or `describe`. */
interface OpenServer {
  readonly server: msw.SetupServer;
  readonly suite: Suite;
  /** The tests that are running. */
  readonly running: Set<Task>;
}

/** The server that listens is the last one. Those of the blocks around wait: MSW closes all servers with any of them. */
const opened: OpenServer[] = [];

/** @throws Error if another server belongs to the same file or `describe`, or to tests that run at the same time. */
function open(server: msw.SetupServer, suite: Suite): void {
  const last = opened.at(-1);
  if (last?.suite === suite) {
    throw new Error(
      `setupMock was called twice in ${formatValue(suite.name)} and its setup files; call it once, or the second in a describe`,
    );
  }
  const [test] = last?.running ?? [];
  if (last !== undefined && (test !== undefined || !isIn(last.suite, suite)))
    throw concurrent(suite, test ?? last.suite);
  last?.server.close();
  opened.push({ server, suite, running: new Set() });
  server.listen(strict);
}

/** A test begins. @throws Error if the server of a block that it does not belong to answers its requests */
function begin(server: msw.SetupServer, { task, onTestFinished }: TestContext): void {
  const last = opened.at(-1);
  if (last !== undefined && !isIn(last.suite, task)) throw concurrent(last.suite, task);
  const own = opened.find((one) => one.server === server);
  own?.running.add(task);
  onTestFinished(() => void own?.running.delete(task));
}

/** Whether a test or a suite is in a suite, or is it. */
function isIn(suite: Suite, task: Task | Suite): boolean {
  for (let at: Task | Suite | undefined = task; at !== undefined; at = at.suite) if (at === suite) return true;
  return task.file === suite;
}

function concurrent(suite: Suite, other: Task | Suite): Error {
  const [block, second] = [suite, other].map(({ name }) => formatValue(name));
  return new Error(
    `setupMock in ${block}: ${second} runs at the same time, and one mock at a time can answer the requests of a test file; let them run one after the other, or call setupMock once for both, and give each test a mock.fork()`,
  );
}

function close(server: msw.SetupServer): void {
  const position = opened.findIndex((one) => one.server === server);
  // Not opened: another one has its place.
  if (position === -1) return;
  opened.splice(position, 1);
  if (position < opened.length) return;
  server.close();
  opened.at(-1)?.server.listen(strict);
}

/** With msw 3, requests would fail in older versions of Node, with an error that does not show the cause. */
function expectSupportedNode(): void {
  const isMsw3 = !('SetupServerApi' in msw);
  if (!isMsw3 || 'withResolvers' in Promise) return;
  const { node } = process.versions;
  throw new Error(
    `msw 3 needs Node 22.12 or newer, and this is Node ${node}; update Node, or install msw 2: npm install --save-dev msw@2`,
  );
}
