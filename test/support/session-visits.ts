import type { Mock, MockOptions } from 'briefs-mock';
import { type Delivery, openApi } from './deliveries.js';

/** What a request says of its session, in each of the three ways. */
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

/** A mock in the reading room, reached through one delivery. */
export interface Place {
  readonly mock: Mock;
  /** Where it answers. */
  readonly url: string;
  /** Asks as Ann, in the session that is named. */
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

/** No id: it has a space. */
const NONE = 'no session';

/** How many requests each session has had, and how many were in none. */
export function visitsIn(mock: Mock): Record<string, number> {
  const sessions = mock.sessions.list().map(({ id }): [string, number] => [id, mock.sessions.get(id).requests.count()]);
  // Without a prototype, since a session may be called `__proto__`.
  return Object.assign(Object.create(null), { [NONE]: mock.requests.count() }, Object.fromEntries(sessions));
}
