/**
 * The mock as a server of its own.
 * @module
 */
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { checkOptions } from '../foundation/check-options.js';
import { machineMilliseconds } from '../foundation/clock.js';
import { tokenText } from '../foundation/common-schemas.js';
import { expectValid } from '../foundation/validate.js';
import { parseBaseUrl } from '../mock/base-url.js';
import { checkArguments } from '../mock/check-arguments.js';
import type { Mock } from '../mock/mock.js';
import type { Listener } from '../protocol/service.js';
import { addressSchema } from './address.js';
import { docsOf } from './api-reference.js';
import { Connections } from './connections.js';
import { Persistence, type PersistenceOptions } from './persistence.js';
import { type AnsweredRequest, answered } from './request-log.js';

export type { AnsweredRequest } from './request-log.js';

export interface ServerOptions extends PersistenceOptions {
  /** The port to listen on; 0 takes a free one. Default 4010. */
  port?: number | undefined;
  /** The address to listen on. Default 127.0.0.1. */
  host?: string | undefined;
  /**
   * The control API: `false` turns it off, as if it were not there; with a token every call needs
   * `Authorization: Bearer <token>`. Without a token it answers on loopback addresses only.
   */
  control?: false | { token?: string | undefined } | undefined;
  /** Is told of every request once it is over. */
  onRequest?: ((request: AnsweredRequest) => void) | undefined;
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
  /**
   * Starts to listen. Rejects where the port is taken, the address is not this machine's, or the state file cannot be used:
   * it is another server's, or holds no state.
   */
  listen(): Promise<MockServer>;
  /**
   * Finishes the requests in flight (for 5 seconds at most), stops, and writes what is to be written. Rejects where that
   * fails. A server that does not listen is closed already.
   */
  close(): Promise<void>;
}

const optionKeys = [
  'port',
  'host',
  'control',
  'state',
  'exportOnExit',
  'onRequest',
  'onProblem',
  'ownsProcess',
] satisfies (keyof ServerOptions)[];

/** The methods that change nothing. */
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Makes a server for a mock; `listen()` starts it.
 *
 * @example
 * const server = await createServer(mock, { port: 0 }).listen();
 * await fetch(`${server.url}/public-api/v1/brief`, { headers: { authorization: `Bearer ${token}` } });
 * await server.close();
 * @throws MockError `malformed_data` for options that are wrong, such as a control token that no request could carry.
 */
export function createServer(mock: Mock, options: ServerOptions = {}): MockServer {
  checkArguments('createServer', mock, options, optionKeys);
  const { port = 4010, host = '127.0.0.1' } = expectValid(addressSchema, options, { jitless: true });
  const { control, ownsProcess = false, onRequest } = options;
  checkControl(control);
  const persistence = new Persistence(mock, options);
  const base = mock.baseUrl === undefined ? '' : parseBaseUrl(mock.baseUrl).path;
  const docs = docsOf(base);
  let listener: Listener = { host, control };

  const deliver = (response: Response, request: Request, outgoing: ServerResponse) => {
    if (!READS.has(request.method)) persistence.changed();
    // The status, unlike the type, is there without a whole Response being made of it.
    if (response.status !== 0) return response;
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  };
  const server = createAdaptorServer({
    fetch: (request, { outgoing }) => {
      const response = docs(request, listener) ?? mock.serve(request, listener);
      const send = (response: Response) => deliver(response, request, outgoing as ServerResponse);
      return response instanceof Promise ? response.then(send) : send(response);
    },
    overrideGlobalObjects: ownsProcess,
  }) as Server;
  const connections = new Connections(server);
  if (onRequest !== undefined) {
    server.prependListener('request', (incoming: IncomingMessage, response: ServerResponse) => {
      const startedAt = machineMilliseconds();
      response.once('close', () => onRequest(answered(incoming, response, startedAt, base)));
    });
  }

  const address = () => {
    const address = server.address() as AddressInfo | null;
    if (address === null) throw new Error('The server does not listen: call listen() first');
    return address;
  };
  let isListening = false;
  let closing: Promise<void> | undefined;
  const stop = async () => {
    if (!isListening) return;
    await connections.close();
    isListening = false;
    await persistence.close();
  };
  const mockServer: MockServer = {
    get url() {
      return `http://${host.includes(':') ? `[${host}]` : host}:${address().port}`;
    },
    get port() {
      return address().port;
    },
    listen: async () => {
      if (isListening) throw new Error('The server listens already');
      isListening = true;
      try {
        await persistence.open();
        // A name tells nothing; this is where others can really reach it.
        server.once('listening', () => {
          listener = { host: address().address, control };
        });
        server.listen(port, host);
        await once(server, 'listening');
      } catch (error) {
        isListening = false;
        await persistence.release();
        throw error;
      }
      return mockServer;
    },
    close: () => {
      closing ??= stop().finally(() => {
        closing = undefined;
      });
      return closing;
    },
  };
  return mockServer;
}

function checkControl(control: ServerOptions['control']): void {
  if (control === undefined || control === false) return;
  // What was meant as a token may not leave the door open.
  checkOptions('control', control, ['token']);
  expectValid(tokenText.optional(), control.token, { root: ['control', 'token'] });
}
