import { createMock, type Mock, type MockOptions } from 'briefs-mock';
import { routes } from 'briefs-mock/schemas';
import { expect } from 'vitest';
import * as z from 'zod';
import { expectShape } from './conformance.js';
import { expectDocumented, jsonOf } from './openapi.js';
import { choices } from './user-preference-choices.js';
import { uuid4 } from './uuid4.js';
import { withDefaultValueKey } from './value-key.js';

interface Sent {
  readonly headers?: Record<string, string>;
  /** Bytes and text are sent unchanged, any other value as JSON. */
  readonly body?: unknown;
}

/** An answer of one of the two APIs with preferences. */
export interface Answer<Data = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: { readonly status_code: number; readonly request_id: string; readonly data: Data };
}

/** An error in short form; `at` lists the paths of its issues. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly at: readonly string[];
}

/** One of the two APIs; paths are relative to its version. Each call expects success and returns `data`. */
interface Client {
  get<Data = unknown>(path: string): Promise<Data>;
  post<Data = unknown>(path: string, body: unknown): Promise<Data>;
  put<Data = unknown>(path: string, body: unknown): Promise<Data>;
  delete<Data = unknown>(path: string): Promise<Data>;
  /** Expects that a call is rejected, and returns the error. */
  refusal(method: string, path: string, body?: unknown): Promise<Refusal>;
}

/**
 * A mock and the two APIs with preferences. Every answer is checked against the response schema of its route or, for an
 * error, against the error schema; only a successful write may change the state.
 */
export interface Preferences {
  readonly mock: Mock;
  send<Data = unknown>(method: string, path: string, sent?: Sent): Promise<Answer<Data>>;
  readonly userPreference: Client;
  readonly userData: Client;
}

/** Without options, tests get a fork of this mock: it equals a new mock and is created faster. */
const pristine = createMock({ scenario: choices });

/** A new mock, by default with the scenario `choices`. */
export function open(options?: MockOptions): Preferences {
  const mock = options === undefined ? pristine.fork() : createMock({ scenario: choices, ...options });

  async function send<Data>(method: string, path: string, { headers = {}, body }: Sent = {}): Promise<Answer<Data>> {
    const before = mock.fingerprint();
    const init = { method, headers: { 'content-type': 'application/json', ...headers } };
    const response = await mock.fetch(path, body === undefined ? init : { ...init, body: textOf(body) });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, text, json: text && JSON.parse(text) };
    const declared = withDefaultValueKey(answer, mock);
    expectDocumented({ method, path, headers: new Headers(headers), json: jsonOf(body) }, declared);
    expectConforming(method, path, declared);
    if (method === 'GET' || answer.status !== 200) {
      expect(mock.fingerprint(), `the state after ${method} ${path}: ${text}`).toBe(before);
    }
    return answer;
  }

  function clientOf(base: string): Client {
    async function call<Data>(method: string, path: string, body?: unknown): Promise<Data> {
      const { status, text, json } = await send<Data>(method, base + path, { body });
      expect(status, `${method} ${path}: ${text}`).toBe(200);
      return json.data;
    }
    return {
      get: (path) => call('GET', path),
      post: (path, body) => call('POST', path, body),
      put: (path, body) => call('PUT', path, body),
      delete: (path) => call('DELETE', path),
      refusal: async (method, path, body) => refusalIn(await send(method, base + path, { body })),
    };
  }
  return { mock, send, userPreference: clientOf('/user-preference/v1'), userData: clientOf('/user-data/v1') };
}

/** Expects that an answer is an error, and returns it in short form. */
export function refusalIn({ status, text, json }: Answer): Refusal {
  expect(status, text).toBeGreaterThanOrEqual(400);
  const { code, issues = [] } = (json as unknown as z.output<typeof failure>).error;
  return { status, code, at: issues.map(({ path }) => path) };
}

export const malformed = (...at: string[]): Refusal => ({ status: 400, code: 'malformed_data', at });

const failure = z.strictObject({
  status_code: z.int(),
  request_id: z.string().regex(uuid4),
  data: z.null(),
  error: z.strictObject({
    code: z.string().regex(/^[a-z_]+$/),
    message: z.string().min(1),
    issues: z
      .array(z.strictObject({ path: z.string(), message: z.string().min(1) }))
      .min(1)
      .optional(),
  }),
});

const declared = Object.entries(routes).map(([name, { response }]) => {
  const [method, path = ''] = name.split(' ');
  return { method, path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`), response };
});

function expectConforming(method: string, path: string, { status, headers, text, json }: Answer): void {
  const request = `${method} ${path}: ${status} ${text.slice(0, 1000)}`;
  if (method === 'OPTIONS') {
    expect(text, request).toBe('');
    return;
  }
  expect(headers.get('x-request-id'), request).toMatch(uuid4);
  expect(headers.get('content-type'), request).toBe('application/json');
  if (method === 'HEAD') {
    expect(text, request).toBe('');
    return;
  }
  const { status_code, request_id, ...rest } = json;
  expect({ status_code, request_id }, request).toEqual({
    status_code: status,
    request_id: headers.get('x-request-id'),
  });
  expect(status < 500, request).toBe(true);
  expectShape(status === 200 ? responseOf(method, path) : failure, status === 200 ? rest : json, request);
}

function responseOf(method: string, path: string): z.core.$ZodType {
  const [plain = ''] = path.split('?');
  const route = declared.find((each) => each.method === method && each.path.test(plain.replace(/\/$/, '')));
  if (route === undefined) throw new Error(`No route is declared that ${method} ${path} could be answered by`);
  return route.response;
}

function textOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return typeof body === 'string' ? body : JSON.stringify(body);
}
