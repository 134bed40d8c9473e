import type { IncomingMessage } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { CommonServerOptions, Connect, ErrorPayload, HttpServer, ResolvedConfig } from 'vite';
import type { From } from '../../src/http/call.js';
import { isAtOrBelow, targetOf } from '../../src/http/request-target.js';
import { createMock, type Mock } from '../../src/index.js';
import { internals } from '../../src/mock/internals.js';
import { expectPersona, personaIn, sessionOf } from '../../src/mock/persona.js';
import { createServer, type MockServer } from '../../src/server/index.js';
import { CONTROL_PREFIX, SESSION_HEADER, SESSION_PREFIX } from '../../src/session/session-address.js';
import { WORKER_SESSION } from './client-code.js';
import { loadScenario, ScenarioFiles } from './load-scenario.js';
import type { PluginSettings } from './plugin-options.js';

/** Requests without a token are nobody's, until the console logs somebody in. */
const NOBODY = '';

/** The host of a server that listens on all addresses of the machine. */
const EVERY_ADDRESS = '0.0.0.0';

/** The number of unknown names in cookies that the terminal tells of: a page may send ever new ones. */
const MAX_UNKNOWN_PERSONAS = 20;

interface RunningMock {
  readonly mock: Mock;
  readonly server: MockServer;
}

/** A mock that another server's requests reach. It starts again when the file of its scenario is edited. */
export class DevMock {
  /** Called after it has started again. */
  onReload: () => void = () => {};
  /** Called with the files of the scenario, which may be outside the root of the project. */
  onFiles: (files: string[]) => void = () => {};
  /** Called when the scenario cannot be loaded. */
  onFailure: (error: ErrorPayload['err']) => void = () => {};
  /** Why the scenario could not be loaded the last time; undefined if it could. */
  failure: ErrorPayload['err'] | undefined;
  readonly #settings: PluginSettings;
  readonly #config: ResolvedConfig;
  readonly #listening: CommonServerOptions;
  /** The base URL of the APIs, when the address of the server is known. */
  #url: string | undefined;
  /** The mock that answers; rejects if there is none because the scenario cannot be loaded. */
  #running: Promise<RunningMock> | undefined;
  /** The files of the scenario that was loaded last. */
  #files = new ScenarioFiles();
  /** The names in cookies that nobody has. */
  readonly #unknownPersonas = new Set<string>();

  /** @param listening where the server of the requests listens, as in its config. */
  constructor(settings: PluginSettings, config: ResolvedConfig, listening: CommonServerOptions) {
    this.#settings = settings;
    this.#config = config;
    this.#listening = listening;
  }

  start(): void {
    this.#running = this.#load();
    this.#running.catch(() => {});
  }

  readonly middleware: Connect.NextHandleFunction = (incoming, outgoing, next) => {
    const { url = '/', socket } = incoming;
    // Another server, which Vite does not know, passes the request on.
    if (this.#url === undefined) this.#setAddress(addressOf(socket));
    // Vite answers `//` like `/`.
    if (!URL.canParse(url, 'http://localhost')) return next();
    const { pathname } = new URL(url, 'http://localhost');
    if (!this.#settings.answered.test(pathname)) return next();
    const session = this.#settings.session === 'tab' ? sessionOfWorker(incoming) : undefined;
    if (session !== undefined) {
      const { base } = this.#settings;
      incoming.url = `${base}${SESSION_PREFIX}${encodeURIComponent(session)}${url.slice(base.length)}`;
    }
    this.#running?.then(
      ({ server }) => server.handle(incoming, outgoing),
      ({ message }: Error) => {
        outgoing.writeHead(503, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify({ error: { code: 'unavailable', message: stripVTControlCharacters(message) } }));
      },
    );
  };

  readonly fileChanged = (file: string): void => {
    if (!this.#files.has(file)) return;
    const next = this.#load();
    const files = this.#files;
    next.then(
      () => {
        // A scenario that was edited again meanwhile is outdated.
        if (files !== this.#files) return;
        this.#close();
        this.#running = next;
        this.onReload();
      },
      // The last scenario that could be loaded stays. If there is none, the latest error is the reason.
      () =>
        this.#running?.catch(() => {
          if (files === this.#files) this.#running = next;
        }),
    );
  };

  /** Ends the mock, and says no longer where it is. */
  end(): void {
    this.#close();
    // biome-ignore lint/style/noProcessEnv: see below.
    if (process.env.BRIEFS_MOCK_URL === this.#url) delete process.env.BRIEFS_MOCK_URL;
  }

  #close(): void {
    this.#running?.then(
      ({ server }) => server.close(),
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
    server.once('close', () => this.end());
  }

  /** Tells code that renders pages in this process where the mock is. */
  #setAddress({ isSecure, host, port }: { isSecure: boolean; host: string; port: number }): void {
    const address = `${isSecure ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${port}`;
    this.#url = address + this.#settings.base;
    // biome-ignore lint/style/noProcessEnv: the code of the application reads it there.
    process.env.BRIEFS_MOCK_URL = this.#url;
  }

  get #host(): string {
    const { host } = this.#listening;
    return host === true || host === '::' ? EVERY_ADDRESS : host || 'localhost';
  }

