import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long, in milliseconds, a stopping server waits for a request that has begun to come in, and for one in flight. */
const ARRIVAL = 500;
const GRACE = 5_000;

/** The connections of a server: which of them it still owes an answer. */
export class Connections {
  readonly #server: Server;
  /** Each with the answer to the latest request that came on it. */
  readonly #open = new Map<Socket, ServerResponse | undefined>();
  #isClosing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#open.set(socket, undefined);
      socket.once('close', () => this.#open.delete(socket));
    });
    server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      // Nothing that has to be taken back: this is done for every request.
      this.#open.set(socket, response);
      if (this.#isClosing) response.shouldKeepAlive = false;
    });
  }

  /** Stops to listen; resolves when the requests in flight are finished, or have taken too long. */
  close(): Promise<void> {
    this.#isClosing = true;
    // Their connections would otherwise wait for another request.
    for (const response of this.#open.values()) if (response !== undefined) response.shouldKeepAlive = false;
    // Node waits for these without end: a closed server checks no time limits any more.
    const timers = [
      setTimeout(() => this.#hangUp(), ARRIVAL),
      setTimeout(() => this.#server.closeAllConnections(), GRACE),
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

  /** Ends the connections on which no whole request has come that is not answered. */
  #hangUp(): void {
    for (const [socket, response] of this.#open) {
      if (response === undefined || response.writableFinished) socket.destroy();
    }
  }
}
