/**
 * The mock as a server of its own.
 * @module
 */
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Mock } from './mock.js';

/** The status of `Response.error()`. */
const BROKEN = 0;

export interface ServerOptions {
  /** The port to listen on; 0 takes a free one. Default 4010. */
  port?: number | undefined;
  /** The address to listen on. Default 127.0.0.1. */
  host?: string | undefined;
  /**
   * Whether the process is the server's alone, so that it may replace the global `Request` and `Response` by faster ones.
   * Default false.
   */
  ownsProcess?: boolean | undefined;
}

/** A mock behind a TCP port. */
export interface MockServer {
  /** Where it listens, once it does. */
  readonly url: string;
  readonly port: number;
  /** Starts to listen. Rejects where the port is taken or the address is not this machine's. */
  listen(): Promise<MockServer>;
  /** Finishes the requests in flight and stops. */
  close(): Promise<void>;
}

/**
 * Makes a server for a mock; `listen()` starts it.
 *
 * @example
 * const server = await createServer(mock, { port: 0 }).listen();
 * await fetch(`${server.url}/public-api/v1/brief`, { headers: { authorization: `Bearer ${token}` } });
 * await server.close();
 */
export function createServer(
  mock: Mock,
  { port = 4010, host = '127.0.0.1', ownsProcess = false }: ServerOptions = {},
): MockServer {
  const server = createAdaptorServer({
    fetch: (request, { outgoing }) => {
      const send = (response: Response) => {
        if (response.status !== BROKEN) return response;
        outgoing.destroy();
        return RESPONSE_ALREADY_SENT;
      };
      const answer = mock.serve(request, { host });
      return answer instanceof Promise ? answer.then(send) : send(answer);
    },
    overrideGlobalObjects: ownsProcess,
  }) as Server;
  const inFlight = new Set<ServerResponse>();
  server.on('request', (_, response: ServerResponse) => {
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
  });
  const address = () => {
    const address = server.address() as AddressInfo | null;
    if (address === null) throw new Error('The server does not listen: call listen() first');
    return address;
  };
  const mockServer: MockServer = {
    get url() {
      return `http://${host.includes(':') ? `[${host}]` : host}:${address().port}`;
    },
    get port() {
      return address().port;
    },
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve(mockServer);
        });
      }),
    close: () =>
      new Promise((resolve, reject) => {
        // Their connections would otherwise wait for another request.
        for (const response of inFlight) response.shouldKeepAlive = false;
        server.close((error) => (error === undefined ? resolve() : reject(error)));
      }),
  };
  return mockServer;
}
