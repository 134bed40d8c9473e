import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long, in milliseconds, a stopping server waits for a request that has begun to come in, and for one in flight. */
const ARRIVAL = 500;
const GRACE = 5_000;

/** The connections of a server: which of them it still owes an answer. */
export class Connections {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  readonly #inFlight = new Set<ServerResponse>();
  #isClosing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
    });
    server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
      this.#inFlight.add(response);
      if (this.#isClosing) response.shouldKeepAlive = false;
      response.once('close', () => this.#inFlight.delete(response));
    });
  }

  /** Stops to listen; resolves when the requests in flight are finished, or have taken too long. */
  close(): Promise<void> {
    this.#isClosing = true;
    // Their connections would otherwise wait for another request.
    for (const response of this.#inFlight) response.shouldKeepAlive = false;
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

  /** Ends the connections on which no whole request has come. */
  #hangUp(): void {
    const busy = new Set([...this.#inFlight].map(({ socket }) => socket));
    for (const socket of this.#open) if (!busy.has(socket)) socket.destroy();
  }
}
