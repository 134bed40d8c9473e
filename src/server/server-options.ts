import { resolve } from 'node:path';
import { issuesError, malformed } from '../foundation/mock-error.js';
import type { ControlAccess } from '../protocol/listener.js';
import type { LostSession } from '../session/sessions.js';
import type { AnsweredRequest } from './request-log.js';
import type { FileOptions } from './server-files.js';
import { filesOfState } from './state-log.js';
import type { StoreOptions } from './store.js';

export interface ServerOptions extends FileOptions, StoreOptions {
  /** The port to listen on; 0 takes a free one. Default 4010. */
  port?: number | undefined;
  /** The address to listen on. Default 127.0.0.1. */
  host?: string | undefined;
  /** The name of the server in its metrics. Default: the host name of the machine. */
  name?: string | undefined;
  /** How many seconds `close()` waits for running requests, at most 86,400. Default 5. */
  drain?: number | undefined;
  /**
   * How many seconds `close()` still accepts requests before, while `/__mock/ready` answers 503 and each answer closes its
   * connection: load balancers need time to notice. At most 86,400. Default 0.
   */
  drainDelay?: number | undefined;
  /**
   * The control API: `false` turns it off, so that its paths but the probes answer 404; with a token, every call needs
   * `Authorization: Bearer <token>`. Without a token it answers on loopback addresses only.
   */
  control?: false | ControlAccess | undefined;
  /**
   * The URL at which clients reach the server through a proxy, such as `https://demo.example/mock`. The control API then needs
   * a token, and the last address in `X-Forwarded-For` is that of the client. Default: the server's own address.
   */
  publicUrl?: string | undefined;
  /**
   * Whether each visitor has a session, by a cookie that the server sets. Then the control API is off unless it has a token, and
   * `/__mock/demo/start-again` lets a visitor end the session. Default false.
   */
  visitors?: boolean | undefined;
  /** Called when a session ends because it was idle, or because of a limit. */
  onSessionEnd?: ((session: LostSession) => void) | undefined;
  /** Called after every request. */
  onRequest?: ((request: AnsweredRequest) => void) | undefined;
}

/** @throws MockError `malformed_data` for an option that has no effect without a state file, or would replace it */
export function checkStateFile({ state, stateSync = false, repair = false, exportOnExit }: ServerOptions): void {
  if (state !== undefined) {
    if (exportOnExit === undefined || !filesOfState(resolve(state)).includes(resolve(exportOnExit))) return;
    throw malformed(`exportOnExit: must not be the file of the option state or its log, but is ${exportOnExit}`);
  }
  const given = Object.entries({ stateSync, repair }).filter(([, value]) => value);
  if (given.length === 0) return;
  const message = 'needs the option state, the file in which the server keeps its state';
  const issues = given.map(([path]) => ({ path, message }));
  throw issuesError('malformed_data', issues);
}
