import type { Describe } from '../control/openapi-document.js';
import type { Apis } from '../http/app.js';
import type { From, Layer } from '../http/call.js';
import type { Behavior } from '../protocol/behavior.js';
import type { Listener, Sender } from '../protocol/listener.js';
import type { Reply } from '../protocol/reply.js';
import type { RequestData } from '../protocol/request-data.js';
import type { Service, ServiceName } from '../protocol/service.js';
import type { Session } from '../session/session.js';
import type { SessionLimits } from '../session/session-limits.js';
import type { Sessions } from '../session/sessions.js';
import type { BaseUrl } from './base-url.js';
import type { Persistence } from './persistence.js';

/** What a mock shares with its forks and sessions. */
export interface MockParts {
  readonly app: Apis;
  readonly describe: Describe;
  readonly limits: SessionLimits;
  readonly behavior: Behavior;
  readonly base: BaseUrl | undefined;
  /** The mocked APIs, after the custom routes of the mock. */
  readonly apis: readonly (Service & { readonly name: ServiceName })[];
  /** Undefined without the option `persona`. */
  readonly persona: { readonly name: string; readonly layer: Layer } | undefined;
  /** Undefined without the option `persist`. */
  readonly persistence: Persistence | undefined;
  /** The seconds by which clocks advance for each second of a server. */
  readonly speed: number;
}

/** What the package's own deliveries, layers and helpers need from a mock. */
export interface Internals extends MockParts {
  readonly session: Session;
  readonly sessions: Sessions;
  /** Answers a request, as data. A delivery passes on what it knows about the request. */
  readonly answer: (request: RequestData, from?: Partial<From>) => Reply | Promise<Reply>;
  /** The same as a Response. */
  readonly respond: (request: RequestData, from?: Partial<From>) => Response | Promise<Response>;
  /** Answers a request to a server that is identical to an earlier one; undefined if it has to be handled like any other. */
  readonly repeat: (sender: Sender, listener: Listener) => Reply | undefined;
  /** Adds a layer, and returns its removal; see {@link Layers}. */
  readonly use: (layer: Layer) => () => void;
}

export const internals: unique symbol = Symbol.for('briefs-mock/internals');
