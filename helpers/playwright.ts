/**
 * The mock in Playwright: every worker in a session of its own, as it was seeded before each test.
 * @module
 */
import { test as base } from '@playwright/test';
import { RemoteMock } from './remote-mock.js';

export { type ClockChange, type ConnectOptions, RemoteMock } from './remote-mock.js';

/** What `use` in a Playwright configuration may say. */
export interface MockServerOptions {
  /**
   * Where the server is. Default: `BRIEFS_MOCK_URL` of the environment, which `briefs-mock exec` sets, and without it
   * `http://127.0.0.1:4010`.
   */
  mockServer: string;
  /** What the server was started with as `--control-token`. */
  mockControlToken: string | undefined;
}

/** What a test may ask for. */
export interface MockFixtures {
  /** The session of the worker. It is reset before each test, and pages and `request` are in it. */
  mock: RemoteMock;
}

/**
 * Playwright's `test`, with a `mock`.
 *
 * @example
 * test('a reader sees her briefs', async ({ page, mock }) => {
 *   const token = await mock.tokenFor('alice@acme.example');
 *   await page.goto(`/?token=${token}`);
 *   await expect(page.getByText('Front Page')).toBeVisible();
 * });
 */
export const test = base.extend<MockFixtures, MockServerOptions & { mockSession: RemoteMock }>({
  // biome-ignore lint/style/noProcessEnv: `briefs-mock exec` tells its address this way.
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
    async ({ mockSession }, use) => {
      // A test may have changed what a reset goes back to.
      await mockSession.reset(mockSession.baseline);
      await use(mockSession);
    },
    { auto: true },
  ],
  extraHTTPHeaders: async ({ extraHTTPHeaders, mock }, use) => use({ ...extraHTTPHeaders, ...mock.headers }),
});
