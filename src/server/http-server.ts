import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { isReachable } from '../control/guard.js';
import { callListener } from '../foundation/call-listener.js';
import type { Issue } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import { parseBaseUrl } from '../mock/base-url.js';
import { checkControl } from '../mock/check-arguments.js';
import { internals } from '../mock/internals.js';
import type { Mock } from '../mock/mock.js';
import type { Reply } from '../protocol/reply.js';
import { ALL_SESSIONS } from '../protocol/session-name.js';
import type { Replica } from '../replicas/replica.js';
import { Connections } from './connections.js';
import { Delivery } from './delivery.js';
import { KEEP_ALIVE } from './keep-alive.js';
import type { MetricSources } from './metrics.js';
import type { RequestCounts } from './request-counts.js';
import { ServerFiles } from './server-files.js';
import { checkStateFile, type ServerOptions } from './server-options.js';
import { serverOptions } from './server-settings.js';
import { joinStore } from './store.js';
import { Ticking } from './ticking.js';
import { Visitors } from './visitors.js';

const optionsSchema = z.partial(z.object(serverOptions satisfies Record<keyof ServerOptions, z.core.$ZodType>));

/** A server for a mock. */
export interface MockServer {
  /** The URL of the server; throws before `listen()`. */
  readonly url: string;
  /** The port of the server; throws before `listen()`. */
  readonly port: number;
  /** The IP address that the server listens on, which `host` resolved to; throws before `listen()`. */
  readonly address: string;
  /**
   * Starts the server. Rejects if the port is in use, the address is not one of this machine, the state file is invalid or
   * used by another server, or the store could not be used for 30 seconds; with an `AbortError` if `close()` is called meanwhile.
   */
  listen(): Promise<MockServer>;
  /**
   * Answers a request that arrived at another server, such as a development server: the mocked APIs, the control API and the
   * console. No `listen()` is needed, except with `state`, `exportOnExit` or `store`, without which it throws. `host` is the address
   * that the other server listens on. A request that arrived at an address that other machines can reach is treated as if that were
   * `host`.
   */
  readonly handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  /**
   * Accepts requests for `drainDelay` seconds more, waits for running ones, at most for `drain` seconds, stops the server, leaves
   * its store, at most for half a second, and writes its files. Rejects if a file cannot be written.
   * If the server is not listening, it only ends the streams of events, and lets time stand still.
   */
  close(): Promise<void>;
}

/** The options, with the defaults filled in. */
type CompleteOptions = ServerOptions & {
  [Name in 'port' | 'host' | 'drainDelay' | 'onProblem']: NonNullable<ServerOptions[Name]>;
};

const STOPPING: Issue = { path: 'server', message: 'is stopping' };

/** Opens and closes a port, its files and its store. `Delivery` answers the requests that arrive there. */
export class HttpServer implements MockServer {
  readonly #mock: Mock;
  readonly #options: CompleteOptions;
  readonly #persistence: ServerFiles;
  readonly #delivery: Delivery;
  // The mock checks the Host header itself. Joined, two of them are not valid.
  readonly #server = createServer({ requireHostHeader: false, joinDuplicateHeaders: true });
  readonly #connections: Connections;
  readonly #ticking: Ticking;
  #replica: Replica | undefined;
  #isListening = false;
  #closing: Promise<void> | undefined;
  #stopWatching: (() => void) | undefined;
  /** Set while the server is being started: it may wait for the store. */
  #starting: { readonly controller: AbortController; readonly ended: Promise<void> } | undefined;

