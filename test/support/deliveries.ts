import { createMock, type Mock, type MockOptions } from 'briefs-mock';
import { describe, onTestFinished } from 'vitest';
import { type Answer, bytesOf, expectConforming, readAnswer } from './conformance.js';
import { jsonOf } from './openapi.js';
import { readingRoom } from './reading-room.js';
import { type Delivery, deliver, deliveries } from './transports.js';

export interface Sent {
  /** Sent as `Authorization: Bearer <token>`. */
  token?: string;
  /** Added to the JSON content type that every request has, or replaces it; null removes a header. */
  headers?: Record<string, string | null>;
  /** Text and bytes are sent unchanged, any other value as JSON. */
  body?: unknown;
}

/** Calls of one reader; paths are relative to `/public-api/v1`. */
export interface Caller {
  get<Json>(path: string): Promise<Answer<Json>>;
  post<Json>(path: string): Promise<Answer<Json>>;
  delete<Json>(path: string): Promise<Answer<Json>>;
}

/** A new mock, called through one delivery. Every answer is checked against its schema and the OpenAPI document. */
export interface Api {
  readonly mock: Mock;
  /** The URL of the mock; paths are relative to it. */
  readonly url: string;
  send<Json = unknown>(method: string, path: string, sent?: Sent): Promise<Answer<Json>>;
  as(token: string): Caller;
  /** The readers of the reading room. */
  readonly ann: Caller;
  readonly ben: Caller;
  readonly cleo: Caller;
  readonly noor: Caller;
}

/** Starts a new mock, by default with the scenario `reading-room`. It is closed at the end of the test. */
export type Open = (options?: MockOptions) => Promise<Api>;

/** Runs a suite once for every delivery, or for the given ones. `npm run test:fast` sets `DELIVERIES` to run fewer. */
export function describeApi(
  title: string,
  suite: (open: Open, delivery: Delivery) => void,
  through: readonly Delivery[] = deliveries,
): void {
  const { DELIVERIES = deliveries.join() } = process.env;
  const wanted = DELIVERIES.split(',');
  describe.each(through.filter((delivery) => wanted.includes(delivery)))(`${title}, through %s`, (delivery) => {
    suite((options) => openApi(delivery, options), delivery);
  });
}

/** Like describeApi, without MSW handlers: `test/deliveries/handlers.test.ts` tests their option `control`. */
export function describeControl(title: string, suite: (open: Open, delivery: Delivery) => void): void {
  describeApi(title, suite, ['fetch', 'tcp']);
}

/** Without options, tests get a fork of this mock: it equals a new mock and is created faster. */
const inReadingRoom = createMock({ scenario: readingRoom });

export async function openApi(delivery: Delivery, options?: MockOptions): Promise<Api> {
  const mock = options === undefined ? inReadingRoom.fork() : createMock({ scenario: readingRoom, ...options });
  const { origin, transport, close } = await deliver[delivery](mock);
  onTestFinished(close);
  const basePath = mock.baseUrl === undefined ? '' : new URL(mock.baseUrl).pathname.replace(/\/$/, '');
  const url = origin + basePath;

  async function send<Json>(method: string, path: string, sent: Sent = {}): Promise<Answer<Json>> {
    const request = new Request(url + path, requestInit(method, sent));
    const { headers } = request;
    const response = await transport(request);
    const answer = await readAnswer<Json>(response);
    expectConforming({ method, path, headers, json: jsonOf(sent.body) }, answer);
    return answer;
  }
  const as = (token: string): Caller => ({
    get: (path) => send('GET', `/public-api/v1${path}`, { token }),
    post: (path) => send('POST', `/public-api/v1${path}`, { token }),
    delete: (path) => send('DELETE', `/public-api/v1${path}`, { token }),
  });
  const readers = { ann: as('ann-token'), ben: as('ben-token'), cleo: as('cleo-token'), noor: as('noor-token') };
  return { mock, url, send, as, ...readers };
}

function requestInit(method: string, { token, headers = {}, body }: Sent): RequestInit {
  const all = new Headers({ 'content-type': 'application/json' });
  if (token !== undefined) all.set('authorization', `Bearer ${token}`);
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) all.delete(name);
    else all.set(name, value);
  }
  return body === undefined ? { method, headers: all } : { method, headers: all, body: bytesOf(body) };
}
