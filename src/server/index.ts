/**
 * The mock as an HTTP server.
 * @module
 */
import { fromCaller } from '../foundation/from-caller.js';
import { checkArguments } from '../mock/check-arguments.js';
import type { Mock } from '../mock/mock.js';
import { HttpServer, type MockServer } from './http-server.js';
import type { ServerOptions } from './server-options.js';
import { serverOptions } from './server-settings.js';

export type { ControlAccess } from '../protocol/listener.js';
export type { RequestCommand } from '../replicas/command.js';
export type { ReplicaSettings } from '../replicas/replica-settings.js';
export type { Checkpoint, CommandBatch, FoundLog, LoggedBatch, StoreLog } from '../replicas/store-log.js';
export type { LostSession } from '../session/sessions.js';
export type { MockServer } from './http-server.js';
export type { AnsweredRequest } from './request-log.js';
export type { ServerOptions } from './server-options.js';

/**
 * Creates a server for a mock; `listen()` starts it.
 *
 * @example
 * const server = await createServer(mock, { port: 0 }).listen();
 * await fetch(`${server.url}/public-api/v1/brief`, { headers: { authorization: `Bearer ${token}` } });
 * await server.close();
 * @throws MockError `malformed_data` for invalid options, such as a control token with spaces.
 */
export function createServer(mock: Mock, options: ServerOptions = {}): MockServer {
  return fromCaller(createServer, () => {
    checkArguments('createServer', mock, options, Object.keys(serverOptions));
    return new HttpServer(mock, options);
  });
}
