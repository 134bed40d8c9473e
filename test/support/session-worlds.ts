import { createMock, type Mock } from 'briefs-mock';
import { readingRoom } from './reading-room.js';
import type { Operation } from './session-operations.js';
import { office } from './user-data-office.js';

/** How a request names its session. Those with a decoy also name another session, in a way with lower precedence. */
export const ways = ['header', 'cookie', 'prefix', 'header and a decoy', 'prefix and decoys'] as const;
export type Way = (typeof ways)[number];

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export type Transport = (sent: Sent) => Promise<Response>;

/** Valid ids, some of which look unusual. */
export const sessionIds = ['a', 'A', '__proto__', 'constructor', '0', '...', 'worker-1_x', 'z'.repeat(64)] as const;

const decoy = 'nobody-asked-for-this-one';

/** Adds a session to a request; null leaves it in the default session. */
export function inSession(id: string | null, way: Way, sent: Sent): Sent {
  if (id === null) return sent;
  const { headers, path } = sent;
  switch (way) {
    case 'header':
      return { ...sent, headers: { ...headers, 'x-mock-session': id } };
    case 'cookie':
      return { ...sent, headers: { ...headers, cookie: `theme=dark; mock_session=${id}; other_session=${decoy}` } };
    case 'prefix':
      return { ...sent, path: `/__mock/s/${id}${path}` };
    case 'header and a decoy':
      return { ...sent, headers: { ...headers, 'x-mock-session': id, cookie: `mock_session=${decoy}` } };
    case 'prefix and decoys': {
      const decoys = { 'x-mock-session': decoy, cookie: `mock_session=${decoy}` };
      return { ...sent, path: `/__mock/s/${id}${path}`, headers: { ...headers, ...decoys } };
    }
  }
}

/** Collects tokens and snapshots of answers for operations with `recall`. */
export class Memory {
  readonly #texts = { token: [] as string[], snapshot: [] as string[] };

  fill({ method, path, headers = {}, body, recall }: Operation): Sent {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const sent = { method, path, headers, body: method === 'GET' || method === 'HEAD' ? undefined : text };
    const recalled = recall && this.#texts[recall.what].at(-1 - recall.nth);
    if (recalled === undefined) return sent;
    if (recall?.what === 'snapshot') return { ...sent, body: recalled };
    return { ...sent, headers: { ...headers, authorization: `Bearer ${recalled}` } };
  }

  note({ method, path }: Sent, text: string): void {
    if (method === 'GET' && /^\/__mock\/snapshots?(\/|$)/.test(path) && text.startsWith('{"format"')) {
      this.#texts.snapshot.push(text);
    }
    const token = path === '/__mock/tokens' && /"token":"([^"]+)"/.exec(text)?.[1];
    if (token) this.#texts.token.push(token);
  }
}

/** Headers that belong to the connection and not to the answer. */
export const HOP_BY_HOP = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

/** An answer as text, without durations and without values that depend on other sessions. */
export async function answerOf(transport: Transport, sent: Sent): Promise<{ summary: string; text: string }> {
  let response: Response;
  let text: string;
  try {
    response = await transport(sent);
    text = await response.text();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { summary: '0', text: '' };
  }
  const headers = [...response.headers].filter(([name]) => !HOP_BY_HOP.includes(name));
  const body = text
    .replaceAll(/"duration_ms":[\d.e-]+/g, '"duration_ms":0')
    .replaceAll(/"entry":\d+/g, '"entry":0')
    // A copy of a session has no revisions of the requests before it.
    .replaceAll(/"revision":\d+,"changed"/g, '"revision":0,"changed"')
    .replaceAll(/"wall_time":"[^"]*"/g, '"wall_time":""')
    .replaceAll(/"request":\{"headers":\{[^}]*\}/g, '"request":{"headers":{}')
    .replaceAll(/"session":(null|"[^"]*")/g, '"session":null')
    .replaceAll(/"sessions":\d+/g, '"sessions":0');
  return { summary: `${response.status} ${JSON.stringify(headers)} ${body}`, text };
}

/** The scenario and seed that a mock starts with. */
export type Baseline = Pick<Mock, 'scenario' | 'seed'>;

/**
 * Creates mocks that have not received requests. Mocks with different names share nothing, not even the origin of a
 * fork. Mocks with the same name are forks of one origin, so use only the newest of them.
 */
export class Mocks {
  readonly #origins = new Map<string, Mock>();

  fresh(name: string, { scenario, seed }: Baseline = { scenario: office.name, seed: 3 }): Mock {
    const key = JSON.stringify([name, scenario, seed]);
    const known = [office, readingRoom];
    const first = known.find((one) => one.name === scenario);
    const origin = this.#origins.get(key) ?? createMock({ scenario: first, scenarios: known, seed });
    this.#origins.set(key, origin);
    return origin.fork();
  }
}

/** Sends requests to a mock without the network. */
export function transportOf(mock: Mock, origin = 'http://mock.example'): Transport {
  return (sent) => mock.fetch(requestOf(origin, sent));
}

export function requestOf(origin: string, { method, path, headers, body }: Sent): Request {
  return new Request(origin + path, { method, headers, ...(body !== undefined && { body }) });
}
