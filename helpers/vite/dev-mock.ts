import type { AddressInfo } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import type { Connect, ErrorPayload, ResolvedConfig } from 'vite';
import { createMock, type Mock } from '../../src/index.js';
import { createServer, type MockServer } from '../../src/server/index.js';
import { type LoadedScenario, loadScenario } from './load-scenario.js';
import type { PluginSettings } from './plugin-options.js';

/** Requests without a token are nobody's, until the console logs somebody in. */
const NOBODY = '';

/** Where a development server listens, as in its config. */
type Host = ResolvedConfig['server']['host'];

/** A mock that another server's requests reach. It starts again when the file of its scenario is edited. */
export class DevMock {
  /** Called after it has started again. */
  onReload: () => void = () => {};
  /** Called with the files of the scenario, which may be outside the root of the project. */
  onFiles: (files: string[]) => void = () => {};
  /** Called when the scenario cannot be loaded. */
  onFailure: (error: ErrorPayload['err']) => void = () => {};
  readonly #settings: PluginSettings;
  readonly #config: ResolvedConfig;
  readonly #host: string;
  /** The mock that answers; rejects if there is none because the scenario cannot be loaded. */
  #server: Promise<MockServer> | undefined;
  /** The files of the scenario; undefined as long as they are unknown: it is being loaded, or cannot be. */
  #files: ReadonlySet<string> | undefined;
  /** The number of times that the scenario was loaded. */
  #loads = 0;

  constructor(settings: PluginSettings, config: ResolvedConfig, host: Host) {
    this.#settings = settings;
    this.#config = config;
    this.#host = host === true ? '0.0.0.0' : host || 'localhost';
  }

  start(): void {
    this.#server = this.#load();
    this.#server.catch(() => {});
  }

  readonly middleware: Connect.NextHandleFunction = (incoming, outgoing, next) => {
    const { url = '/' } = incoming;
    // Vite answers `//` like `/`.
    if (!URL.canParse(url, 'http://localhost')) return next();
    const { pathname } = new URL(url, 'http://localhost');
    if (!this.#settings.answers(pathname)) return next();
    this.#server?.then(
      (server) => server.handle(incoming, outgoing),
      (error: Error) => {
        outgoing.writeHead(503, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify({ error: { code: 'unavailable', message: error.message } }));
      },
    );
  };

  readonly fileChanged = (file: string): void => {
    if (this.#files?.has(file) === false) return;
    const next = this.#load();
    const number = this.#loads;
    next.then(
      () => {
        // A scenario that was edited again meanwhile is outdated.
        if (number !== this.#loads) return;
        this.close();
        this.#server = next;
        this.onReload();
      },
      // The last scenario that could be loaded stays.
      () => {},
    );
  };

  /** Ends the mock. */
  close(): void {
    this.#server?.then(
      (server) => server.close(),
      () => {},
    );
  }

  /** Tells code that renders pages in this process where the mock is. */
  setAddress(address: string | AddressInfo | null | undefined): void {
    if (typeof address !== 'object' || address === null) return;
    const scheme = this.#config.server.https ? 'https' : 'http';
    // biome-ignore lint/style/noProcessEnv: the code of the application reads it there.
    process.env.BRIEFS_MOCK_URL = `${scheme}://localhost:${address.port}${this.#settings.base}`;
  }

  async #load(): Promise<MockServer> {
    const { scenario, mock: options, controlToken } = this.#settings;
    const number = ++this.#loads;
    try {
      const loaded: LoadedScenario = await loadScenario(scenario, this.#config);
      const mock = withSourceMaps(() => createMock({ persona: NOBODY, ...options, scenario: loaded.scenario }));
      if (number === this.#loads) {
        this.#files = new Set(loaded.files);
        this.onFiles([...loaded.files]);
      }
      warmUp(mock);
      const control = controlToken === undefined ? undefined : { token: controlToken };
      return createServer(mock, { host: this.#host, control });
    } catch (error) {
      if (number === this.#loads) {
        this.#files = undefined;
        this.#report(error as Error);
      }
      throw error;
    }
  }

  #report(error: Error): void {
    const { root, logger } = this.#config;
    const [message, stack] = [error.message, error.stack ?? ''].map(stripVTControlCharacters) as [string, string];
    logger.error(`briefs-mock: ${error.message}`, { error, timestamp: true });
    this.onFailure({ message, stack, plugin: 'briefs-mock', ...placeIn(error, root) });
  }
}

/** Reads the list of briefs in a copy: the first request loads code and records, which no page should have to wait for. */
function warmUp(mock: Mock): void {
  mock
    .fork()
    .fetch('/public-api/v1/brief')
    .catch(() => {});
}

/** Runs the code of a scenario so that the stacks of its errors name lines of its sources. */
function withSourceMaps<Result>(run: () => Result): Result {
  const wasEnabled = process.sourceMapsEnabled;
  process.setSourceMapsEnabled(true);
  try {
    return run();
  } catch (error) {
    // A stack is computed when it is first read.
    void (error as Error).stack;
    throw error;
  } finally {
    process.setSourceMapsEnabled(wasEnabled);
  }
}

/** What the bundler says of the place of an error: Vite 7 of the error itself, Vite 8 of each that it found. */
interface Located extends Error {
  readonly id?: string;
  readonly loc?: Location;
  readonly errors?: readonly { readonly loc?: Location }[];
}

type Location = NonNullable<ErrorPayload['err']['loc']>;

/** Where in the project an error happened: as the bundler says, or the first line of the stack in a file below `root`. */
function placeIn(error: Located, root: string): Partial<ErrorPayload['err']> {
  const { id, errors = [], loc = errors[0]?.loc, stack = '' } = error;
  if (loc !== undefined) return { loc, id: loc.file ?? id ?? root };
  const places = [...stack.matchAll(/(?:\(|at |file:\/\/)(\/[^():]+):(\d+):(\d+)/g)];
  const [, file, line, column] = places.find(([, path = '']) => path.startsWith(`${root}/`)) ?? [];
  return file === undefined ? {} : { id: file, loc: { file, line: Number(line), column: Number(column) } };
}
