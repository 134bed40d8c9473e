import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { MockError } from '../foundation/mock-error.js';
import { notAProxy, parserError, refusalText } from './refusals.js';

/** How long a stopping server waits, in milliseconds, for a request to arrive completely. */
const ARRIVAL_LIMIT = 500;
/** How long it waits, in milliseconds, for connections to close that have ended. */
const SHORTLY = 1000;

/** How many requests are read ahead on a connection. They are read at all so that the server sees that the client hangs up. */
const READ_AHEAD = 10;

/** How long a client whose connection is refused may read the reason, in milliseconds. */
const REFUSAL_PERIOD = 2_000;

/** Tracks the connections of a server, and which of them still wait for an answer. Answers the requests of each in turn. */
export class Connections {
  readonly #server: Server;
  /** How long a stopping server waits for running requests to finish, in milliseconds. */
  readonly #gracePeriod: number;
  /** The open connections, each with the response to its latest request. */
  readonly #open = new Map<Socket, ServerResponse | undefined>();
  /** How many requests of a connection wait for the answers before theirs. */
  readonly #waiting = new WeakMap<Socket, number>();
  /** Connections whose data could not be parsed, with the reason; undefined if the connection itself failed. */
  readonly #broken = new WeakMap<Socket, MockError | undefined>();
  /** Streams of events, which do not end. */
  readonly #streams = new Set<ServerResponse>();
  #keepsAlive = true;
  #isClosing = false;

