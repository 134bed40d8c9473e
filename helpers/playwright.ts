/**
 * The mock in Playwright: each worker has its own session, which is reset before each test.
 * @module
 */
import { test as base } from '@playwright/test';
import { RemoteMock } from './remote-mock.js';
import { writeTrace } from './write-trace.js';

export { type ClockChange, type ConnectOptions, RemoteMock } from './remote-mock.js';

/** Options for `use` in a Playwright configuration. */
export interface MockServerOptions {
  /**
   * The URL of the server. Default: the environment variable `BRIEFS_MOCK_URL`, which `briefs-mock exec` sets, or else
   * `http://127.0.0.1:4010`.
   */
  mockServer: string;
  /** The server's `--control-token`. */
  mockControlToken: string | undefined;
}

interface WorkerFixtures {
  /** The session of the worker, for `mock`. */
  mockSession: RemoteMock;
}

/** The fixtures of a test. */
export interface MockFixtures {
  /**
   * The session of the worker. It is reset before each test; pages and `request` use it. Journal, snapshot and
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
export const test = base.extend<MockFixtures, MockServerOptions & WorkerFixtures>({
  // biome-ignore lint/style/noProcessEnv: `briefs-mock exec` passes its URL this way.
  mockServer: [process.env.BRIEFS_MOCK_URL || 'http://127.0.0.1:4010', { option: true, scope: 'worker' }],
  mockControlToken: [undefined, { option: true, scope: 'worker' }],
  mockSession: [
    async ({ mockServer, mockControlToken }, use) => {
      const session = await RemoteMock.connect(mockServer, { controlToken: mockControlToken });
      await use(session);
      await session.end();
    },
    { scope: 'worker' },
  ],
  mock: [
    async ({ mockSession }, use, testInfo) => {
      // The previous test may have changed the baseline.
      await mockSession.reset(mockSession.baseline);
      await mockSession.beginTrace();
      await use(mockSession);
      if (testInfo.status === testInfo.expectedStatus) return;
      const attach = (name: string, value: unknown) =>
        testInfo.attach(name, { body: JSON.stringify(value, null, 2), contentType: 'application/json' });
      await attach('mock-requests.json', await mockSession.requests());
      await attach('mock-snapshot.json', await mockSession.snapshot());
      const path = testInfo.outputPath('mock-trace.json');
      await writeTrace([path], await mockSession.trace());
      await testInfo.attach('mock-trace.json', { path, contentType: 'application/json' });
    },
    { auto: true },
  ],
  extraHTTPHeaders: async ({ extraHTTPHeaders, mock }, use) => use({ ...extraHTTPHeaders, ...mock.headers }),
});
