/**
 * The mock in Vitest: one per test file, as it was seeded before each test.
 * @module
 */
import { type SetupServer, setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createHandlers } from '../handlers/index.js';
import { createMock, type Mock, type MockOptions } from '../src/index.js';
import { Unanswered } from './unanswered.js';

export interface SetupMockOptions extends MockOptions {
  /** The services to mock. Default: all. */
  services?: readonly string[] | undefined;
  /** MSW handlers of whatever else the application calls. They go before the mock's. */
  handlers?: Parameters<typeof setupServer> | undefined;
}

/** A mock that answers the requests of a test file. */
export interface MockSetup {
  readonly mock: Mock;
  /** MSW's server, for handlers of a single test: `server.use(...)`. They are gone when it ends. */
  readonly server: SetupServer;
}

// As it was before a test puts fake timers in its place.
const { setImmediate } = globalThis;

/**
 * ResponseCache the requests of the tests around it with a mock of their own. Called at the top of a file, or in a `describe`,
 * it starts each test from the seeded state, and fails a test that sends a request that nothing answers, even where the
 * application makes nothing of the failure. A test that means to send one says so: `mock.requests.clear()`.
 *
 * @example
 * const { mock, server } = setupMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });
 *
 * test('a reader sees her briefs', async () => {
 *   render(<Briefs token={mock.tokenFor('alice@acme.example')} />);
 *   await screen.findByText('Front Page');
 * });
 * @throws MockError `malformed_data` for options that are wrong.
 */
export function setupMock({ services, handlers = [], ...options }: SetupMockOptions = {}): MockSetup {
  const mock = createMock(options);
  const baseline = { scenario: mock.scenario, seed: mock.seed };
  const unanswered = new Unanswered(mock, services);
  const server = setupServer(...handlers, ...createHandlers(mock, services && { services }), unanswered.handler);

  /** Fails whatever runs, if requests were unanswered: those too that were sent only just now. */
  const check = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    unanswered.check();
  };

  // Reached only by tests that take all handlers away.
  server.events.on('request:unhandled', ({ request }) => unanswered.add(request));

  beforeAll(() => server.listen(strict));
  beforeEach(() => {
    unanswered.collect();
    mock.reset(baseline);
  });
  afterEach(async () => {
    server.resetHandlers();
    await check();
  });
  afterAll(async () => {
    await check();
    server.close();
  });
  return { mock, server };
}

/** The option has one name in msw 2 and another in msw 3. */
const strict = { onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as const;