  constructor(server: Server, gracePeriod: number, answer: RequestListener) {
    this.#server = server;
    this.#gracePeriod = gracePeriod;
    server.on('connection', (socket) => {
      this.#open.set(socket, undefined);
      socket.once('close', () => this.#open.delete(socket));
    });
    server.on('request', (incoming, response) => {
      // This runs for every request, so it adds no listener that would have to be removed.
      const { socket } = incoming;
      const previous = this.#open.get(socket);
      this.#open.set(socket, response);
      if (!this.#keepsAlive) response.shouldKeepAlive = false;
      const start = () =>
        this.#inTurn(socket, previous, () => {
          const problem = incoming.complete ? undefined : this.#broken.get(socket);
          if (problem === undefined) answer(incoming, response);
          else refuse(socket, problem);
        });
      // Chunks that arrived with the headers are parsed before the request is handled: if one is invalid, nothing may change.
      if (incoming.headers['transfer-encoding'] === undefined) start();
      else process.nextTick(start);
    });
    server.on('checkContinue', (incoming, response) => {
      // A client that gets another answer first need not send the body.
      const { shouldKeepAlive } = response;
      response.shouldKeepAlive = false;
      const proceed = () => {
        if (response.headersSent) return;
        response.shouldKeepAlive = shouldKeepAlive && this.#keepsAlive;
        response.writeContinue();
      };
      const read = incoming.iterator.bind(incoming);
      incoming.iterator = (options) => after(proceed, read(options));
      server.emit('request', incoming, response);
    });
    // Otherwise Node answers 417 without a body.
    server.on('checkExpectation', (incoming, response) => server.emit('request', incoming, response));
    server.on('clientError', (error, socket) => this.#refuseBroken(error, socket as Socket));
    server.on('connect', ({ socket }) => {
      // Node has no listener on a socket that it hands over. The client may reset the connection.
      socket.on('error', () => {});
      this.#inTurn(socket, this.#open.get(socket), () => refuse(socket, notAProxy()));
    });
  }

  /**
   * Runs a function when the previous answer on a connection is sent. Otherwise the answers to pipelined requests would fill
   * the memory if the client does not read them. Does not run it on a connection that has ended: a request that cannot be
   * answered must not change anything.
   */
  #inTurn(socket: Socket, previous: ServerResponse | undefined, run: () => void): void {
    if (previous === undefined || previous.writableFinished) {
      if (socket.writable && previous?.shouldKeepAlive !== false) run();
      return;
    }
    const add = (more: number) => this.#waiting.set(socket, this.#waitingOn(socket) + more);
    add(1);
    // Not paused at once, because Node resumes the socket after each request.
    setImmediate(() => {
      if (this.#waitingOn(socket) > READ_AHEAD) socket.pause();
    });
    previous.once('close', () => {
      add(-1);
      if (!socket.writable) return;
      if (this.#waitingOn(socket) <= READ_AHEAD) socket.resume();
      run();
    });
  }

  #waitingOn(socket: Socket): number {
    return this.#waiting.get(socket) ?? 0;
  }

  /** Answers a request that Node could not parse with the reason, unless a part of another answer is already sent. */
  #refuseBroken(error: NodeJS.ErrnoException, socket: Socket): void {
    // Everything that a client sends after an error is ignored.
    if (this.#broken.has(socket)) return;
    const problem = parserError(error);
    this.#broken.set(socket, problem);
    if (problem === undefined || !socket.writable) {
      socket.destroy();
      return;
    }
    const latest = this.#open.get(socket);
    const isInBody = latest !== undefined && !latest.req.complete;
    if (!isInBody) this.#inTurn(socket, latest, () => refuse(socket, problem));
    // Otherwise it is refused when the earlier requests are answered.
    else if (!hasNoTurn(latest)) {
      if (latest.headersSent) socket.destroy();
      else refuse(socket, problem);
    }
  }

  /** The number of streams of events. */
  get streams(): number {
    return this.#streams.size;
  }

  /** Ends an answer when the server stops, instead of waiting for it. Its connection is used for nothing else. */
  addStream(response: ServerResponse): void {
    // The client is gone.
    if (response.destroyed) return;
    response.shouldKeepAlive = false;
    if (this.#isClosing) response.destroy();
    this.#streams.add(response);
    response.once('close', () => this.#streams.delete(response));
  }

  endStreams(): void {
    for (const stream of this.#streams) if (stream.headersSent) stream.end();
  }

  /** Closes each connection after its next answer, with `Connection: close`, from now on. */
  endKeepAlive(): void {
    this.#keepsAlive = false;
    for (const response of this.#open.values()) if (response?.headersSent === false) response.shouldKeepAlive = false;
  }

  /** Stops listening; resolves when all running requests have finished or have timed out. */
  close(): Promise<void> {
    this.#isClosing = true;
    // Otherwise keep-alive connections would stay open and wait for another request.
    this.endKeepAlive();
    this.endStreams();
    // After close(), Node no longer enforces its own timeouts.
    const timers = [
      // After a turn that reads what has arrived: if the process was paused, that may be the rest of a request.
      setTimeout(() => setImmediate(() => this.#hangUp()), ARRIVAL_LIMIT),
      setTimeout(() => this.#server.closeAllConnections(), this.#gracePeriod),
    ];
    return new Promise((resolve, reject) => {
      this.#server.close(async (error) => {
        // A request that is cut off is logged only when its connection has closed.
        const signal = AbortSignal.timeout(SHORTLY);
        await Promise.allSettled([...this.#open.keys()].map((socket) => once(socket, 'close', { signal })));
        this.#isClosing = false;
        this.#keepsAlive = true;
        for (const timer of timers) clearTimeout(timer);
        if (error === undefined) resolve();
        else reject(error);
      });
    });
  }

  /** Closes the connections that have no complete, unanswered request, and those of clients that do not read their events. */
  #hangUp(): void {
    for (const [socket, response] of this.#open) {
      if (response === undefined || response.writableFinished) socket.destroy();
    }
    for (const stream of this.#streams) stream.destroy();
    const isAnswering = [...this.#open.values()].some((response) => response?.writableFinished === false);
    // Bun does not tell of a connection before its first request.
    if (!isAnswering) this.#server.closeAllConnections();
  }
}

/** A body, which is asked for when it is read. */
async function* after<Chunk>(ask: () => void, body: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  ask();
  yield* body;
}

/** Whether an earlier answer on the connection is still being sent: until then, Node assigns no socket. */
function hasNoTurn(response: ServerResponse | undefined): boolean {
  return response !== undefined && response.socket === null && !response.writableFinished;
}

/**
 * Ends a connection with an error. Closing it while the client is still sending would make the client lose the answer, so the
 * connection stays open for a while.
 */
function refuse(socket: Duplex, error: MockError): void {
  socket.end(refusalText(error));
  setTimeout(() => socket.destroy(), REFUSAL_PERIOD).unref();
}
