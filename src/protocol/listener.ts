import type { Issue } from '../foundation/mock-error.js';
import type { RequestHeaders } from './request-headers.js';

/** The network address at which a request arrived; calls in the process have none. */
export interface Listener {
  /** The IP address that the server listens on. */
  readonly host: string;
  /** `false` turns the control API off; with a token, control calls must send it. */
  readonly control?: false | ControlAccess | undefined;
  /** The URL at which clients reach the server, if that is not its own address. */
  readonly publicUrl?: PublicUrl | undefined;
  /** The path at which an application serves the mock, which is not in the URL of the request. */
  readonly mount?: string | undefined;
  /** Why requests may not write now; undefined if they may. */
  readonly whyReadOnly?: () => string | undefined;
  /** Whether the server is stopping: it finishes the running requests, and should get no more. */
  readonly isStopping?: () => boolean;
  /** Why the server should get no requests now, each with the part that is the cause as its path; empty if it may get some. */
  readonly whyNotReady?: () => readonly Issue[];
  /** The address of the client that sent a request. */
  readonly addressOf?: (sender: Sender) => string | undefined;
  /**
   * The id of the visitor who sent a request. It is the session of API requests that name none; the first of them that may write
   * creates it. Without this function, requests that name no session share the default session.
   */
  readonly visitorOf?: ((sender: Sender) => string) | undefined;
  /** Why the session of a visitor is gone, if the sessions do not know it. */
  readonly visitorLoss?: ((id: string) => string | undefined) | undefined;
  /** Called with the outcome of a request before the answer is sent. */
  readonly onOutcome?: ((outcome: Outcome, sender: Sender) => void) | undefined;
}

/** The sender of one request, as the delivery knows it. In a Node server it is the `IncomingMessage`. */
export interface Sender {
  /** The method, in upper case, if the delivery has it as it was sent. */
  readonly method?: string | undefined;
  /** The target of the request as it was sent: in most cases a path and a query. */
  readonly url?: string | undefined;
  /** The names and values of the headers as they were sent, in turns. */
  readonly rawHeaders?: readonly string[] | undefined;
  /** The headers of the request. For the journal too: the headers of a Request may keep the connection in memory. */
  readonly headers: RequestHeaders;
  /** The body, in chunks. In a Node server it takes half the time and memory of the body of a Request. */
  iterator?(options: {
    /** Whether the request is destroyed if its reader stops before the end. */
    readonly destroyOnReturn: boolean;
  }): AsyncIterable<Uint8Array>;
}

/** What a server logs and counts about an answer. */
export interface Outcome {
  /** The name of the API, `own` for the routes of the application, `control`, or `none` if the path belongs to none of them. */
  readonly api: string;
  /** In upper case. */
  readonly method: string;
  /** The status; 0 if a fault rule broke the connection. */
  readonly status: number;
  /** The time until the answer, by the machine's clock. */
  readonly milliseconds: number;
  /** The `X-Request-Id` of the answer. */
  readonly id: string;
  /** Why an API request failed. */
  readonly reason: string | undefined;
  /** The ids of the fault rules that applied. */
  readonly faults: readonly number[];
}

/** The URL at which clients reach a server through a proxy. */
export interface PublicUrl {
  /** The whole URL, without a trailing slash. */
  readonly href: string;
  /** The scheme, host name and port. */
  readonly origin: string;
  /** The host name, without the port. */
  readonly hostname: string;
  /** The path of the URL, without a trailing slash. */
  readonly path: string;
  /** The decoded path: the prefix of the paths of requests, unless the proxy has removed it. */
  readonly basePath: string;
}

/** Who may call the control API of a server. */
export interface ControlAccess {
  /** Control calls must send `Authorization: Bearer <token>`. Printable ASCII without spaces. */
  readonly token: string;
  /** The origins whose pages may call the control API with the token. Default: none. */
  readonly corsOrigin?: readonly string[] | undefined;
}

/** Whether pages of this other origin may call the control API. */
export function allowsPagesOf(listener: Listener | undefined, origin: string): boolean {
  const control = listener?.control;
  return control ? (control.corsOrigin?.includes(origin) ?? false) : false;
}
