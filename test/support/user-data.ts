import { createMock, type Mock, type MockOptions } from 'briefs-mock';
import { routes } from 'briefs-mock/schemas';
import { expect } from 'vitest';
import * as z from 'zod';
import { type Answer, expectShape } from './conformance.js';
import { expectDocumented, jsonOf } from './openapi.js';
import { office } from './user-data-office.js';
import { uuid4 } from './uuid4.js';
import { withDefaultValueKey } from './value-key.js';

export interface Sent {
  readonly headers?: Record<string, string>;
  /** Text and bytes are sent unchanged, any other value as JSON. */
  readonly body?: unknown;
}

/** The envelope of the answers of the API. */
interface Envelope<Data> {
  readonly status_code: number;
  readonly request_id: string;
  readonly data: Data;
  readonly total?: number;
}

/**
 * The user-data API of one mock. Every answer is checked against the response schema of its route or, for an error,
 * against the error schema; only a successful write may change the state. Paths are relative to `/user-data/v1`.
 */
export interface UserData {
  readonly mock: Mock;
  /** Here the path is the full path. */
  send<Data = unknown>(method: string, path: string, sent?: Sent): Promise<Answer<Envelope<Data>>>;
  /** Expects status 200 and returns `data`. */
  get<Data = unknown>(path: string, headers?: Record<string, string>): Promise<Data>;
  post<Data = unknown>(path: string, body: unknown, headers?: Record<string, string>): Promise<Data>;
  put<Data = unknown>(path: string, body: unknown): Promise<Data>;
  delete<Data = unknown>(path: string, body?: unknown): Promise<Data>;
  /** An error as a line: its status, its code and the paths of its issues, such as `409 conflict 0.name 2.name`. */
  refusal(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<string>;
}

type Transport = (request: Request) => Promise<Response>;

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
export function userDataOf(mock: Mock, url = 'http://mock.example', transport: Transport = mock.fetch): UserData {
  async function send<Data>(method: string, path: string, { headers = {}, body }: Sent = {}) {
    const before = mock.fingerprint();
    const init = { method, headers: { 'content-type': 'application/json', ...headers } };
    const request = new Request(url + path, body === undefined ? init : { ...init, body: bytesOf(body) });
    const answer = await read<Envelope<Data>>(await transport(request));
    const declared = withDefaultValueKey(answer, mock);
    expectDocumented({ method, path, headers: request.headers, json: jsonOf(body) }, declared);
    expectConforming(method, new URL(request.url).pathname, declared);
    if (method === 'GET' || answer.status !== 200) {
      expect(mock.fingerprint(), `the state after ${method} ${path}: ${answer.text}`).toBe(before);
    }
    return answer;
  }
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

function bytesOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return typeof body === 'string' ? body : JSON.stringify(body);
}

async function read<Json>(response: Response): Promise<Answer<Json>> {
  const text = await response.text();
  const json = (text === '' ? undefined : JSON.parse(text)) as Json;
  return { status: response.status, headers: response.headers, text, json };
}

/** X5: the error codes and their statuses. */
const statuses = {
  malformed_data: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  no_such_route: 404,
  no_such_version: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
} as const;
const codes = Object.keys(statuses) as (keyof typeof statuses)[];

/** X3: the format of errors. */
const failure = z.strictObject({
  status_code: z.int(),
  request_id: z.string(),
  data: z.null(),
  error: z.strictObject({
    code: z.enum(codes),
    message: z.string().min(1),
    issues: z
      .array(z.strictObject({ path: z.string(), message: z.string().min(1) }))
      .min(1)
      .optional(),
  }),
});
type Failure = z.output<typeof failure>;

/** The declared routes of the API. */
export const userDataRoutes = Object.entries(routes)
  .map(([name, schemas]) => {
    const [method = '', path = ''] = name.split(' ');
    return { method, path, ...schemas };
  })
  .filter(({ path }) => path.startsWith('/user-data/'));

const pathsOf = (wanted: string, pattern: RegExp) =>
  userDataRoutes.flatMap(({ method, path }) => (method === wanted && pattern.exec(path)?.[1]) || []);

/** The collections with a GET by id. */
export const readableById = pathsOf('GET', /^\/user-data\/v1(\/[^/]+)\/:id$/);

/** The collections without a GET by id, but with PUT and DELETE by id. */
export const unreadableById = pathsOf('PUT', /^\/user-data\/v1(\/[^/]+)\/:id$/).filter(
  (path) => !readableById.includes(path),
);

// Routes with parameters come last, since a literal path has precedence.
const patterns = [...userDataRoutes]
  .sort((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))
  .map(({ method, path, response }) => ({
    method,
    path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
    response,
  }));

function expectConforming(method: string, path: string, { status, headers, text, json }: Answer): void {
  const request = `${method} ${path}: ${status} ${text.slice(0, 1000)}`;
  const requestId = headers.get('x-request-id');
  expect(requestId, request).toMatch(uuid4);
  expect(headers.get('content-type'), request).toBe('application/json');
  if (method === 'HEAD') {
    expect(text, request).toBe('');
    return;
  }
  const { status_code, request_id, ...rest } = json as Envelope<unknown>;
  expect({ status_code, request_id }, request).toEqual({ status_code: status, request_id: requestId });
  if (status === 200) {
    expectShape(responseOf(method, path), rest, request);
  } else {
    expectShape(failure, json, request);
    expect(statuses[(json as Failure).error.code], request).toBe(status);
  }
}

function responseOf(method: string, path: string): z.core.$ZodType {
  const full = path.replace(/\/$/, '').replace('/client-brief/', '/brief-client/');
  const route = patterns.find((pattern) => pattern.method === method && pattern.path.test(full));
  if (route === undefined) throw new Error(`No route is declared that ${method} ${path} could be answered by`);
  return route.response;
}
