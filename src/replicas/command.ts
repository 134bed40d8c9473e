import type { ArrivedBody } from '../http/arrived-body.js';
import type { RequestData } from '../protocol/request-data.js';
import type { RequestHeaders } from '../protocol/request-headers.js';

/** A request, with everything that its answer depends on besides the sessions. Plain JSON. */
export interface RequestCommand {
  /** In upper case. */
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  /** Names are in lower case. Secrets on which no answer depends are hidden. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The names of the headers whose values are hidden; absent if there are none. */
  readonly hidden?: readonly string[];
  /** The token that the header Authorization contains, if it is one that all servers know. */
  readonly token?: 'control' | 'service';
  /** The place of the body among the bodies of the batch; absent if there is no body, or the route reads none. */
  readonly body?: number;
  /** Why the body could not be read: the limit of bytes that it exceeds, or it did not arrive completely. */
  readonly failed?: ArrivedBody['failed'];
  /** The address that the server listens on; absent for calls in the process. */
  readonly host?: string | undefined;
  /** The address of the client. */
  readonly client?: string | undefined;
  /** The id of the visitor. */
  readonly visitor?: string | undefined;
  /** The session of requests that name none, of a call in the process. */
  readonly main?: string | undefined;
}

/** What a replica appends to the log. A client may leave before it gets an answer that is held back. */
export type Command =
  | RequestCommand
  | {
      /** The key of a request. */
      readonly aborts: string;
    }
  | {
      /** The id of a visitor whose session starts. */
      readonly begins: string;
      /** The address of the visitor. */
      readonly client: string | undefined;
    }
  | {
      /** The name of a session to end. */
      readonly ends: string;
    };

const NEVER = new AbortController().signal;

/** The request of a command, as the mock reads it. `sent` is the request that arrived, at the replica where it did. */
export function requestOf(
  { method, url }: RequestCommand,
  headers: RequestHeaders,
  sent: RequestData | undefined,
): RequestData {
  return {
    method,
    url,
    headers,
    body: null,
    get signal() {
      // It works as long as its request is in memory.
      return sent?.signal ?? NEVER;
    },
  };
}
