import { isIPv6, type Socket } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import type { CommonServerOptions, Connect, ErrorPayload, HttpServer, ResolvedConfig } from 'vite';
import { createMock, type Mock } from '../../src/index.js';
import { createServer, type MockServer } from '../../src/server/index.js';
import { type LoadedScenario, loadScenario } from './load-scenario.js';
import type { PluginSettings } from './plugin-options.js';

/** Requests without a token are nobody's, until the console logs somebody in. */
const NOBODY = '';

/** The host of a server that listens on all addresses of the machine. */
const EVERY_ADDRESS = '0.0.0.0';

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
  readonly #listening: CommonServerOptions;
  /** Whether the address of the server is known. */
  #hasAddress = false;
  /** The mock that answers; rejects if there is none because the scenario cannot be loaded. */
  #server: Promise<MockServer> | undefined;
  /** The files of the scenario; undefined as long as they are unknown: it is being loaded, or cannot be. */
  #files: ReadonlySet<string> | undefined;
  /** The number of times that the scenario was loaded. */
  #loads = 0;

  /** @param listening where the server of the requests listens, as in its config. */
  constructor(settings: PluginSettings, config: ResolvedConfig, listening: CommonServerOptions) {
    this.#settings = settings;
    this.#config = config;
    this.#listening = listening;
  }

  start(): void {
    this.#server = this.#load();
    this.#server.catch(() => {});
  }

  readonly middleware: Connect.NextHandleFunction = (incoming, outgoing, next) => {
    const { url = '/', socket } = incoming;
    // Another server, which Vite does not know, passes the request on.
    if (!this.#hasAddress) this.#setAddress(addressOf(socket));
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

  /** Learns the address of the server that Vite starts, and ends with it. */
  follow(server: HttpServer): void {
    server.once('listening', () => {
      const address = server.address();
      if (typeof address !== 'object' || address === null) return;
      const { https } = this.#listening;
      const host = this.#host === EVERY_ADDRESS ? 'localhost' : this.#host;
      this.#setAddress({ isSecure: https !== undefined, host, port: address.port });
    });
    server.once('close', () => this.close());
  }

  /** Tells code that renders pages in this process where the mock is. */
  #setAddress({ isSecure, host, port }: { isSecure: boolean; host: string; port: number }): void {
    this.#hasAddress = true;
    const address = `${isSecure ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${port}`;
    // biome-ignore lint/style/noProcessEnv: the code of the application reads it there.
    process.env.BRIEFS_MOCK_URL = address + this.#settings.base;
  }

  get #host(): string {
    const { host } = this.#listening;
    return host === true || host === '::' ? EVERY_ADDRESS : host || 'localhost';
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

/** Where a request arrived. */
function addressOf({ localAddress = '', localPort = 0, encrypted }: Socket & { encrypted?: boolean }) {
  // An IPv4 address may be written as an IPv6 one.
  const address = localAddress.replace(/^::ffff:/, '');
  const isLoopback = address === '::1' || address.startsWith('127.');
  return { isSecure: encrypted === true, host: isLoopback ? 'localhost' : address, port: localPort };
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
