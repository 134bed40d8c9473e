import type { Mock } from 'briefs-mock';
import { expect } from 'vitest';
import * as z from 'zod';
import { type Answer, bytesOf, expectShape, readAnswer, responseSchema } from './conformance.js';
import { expectDocumented, jsonOf } from './openapi.js';
import { uuid4 } from './uuid4.js';
import { withDefaultValueKey } from './value-key.js';

export interface Sent {
  readonly headers?: Record<string, string>;
  /** Text and bytes are sent unchanged, any other value as JSON. */
  readonly body?: unknown;
}

/** The envelope of the answers of the user-data API and the user-preference API. */
interface Envelope<Data> {
  readonly status_code: number;
  readonly request_id: string;
  readonly data: Data;
  readonly total?: number;
}

/** Sends a request to one of these APIs; the path is the full path. */
export type Send = <Data = unknown>(method: string, path: string, sent?: Sent) => Promise<Answer<Envelope<Data>>>;

/**
 * Sends requests to a mock. Every answer is checked against the response schema of its route or, for an error, against
 * the error schema; only a successful write may change the state.
 */
export function senderOf(mock: Mock): Send {
  return async <Data>(method: string, path: string, { headers = {}, body }: Sent = {}) => {
    const before = mock.fingerprint();
    const init = { method, headers: { 'content-type': 'application/json', ...headers } };
    const request = new Request(
      `http://mock.example${path}`,
      body === undefined ? init : { ...init, body: bytesOf(body) },
    );
    const answer = await readAnswer<Envelope<Data>>(await mock.fetch(request));
    const declared = withDefaultValueKey(answer, mock);
    expectDocumented({ method, path, headers: request.headers, json: jsonOf(body) }, declared);
    expectConforming(method, path, declared);
    if (method === 'GET' || answer.status !== 200) {
      expect(mock.fingerprint(), `the state after ${method} ${path}: ${answer.text}`).toBe(before);
    }
    return answer;
  };
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
export type Failure = z.output<typeof failure>;

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
    expectShape(responseSchema(method, path), rest, request);
  } else {
    expectShape(failure, json, request);
    expect(statuses[(json as Failure).error.code], request).toBe(status);
  }
}
