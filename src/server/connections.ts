import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a stopping server waits, in milliseconds, for a request to arrive completely, and for running requests to finish. */
const ARRIVAL_LIMIT = 500;
const GRACE_PERIOD = 5_000;

/** Tracks the connections of a server, and which of them still wait for an answer. */
export class Connections {
  readonly #server: Server;
  /** The open connections, each with the response to its latest request. */
  readonly #open = new Map<Socket, ServerResponse | undefined>();
  #isClosing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#open.set(socket, undefined);
      socket.once('close', () => this.#open.delete(socket));
    });
    server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      // This runs for every request, so it adds no listener that would have to be removed.
      this.#open.set(socket, response);
      if (this.#isClosing) response.shouldKeepAlive = false;
    });
  }

  /** Stops listening; resolves when all running requests have finished or have timed out. */
  close(): Promise<void> {
    this.#isClosing = true;
    // Otherwise keep-alive connections would stay open and wait for another request.
    for (const response of this.#open.values()) if (response !== undefined) response.shouldKeepAlive = false;
    // After close(), Node no longer enforces its own timeouts.
    const timers = [
      setTimeout(() => this.#hangUp(), ARRIVAL_LIMIT),
      setTimeout(() => this.#server.closeAllConnections(), GRACE_PERIOD),
    ];
    return new Promise((resolve, reject) => {
      this.#server.close((error) => {
        this.#isClosing = false;
        for (const timer of timers) clearTimeout(timer);
        if (error === undefined) resolve();
        else reject(error);
      });
    });
  }

  /** Closes the connections that have no complete, unanswered request. */
  #hangUp(): void {
    for (const [socket, response] of this.#open) {
      if (response === undefined || response.writableFinished) socket.destroy();
    }
  }
}
