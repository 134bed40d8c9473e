import { routes } from 'briefs-mock/schemas';
import { expect } from 'vitest';
import * as z from 'zod';
import { expectDocumented } from './openapi.js';
import type { DocumentedRequest } from './openapi-validator.js';
import { uuid4 } from './uuid4.js';

/** An answer with its whole body. */
export interface Answer<Json = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined without a body. */
  readonly json: Json;
}

const publicFailure = z.strictObject({
  data: z.null(),
  error: z.tuple([z.strictObject({ status: z.int(), code: z.string(), message: z.string().min(1) })]),
});

const controlFailure = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string().min(1),
    issues: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })).optional(),
  }),
});

// Routes with parameters come last, since a literal path has precedence.
const patterns = Object.entries(routes)
  .sort(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')))
  .map(([name, { response }]) => {
    const [method, path = ''] = name.split(' ');
    return { method, path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`), response };
  });

/** The body of a test in bytes, since a text body would set its own content type. */
export function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}

export async function readAnswer<Json = unknown>(response: Response): Promise<Answer<Json>> {
  const text = await response.text();
  const json = (text === '' ? undefined : JSON.parse(text)) as Json;
  return { status: response.status, headers: response.headers, text, json };
}

/**
 * Checks an answer against the response schema of its route or, for an error, against the error schema of the API, and
 * against the OpenAPI document. The path of the request is relative to the base URL.
 */
export function expectConforming(sent: DocumentedRequest, answer: Answer): void {
  const { method, path } = sent;
  expectDocumented(sent, answer);
  const { status, headers, text, json } = answer;
  if (method === 'OPTIONS' && status === 204) {
    expect(text, 'the body of a preflight').toBe('');
    return;
  }
  expect(headers.get('x-request-id'), 'x-request-id').toMatch(uuid4);
  expect(headers.get('content-type'), 'content-type').toBe('application/json');
  expect(headers.has('www-authenticate'), 'www-authenticate').toBe(status === 401);
  expect(headers.has('allow'), 'allow').toBe(status === 405);
  if (method === 'HEAD') {
    expect(text, 'the body of a HEAD').toBe('');
    return;
  }
  const request = `${method} ${path}: ${status} ${text}`;
  if (status < 300) {
    expectShape(responseSchema(method, path), json, request);
  } else if (isPublic(path)) {
    expectShape(publicFailure, json, request);
    expect((json as z.output<typeof publicFailure>).error[0].status, request).toBe(status);
  } else {
    expectShape(controlFailure, json, request);
  }
}

/** Paths of the short form, without `public-api`, belong to the public API too. */
function isPublic(path: string): boolean {
  return /^(\/public-api|\/v1\/brief)(\/|\?|$)/.test(path);
}

/** The schema of a success; some paths have a second form, which is not declared as a route. */
export function responseSchema(method: string, path: string): z.core.$ZodType {
  const [plain = ''] = path.split('?');
  const declared = plain.replace(/^\/v1\//, '/public-api/v1/').replace('/client-brief/', '/brief-client/');
  const full = declared.replace(/\/$/, '');
  const route = patterns.find((pattern) => pattern.method === method && pattern.path.test(full));
  if (route === undefined) throw new Error(`No route is declared that ${method} ${path} could be answered by`);
  return route.response;
}

/** Checks JSON against a schema; `request` names the request in the error. */
export function expectShape(schema: z.core.$ZodType, json: unknown, request: string): void {
  const { error } = z.safeParse(schema, json);
  if (error !== undefined) throw new Error(`${request} is not of its declared shape:\n${z.prettifyError(error)}`);
}
