import type { Mock, MockOptions } from 'briefs-mock';
import { openApi } from './deliveries.js';
import type { Delivery } from './transports.js';

/** The session that a request names, in each of the three ways. */
export interface Naming {
  readonly prefix?: string;
  readonly header?: string;
  readonly cookie?: string;
}

interface Visit {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
  readonly json: any;
}

/** A mock with the scenario `reading-room`, called through one delivery. */
export interface Place {
  readonly mock: Mock;
  /** The URL of the mock. */
  readonly url: string;
  /** Sends a request as Ann in a session. */
  visit(path: string, naming?: Naming, init?: RequestInit): Promise<Visit>;
}

export async function openPlace(delivery: Delivery, options?: MockOptions): Promise<Place> {
  const { mock, url } = await openApi(delivery, options);
  const transport = delivery === 'fetch' ? mock.fetch : fetch;
  return {
    mock,
    url,
    visit: async (path, { prefix, header, cookie } = {}, init = {}) => {
      const headers = new Headers({ authorization: 'Bearer ann-token', ...(init.headers as Record<string, string>) });
      if (header !== undefined) headers.set('x-mock-session', header);
      if (cookie !== undefined) headers.set('cookie', cookie);
      const below = prefix === undefined ? '' : `/__mock/s/${prefix}`;
      const response = await transport(url + below + path, { ...init, headers });
      const text = await response.text();
      const isJson = text !== '' && response.headers.get('content-type') === 'application/json';
      return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
    },
  };
}

/** Cannot be the id of a session, since it contains a space. */
const NONE = 'no session';

/** The number of requests in each session and in the default session. */
export function visitsIn(mock: Mock): Record<string, number> {
  const sessions = mock.sessions.list().map(({ id }): [string, number] => [id, mock.sessions.get(id).requests.count()]);
  // Without a prototype, since `__proto__` is a valid session id.
  return Object.assign(Object.create(null), { [NONE]: mock.requests.count() }, Object.fromEntries(sessions));
}
