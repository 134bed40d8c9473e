/**
 * The mock in the development server of Vite.
 * @module
 */
import type { Environment, Plugin, ResolvedConfig } from 'vite';
import { fromCaller } from '../../src/foundation/from-caller.js';
import { malformed } from '../../src/foundation/mock-error.js';
import { CLIENT_MODULE, CLIENT_URL, clientCode } from './client-code.js';
import { DevMock } from './dev-mock.js';
import { type BriefsMockOptions, pluginOptions } from './plugin-options.js';

const NAME = 'briefs-mock';

export type { BriefsMockOptions } from './plugin-options.js';

/**
 * Lets the development server answer the three APIs, and adds the console to the page. The page and a server that renders pages
 * share one state: `process.env.BRIEFS_MOCK_URL` is the base URL of the APIs, for code that needs a whole one. A build for
 * production contains nothing of it.
 *
 * @example
 * // vite.config.ts
 * export default defineConfig({ plugins: [react(), briefsMock({ scenario: 'newsroom', persona: 'alice' })] });
 * @throws MockError `malformed_data` for invalid options.
 */
export function briefsMock(options: BriefsMockOptions = {}): Plugin {
  const settings = fromCaller(briefsMock, () => pluginOptions(options));
  let config: ResolvedConfig | undefined;
  // Vite starts the next server before it closes the one before.
  const mocks = new WeakMap<Environment, DevMock>();
  return {
    name: NAME,
    // Vite would bundle it when the first page asks for it, and reload the page.
    config: () => ({ optimizeDeps: { exclude: ['briefs-mock/console'] } }),
    configResolved(resolved) {
      if (resolved.plugins.filter(({ name }) => name === NAME).length > 1) {
        throw malformed(
          'plugins: must contain briefsMock once, but contain it more often; give one of them all options',
        );
      }
      config = resolved;
    },
    configureServer(vite) {
      const mock = new DevMock(settings, vite.config, vite.config.server);
      mocks.set(vite.environments.client, mock);
      mock.onReload = () => vite.environments.client.hot.send({ type: 'full-reload' });
      mock.onFailure = (err) => vite.environments.client.hot.send({ type: 'error', err });
      // Otherwise the overlay would be gone when the page is loaded again.
      vite.ws.on('connection', (socket) => {
        if (mock.failure !== undefined) socket.send(JSON.stringify({ type: 'error', err: mock.failure }));
      });
      vite.middlewares.use(mock.middleware);
      // A file that was missing is added.
      for (const event of ['add', 'change', 'unlink'] as const) vite.watcher.on(event, mock.fileChanged);
      mock.onFiles = (files) => vite.watcher.add(files);
      if (vite.httpServer !== null) mock.follow(vite.httpServer);
      mock.start();
    },
    configurePreviewServer(vite) {
      if (!settings.preview) return;
      const mock = new DevMock(settings, vite.config, vite.config.preview);
      vite.middlewares.use(mock.middleware);
      mock.follow(vite.httpServer);
      mock.start();
    },
    // In the middleware mode, nothing else says that Vite is closed.
    buildEnd() {
      mocks.get(this.environment)?.end();
    },
    resolveId: (id) => (id === CLIENT_MODULE ? `\0${CLIENT_MODULE}` : undefined),
    load(id) {
      if (id !== `\0${CLIENT_MODULE}`) return undefined;
      // A framework runs the module also where it renders pages.
      const isInPage = config?.command === 'serve' && this.environment.config.consumer === 'client';
      return isInPage ? clientCode(settings) : '';
    },
    transformIndexHtml() {
      if (config?.command !== 'serve' || !settings.hasClient) return undefined;
      const attrs = { type: 'module', src: `${config.base.replace(/\/$/, '')}${CLIENT_URL}` };
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
    },
  };
}
