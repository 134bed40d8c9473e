/**
 * The mock in Vitest: one for each test file, reset before each test.
 * @module
 */

import { type SetupServer, setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, onTestFailed, type TestContext } from 'vitest';
import { createHandlers } from '../handlers/index.js';
import { createMock, type Mock, type MockOptions, type ServiceName } from '../src/index.js';
import { internals } from '../src/mock/mock.js';
import { Unanswered } from './unanswered.js';
import { writeTrace } from './write-trace.js';

export interface SetupMockOptions extends MockOptions {
  /** The folder to which the trace of a failed test is written; false writes none. Default `test-results`. */
  traces?: string | false | undefined;
  /** The services to mock. Default: all. */
  services?: readonly ServiceName[] | undefined;
  /** MSW handlers for other APIs that the application calls. They take precedence over the mock's. */
  handlers?: Parameters<typeof setupServer> | undefined;
}

/** A mock that answers the requests of a test file. */
export interface MockSetup {
  /** Reset to its first scenario and seed before each test. */
  readonly mock: Mock;
  /** MSW's server, for handlers of a single test: `server.use(...)`. They are removed after the test. */
  readonly server: SetupServer;
}

// Kept, because a test may install fake timers.
const { setImmediate } = globalThis;

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
 * @throws MockError `malformed_data` for invalid options.
 */
export function setupMock({
  services,
  handlers = [],
  traces = 'test-results',
  ...options
}: SetupMockOptions = {}): MockSetup {
  const mock = createMock(options);
  const baseline = { scenario: mock.scenario, seed: mock.seed };
  const unanswered = new Unanswered(mock, services);
  const server = setupServer(...handlers, ...createHandlers(mock, services && { services }), unanswered.handler);

  /** Throws if requests were unanswered, including those that are still on their way to the handlers. */
  const check = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    unanswered.check();
  };

  // Happens only in tests that remove all handlers.
  server.events.on('request:unhandled', ({ request }) => unanswered.add(request));

  beforeAll(() => server.listen(strict));
  beforeEach(() => {
    unanswered.collect();
    mock.reset(baseline);
    if (options.history !== false) mock[internals].session.log.begin();
  });
  afterEach(async ({ task }) => {
    server.resetHandlers();
    // In a hook that is run also if the check fails.
    onTestFailed(async () => {
      if (traces === false || options.history === false) return;
      await writeTrace([traces, traceName(task)], mock.trace());
    });
    await check();
  });
  afterAll(async () => {
    await check();
    server.close();
  });
  return { mock, server };
}

/** The option has different names in msw 2 and msw 3. */
const strict = { onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as const;

/** The name of the file for the trace of a test: that of its file and its titles. */
function traceName(task: TestContext['task']): string {
  const titles: string[] = [];
  for (let at: { name: string; suite?: typeof task.suite } | undefined = task; at !== undefined; at = at.suite)
    titles.unshift(at.name);
  const name = [task.file.name, ...titles].join(' ').replace(/[^\p{L}\p{N}.]+/gu, '-');
  return `${name.slice(-120)}.trace.json`;
}