  /** @throws MockError `malformed_data` */
  constructor(mock: Mock, options: ServerOptions) {
    expectValid(optionsSchema, options);
    checkControl(options.control, ['token', 'corsOrigin']);
    checkStateFile(options);
    const { port = 4010, host = '127.0.0.1', name = hostname(), drain = 5, drainDelay = 0 } = options;
    const { onProblem = printProblem } = options;
    // The length of the headers is limited. Node would leave out those beyond a number in silence.
    this.#server.maxHeadersCount = 0;
    this.#server.keepAliveTimeout = KEEP_ALIVE;
    this.#mock = mock;
    this.#options = { ...options, port, host, drainDelay, onProblem };
    this.#ticking = new Ticking(mock, options.store, onProblem);
    this.#persistence = new ServerFiles(mock, options, onProblem);
    const publicUrl = options.publicUrl === undefined ? undefined : parseBaseUrl(options.publicUrl, 'publicUrl');
    const base = publicUrl ?? mock[internals].base ?? { path: '', basePath: '' };
    const begin = (id: string, client: string | undefined) => this.#beginSession(id, client);
    const end = (id: string) => this.#endSession(id);
    const keepsSessions = options.state !== undefined || options.store !== undefined;
    const visitors = options.visitors
      ? new Visitors({ begin, end, base: base.path, publicUrl, keepsSessions })
      : undefined;
    // A proxy on this machine may pass on the requests of visitors.
    const isOff = visitors !== undefined && !options.control;
    this.#delivery = new Delivery({
      mock,
      host,
      control: isOff ? false : options.control,
      publicUrl,
      base,
      visitors,
      onRequest: options.onRequest,
      health: {
        isStopping: () => this.#closing !== undefined,
        whyReadOnly: () => this.#persistence.loss(),
        whyNotReady: () => this.#whyNotReady(),
      },
      figures: (requests) => this.#figures(name, requests),
      onStream: (outgoing) => this.#connections.addStream(outgoing),
    });
    this.#connections = new Connections(this.#server, drain * 1000, this.#delivery.answer);
    if (this.#delivery.watch !== undefined) this.#server.prependListener('request', this.#delivery.watch);
  }

  get url(): string {
    return `http://${openableHost(this.#options.host, this.address)}:${this.port}`;
  }

  get port(): number {
    return this.#bound.port;
  }

  get address(): string {
    return this.#bound.address;
  }

  readonly handle: MockServer['handle'] = (incoming, outgoing) => {
    const { state, exportOnExit, store } = this.#options;
    if (!this.#isListening && (state ?? exportOnExit ?? store) !== undefined)
      throw new Error('The server needs listen() for its files and its store');
    this.#begin();
    this.#delivery.watch?.(incoming, outgoing);
    this.#delivery.answerElsewhere(incoming, outgoing);
  };

  readonly listen = async (): Promise<MockServer> => {
    if (this.#isListening) throw new Error('The server is already listening');
    const controller = new AbortController();
    this.#starting = { controller, ended: this.#open(controller.signal) };
    try {
      await this.#starting.ended;
    } finally {
      this.#starting = undefined;
    }
    return this;
  };

  readonly close = (): Promise<void> => {
    this.#closing ??= this.#close().finally(() => {
      this.#closing = undefined;
    });
    return this.#closing;
  };

  async #open(signal: AbortSignal): Promise<void> {
    const { port, host, onProblem } = this.#options;
    this.#isListening = true;
    try {
      await this.#persistence.open(signal);
      this.#replica = await joinStore(this.#mock, this.#options, this.#delivery.access, onProblem, signal);
      signal.throwIfAborted();
      this.#server.listen(port, host);
      await once(this.#server, 'listening');
      // `host` may be a name; access to the control API depends on the address it resolved to.
      this.#delivery.listensOn(this.address);
      this.#begin();
    } catch (error) {
      this.#isListening = false;
      await this.#leaveStore().catch(({ message }) => onProblem(`the store was not left: ${message}`));
      await this.#persistence.release();
      // Bun does not say where it cannot listen.
      const { syscall, address } = error as NodeJS.ErrnoException & { address?: string };
      throw syscall === 'listen' && address === undefined
        ? Object.assign(error as Error, { port, address: host })
        : error;
    }
  }

  async #close(): Promise<void> {
    const { drainDelay } = this.#options;
    this.#ticking.stop();
    this.#starting?.controller.abort(new DOMException('The server was closed before it was ready', 'AbortError'));
    await this.#starting?.ended.catch(() => {});
    if (!this.#isListening) {
      // Those of requests that arrived at another server.
      this.#connections.endStreams();
      this.#end();
      return;
    }
    // Otherwise it would wait for them until the end of the drain time.
    if (this.#replica !== undefined) this.#replica.release();
    else for (const { faults } of this.#mock.sessions.matching(ALL_SESSIONS)) faults.release();
    if (drainDelay > 0) {
      this.#connections.endKeepAlive();
      await wait(drainDelay * 1000);
    }
    await this.#connections.close();
    try {
      await this.#leaveStore();
    } finally {
      this.#isListening = false;
      this.#end();
      await this.#persistence.close();
    }
  }

  /** Does by itself what a server does, from its first request on. */
  #begin(): void {
    const { onSessionEnd } = this.#options;
    this.#ticking.start();
    if (onSessionEnd === undefined) return;
    this.#stopWatching ??= this.#mock[internals].sessions.onLoss((lost) =>
      callListener('onSessionEnd', () => onSessionEnd(lost)),
    );
  }

  #end(): void {
    this.#ticking.stop();
    this.#stopWatching?.();
    this.#stopWatching = undefined;
  }

  async #leaveStore(): Promise<void> {
    try {
      await this.#replica?.stop();
    } finally {
      this.#replica = undefined;
    }
  }

  /**
   * Starts the session of a visitor, if it does not exist. Returns an answer if a store did not keep it.
   * @throws TooManySessions, MockError `unavailable`
   */
  async #beginSession(id: string, client: string | undefined): Promise<Reply | undefined> {
    if (this.#replica === undefined) {
      this.#mock[internals].sessions.visit(id, client);
      return undefined;
    }
    const reply = await this.#replica.begin(id, client);
    return reply.status === 200 ? undefined : reply;
  }

  /** Returns an answer if the session could not be ended. */
  async #endSession(id: string): Promise<Reply | undefined> {
    if (this.#replica === undefined) {
      this.#mock.sessions.endAll(id);
      return undefined;
    }
    const reply = await this.#replica.end(id);
    return reply.status === 200 ? undefined : reply;
  }

  #whyNotReady(): readonly Issue[] {
    const failure = this.#replica?.failure;
    return [
      ...(this.#closing === undefined ? [] : [STOPPING]),
      ...this.#persistence.whyNotReady(),
      ...(failure === undefined ? [] : [{ path: 'store', message: `cannot be used: ${failure}` }]),
    ];
  }

  #figures(name: string, requests: RequestCounts): MetricSources {
    const { sessions } = this.#mock[internals];
    const { stateFile } = this.#persistence;
    const whyNotReady = () => this.#whyNotReady();
    return { name, requests, sessions, connections: this.#connections, stateFile, replica: this.#replica, whyNotReady };
  }

  get #bound(): AddressInfo {
    const address = this.#server.address() as AddressInfo | null;
    if (address === null) throw new Error('The server is not listening; call listen() first');
    return address;
  }
}

/** Where problems go that do not stop a server, unless its options name another place. */
function printProblem(message: string): void {
  process.stderr.write(`briefs-mock: ${message}\n`);
}

/**
 * The host in the URL of a server that listens on an address. All addresses of the machine include the loopback address. A host that
 * only resolves to a loopback address, such as `127.1`, is replaced by that: the control API would reject it as a Host header.
 */
function openableHost(host: string, address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  const openable = isReachable(host) && !isReachable(address) ? address : host;
  return openable.includes(':') ? `[${openable}]` : openable;
}