  async #load(): Promise<RunningMock> {
    const { scenario, mock: options, controlToken } = this.#settings;
    const files = new ScenarioFiles();
    this.#files = files;
    try {
      const loaded = await loadScenario(scenario, this.#config, files);
      const mock = createMock({ persona: NOBODY, ...options, scenario: loaded });
      warmUp(mock);
      this.#checkPersonas(mock);
      if (files === this.#files) this.failure = undefined;
      const control = controlToken === undefined ? undefined : { token: controlToken };
      return { mock, server: createServer(mock, { host: this.#host, control }) };
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      mapStack(error);
      const place = placeIn(error, this.#config.root);
      const message = withPlace(error.message, place, this.#config.root);
      if (files === this.#files) this.#report(error, message, place);
      throw new Error(message, { cause: error });
    } finally {
      if (files === this.#files) this.onFiles(files.paths);
    }
  }

  #report(error: Error, whole: string, place: SourcePlace): void {
    const [message, stack] = [error.message, error.stack ?? ''].map(stripVTControlCharacters) as [string, string];
    this.#config.logger.error(`briefs-mock: ${whole}`, { error, timestamp: true });
    this.failure = { message, stack, plugin: 'briefs-mock', ...place };
    this.onFailure(this.failure);
  }

  /** Lets the mock tell of each name in the cookie that nobody has in the session of the request: for it, that means nobody. */
  #checkPersonas(mock: Mock): void {
    const { base, use } = mock[internals];
    use((app) => (request, from) => {
      const name = personaIn(request) ?? NOBODY;
      const { path, sessionName } = targetOf(request, from.listener, from.sender, base?.basePath ?? '');
      // The calls of the console are nobody's.
      if (name !== NOBODY && !isAtOrBelow(path, CONTROL_PREFIX)) this.#checkPersona(name, sessionName, from);
      return app(request, from);
    });
  }

  #checkPersona(name: string, sessionName: string | undefined, from: From): void {
    if (this.#unknownPersonas.size >= MAX_UNKNOWN_PERSONAS || this.#unknownPersonas.has(name)) return;
    try {
      expectPersona(name, sessionOf(sessionName, from));
    } catch (error) {
      this.#unknownPersonas.add(name);
      this.#config.logger.warn(`briefs-mock: the cookie mock_${(error as Error).message}`, { timestamp: true });
    }
  }
}

/** The session of the tab whose worker sends a request, unless the request names one itself. */
function sessionOfWorker({ headers }: IncomingMessage): string | undefined {
  const { referer = '', [SESSION_HEADER]: named } = headers;
  if (named !== undefined || !URL.canParse(referer)) return undefined;
  return new URL(referer).searchParams.get(WORKER_SESSION) ?? undefined;
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

/** Lets the stack of an error name lines of sources. It is computed when it is first read. */
function mapStack(error: Error): void {
  const wasEnabled = process.sourceMapsEnabled;
  process.setSourceMapsEnabled(true);
  void error.stack;
  process.setSourceMapsEnabled(wasEnabled);
}

/** What the bundler says of the place of an error: Vite 7 of the error itself, Vite 8 of each that it found. */
interface Located extends Error {
  readonly id?: string;
  readonly loc?: Location;
  readonly errors?: readonly { readonly loc?: Location }[];
}

type Location = NonNullable<ErrorPayload['err']['loc']>;
type SourcePlace = Pick<ErrorPayload['err'], 'id' | 'loc'>;

/** Where an error happened: as the bundler says, or the first line of the stack in a file of the project, not of a package. */
function placeIn(error: Located, root: string): SourcePlace {
  const { id, errors = [], loc = errors[0]?.loc, stack = '' } = error;
  if (loc !== undefined) return { loc, id: loc.file ?? id ?? root };
  const places = [...stack.matchAll(/(?:\(|at |file:\/\/)(\/[^():]+):(\d+):(\d+)/g)];
  const isOwn = (path: string) => path.startsWith(`${root}/`) && !path.includes('/node_modules/');
  const [, file, line, column] = places.find(([, path = '']) => isOwn(path)) ?? [];
  return file === undefined ? {} : { id: file, loc: { file, line: Number(line), column: Number(column) } };
}

/** A message that names the place of its error, as those of the bundler do. */
function withPlace(message: string, { loc }: SourcePlace, root: string): string {
  if (loc?.file === undefined) return message;
  const file = relative(root, loc.file);
  return message.includes(file) ? message : `${message} (${file}:${loc.line}:${loc.column})`;
}
