import { createMock, type Mock, type MockOptions } from 'briefs-mock';
import { routes } from 'briefs-mock/schemas';
import { expect } from 'vitest';
import { type Failure, type Send, type Sent, senderOf } from './envelope.js';
import { office } from './user-data-office.js';

/** The user-data API of one mock. Paths are relative to `/user-data/v1`. */
export interface UserData {
  readonly mock: Mock;
  /** Here the path is the full path. */
  readonly send: Send;
  /** Expects status 200 and returns `data`. */
  get<Data = unknown>(path: string, headers?: Record<string, string>): Promise<Data>;
  post<Data = unknown>(path: string, body: unknown, headers?: Record<string, string>): Promise<Data>;
  put<Data = unknown>(path: string, body: unknown): Promise<Data>;
  delete<Data = unknown>(path: string, body?: unknown): Promise<Data>;
  /** An error as a line: its status, its code and the paths of its issues, such as `409 conflict 0.name 2.name`. */
  refusal(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<string>;
}

const pristine = createMock({ scenario: office });

/** A new mock with the scenario `office`. */
export function open(options?: MockOptions): UserData {
  return userDataOf(options === undefined ? pristine.fork() : createMock({ scenario: office, ...options }));
}

/** Expects that the records of a mock are consistent: its snapshot can be restored, with the same fingerprint. */
export function expectWhole(mock: Mock): void {
  const before = mock.fingerprint();
  mock.restore(JSON.parse(JSON.stringify(mock.snapshot())));
  expect(mock.fingerprint()).toBe(before);
}

/** The user-data API of a mock. */
export function userDataOf(mock: Mock): UserData {
  const send = senderOf(mock);

  async function call<Data>(method: string, path: string, sent: Sent): Promise<Data> {
    const { status, text, json } = await send<Data>(method, `/user-data/v1${path}`, sent);
    expect(status, `${method} ${path}: ${text}`).toBe(200);
    return json.data;
  }
  return {
    mock,
    send,
    get: (path, headers = {}) => call('GET', path, { headers }),
    post: (path, body, headers = {}) => call('POST', path, { body, headers }),
    put: (path, body) => call('PUT', path, { body }),
    delete: (path, body) => call('DELETE', path, { body }),
    refusal: async (method, path, body, headers = {}) => {
      const { status, json } = await send(method, `/user-data/v1${path}`, { body, headers });
      const { error } = json as unknown as Failure;
      if (error === undefined) return `${status}`;
      return [status, error.code, ...(error.issues ?? []).map((issue) => issue.path)].join(' ');
    },
  };
}

/** The declared routes of the API, each once: `/client-brief` is a second path of `/brief-client`. */
export const userDataRoutes = Object.entries(routes)
  .map(([name, schemas]) => {
    const [method = '', path = ''] = name.split(' ');
    return { method, path, ...schemas };
  })
  .filter(({ path }) => path.startsWith('/user-data/') && !path.startsWith('/user-data/v1/client-brief'));

const pathsOf = (wanted: string, pattern: RegExp) =>
  userDataRoutes.flatMap(({ method, path }) => (method === wanted && pattern.exec(path)?.[1]) || []);

/** The collections with a GET by id. */
export const readableById = pathsOf('GET', /^\/user-data\/v1(\/[^/]+)\/:id$/);

/** The collections without a GET by id, but with PUT and DELETE by id. */
export const unreadableById = pathsOf('PUT', /^\/user-data\/v1(\/[^/]+)\/:id$/).filter(
  (path) => !readableById.includes(path),
);
