// Answers the requests of a page from the mock, in the order that the plan wants.

import { setImmediate } from 'node:timers/promises';
import type { Page, Request as PageRequest, Route } from 'playwright-core';
import type { Mock } from '../../src/index.js';
import { EXPOSED_HEADERS } from '../../src/protocol/reply.js';
import type { ApiAddresses } from './apis.js';
import type { Network } from './step.js';

export interface MockAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request of the page to an API. */
export interface PageCall {
  readonly number: number;
  readonly method: string;
  /** Below the base URL, with the query. */
  readonly path: string;
  /** Those that the mock looks at. */
  readonly headers: Readonly<Record<string, string>>;
  /** The path of the route, with parameters as `:name`; null if none matches. */
  route: string | null;
  readonly body: string | null;
  /** The number of the step that caused it, from 0; -1 for the start of the page. */
  readonly step: number;
  readonly network: Network;
  /** The status; 0 if the connection broke. */
  status: number;
  /** Why the mock refused it. */
  reason: string | undefined;
  /** What the mock would have answered with. */
  answer: MockAnswer | undefined;
  /** When its answer was sent, as a count of answers; undefined while it is held back. */
  sent: number | undefined;
  /** Whether the page gave up on it. */
  isAbandoned: boolean;
}

interface Parked {
  readonly call: PageCall;
  readonly route: Route;
  /** The mock's time at which it is sent, in milliseconds; undefined if only the plan sends it. */
  readonly due: number | undefined;
}

/** A document that is about to be replaced by another one, with what it has asked for. */
interface LeftDocument {
  /** The request for the other one. */
  readonly navigation: PageRequest;
  readonly parked: Parked[];
  readonly arrived: number;
  answered: number;
}

/** How long a slow answer takes, in milliseconds. */
const SLOW = 2_000;
/** The headers of requests that the mock looks at. */
const PASSED = /^(authorization|content-type|accept|cookie|if-|x-)/;
/** An `Authorization` with a token. */
export const WITH_TOKEN = /^\w+ +\S/;
/** How often the same read may be sent within one step before it counts as polling. */
const POLLING = 3;

/** Whether a request changes nothing. The user-preference API has reads by POST, such as `get-preference`. */
export const isRead = ({ method, path }: Pick<PageCall, 'method' | 'path'>) =>
  method === 'GET' || method === 'HEAD' || /\/get-[\w-]+(\?|$)/.test(path);

export interface PageTrafficOptions {
  readonly mock: Mock;
  readonly apis: ApiAddresses;
  /** The token that requests without one get. */
  readonly token: string | undefined;
  /** The origin of the application. */
  readonly home: string;
}

export class PageTraffic {
  readonly calls: PageCall[] = [];
  /** The other addresses that the page asked for data, without their queries. */
  readonly elsewhere = new Set<string>();
  /** The reads that the page sends again and again. */
  readonly polled = new Set<string>();
  /** The requests to the APIs since the document was opened that the page counts, too; and how many were answered. */
  arrived = 0;
  answered = 0;
  /** Other requests that have not ended: for scripts, or to the APIs but not counted. */
  loading = 0;
  /** The address of a document that was asked for and has not come: nobody has answered there. */
  missing: string | undefined;
  /** Whether it may still come. */
  isLeaving = false;
  /** How many documents were asked for since the step began. */
  documents = 0;
  readonly #options: PageTrafficOptions;
  #parked: Parked[] = [];
  #network: Network = 'ok';
  #spare = 0;
  #step = -1;
  #sent = 0;
  readonly #byRequest = new Map<PageRequest, PageCall>();
  readonly #others = new Set<PageRequest>();
  #left: LeftDocument | undefined;

  constructor(options: PageTrafficOptions) {
    this.#options = options;
  }

  async follow(page: Page): Promise<void> {
    const opensDocument = (request: PageRequest) =>
      request.isNavigationRequest() && request.frame() === page.mainFrame();
    page.on('request', (request) => {
      if (opensDocument(request)) this.#leave(request);
      if ((this.#pathOf(request) === undefined || !isCounted(request)) && isAwaited(request)) {
        this.#others.add(request);
        this.loading += 1;
      }
    });
    const end = (request: PageRequest) => {
      if (this.#others.delete(request)) this.loading -= 1;
    };
    page.on('response', (response) => {
      if (isEventStream(response.headers())) end(response.request());
      if (response.request() === this.#left?.navigation) this.#arrive();
    });
    page.on('requestfinished', (request) => {
      end(request);
      if (request === this.#left?.navigation) this.#left = undefined;
    });
    page.on('requestfailed', (request) => {
      end(request);
      if (request !== this.#left?.navigation) this.#abandon(request);
      else if (request.failure()?.errorText === 'net::ERR_ABORTED') this.#stay();
      else this.#lose();
    });
    // No mock answers what another page asks for.
    page.on('popup', (other) => other.close().catch(() => {}));
    await page.context().route('**/*', (route) => {
      const isOfWorker = route.request().serviceWorker() !== null;
      return (isOfWorker ? route.continue() : route.abort()).catch(() => {});
    });
    const isForeign = (request: PageRequest) =>
      this.#step >= 0 && opensDocument(request) && new URL(request.url()).origin !== this.#options.home;
    // An error that this function throws would end the process.
    await page.route('**/*', (route) =>
      (isForeign(route.request()) ? route.abort('aborted') : this.#handle(route)).catch(() =>
        route.abort().catch(() => {}),
      ),
    );
  }

  /** What happens to the `request`th request from now on. */
  beginStep(step: number, network: Network, request: number): void {
    this.#step = step;
    this.#network = network;
    this.#spare = request;
    this.documents = 0;
  }

  get parked(): readonly PageCall[] {
    return this.#parked.map(({ call }) => call);
  }

  /** Sends the answer that waits at this place, if there is one. */
  async send(place: number): Promise<boolean> {
    const [parked] = this.#parked.splice(place, 1);
    if (parked === undefined) return false;
    await this.#fulfill(parked.route, parked.call);
    return true;
  }

  /** Sends what is due at this time, in milliseconds. */
  async sendDue(now: number): Promise<boolean> {
    const at = this.#parked.findIndex(({ due }) => due !== undefined && due <= now);
    return at >= 0 && (await this.send(at));
  }

  /** Begins to count for another document. */
  #leave(navigation: PageRequest): void {
    this.#stay();
    this.documents += 1;
    this.#left = { navigation, parked: this.#parked, arrived: this.arrived, answered: this.answered };
    this.#parked = [];
    this.arrived = 0;
    this.answered = 0;
    this.missing = navigation.url();
    this.isLeaving = true;
  }

  #arrive(): void {
    this.missing = undefined;
    this.isLeaving = false;
  }

  /** The browser shows a page of its own instead of another document. */
  #lose(): void {
    this.#left = undefined;
    this.isLeaving = false;
  }

  /** Goes on to count for the document before: instead of another one, there was a download, or nothing. */
  #stay(): void {
    this.#arrive();
    if (this.#left === undefined) return;
    this.#parked.unshift(...this.#left.parked);
    this.arrived += this.#left.arrived;
    this.answered += this.#left.answered;
    this.#left = undefined;
  }

  #abandon(request: PageRequest): void {
    const call = this.#byRequest.get(request);
    if (call === undefined) return;
    const remove = (from: Parked[]) => {
      const at = from.findIndex((parked) => parked.call === call);
      return from.splice(at, at < 0 ? 0 : 1).length > 0;
    };
    if (remove(this.#parked)) {
      call.isAbandoned = true;
      this.answered += 1;
    } else if (this.#left !== undefined && remove(this.#left.parked)) this.#left.answered += 1;
  }

  #pathOf(request: PageRequest): string | undefined {
    // A beacon or a form may write, too. What else is read, such as a document, may be a file of the application.
    const mayAsk = isData(request) || request.method() !== 'GET';
    return mayAsk ? this.#options.apis.pathOf(request.url()) : undefined;
  }

  async #handle(route: Route): Promise<void> {
    const request = route.request();
    const path = this.#pathOf(request);
    if (path === undefined) {
      if (isData(request)) this.elsewhere.add(`${request.method()} ${request.url().split('?')[0]}`);
      return route.continue();
    }
    // The browser would open it again after a time that no clock of the page decides. The page sees it as one that is being opened.
    if (request.resourceType() === 'eventsource') return;
    const call = this.#record(request, path);
    this.#byRequest.set(request, call);
    const { network } = call;
    if (network === 'abort') {
      call.route = routeOf(this.#options.mock, call.method, path);
      this.answered += 1;
      call.sent = ++this.#sent;
      return route.abort('connectionreset');
    }
    await this.#execute(call);
    const now = this.#options.mock.clock.now;
    if (network === 'hold' || network === 'slow') {
      this.#parked.push({ call, route, due: network === 'slow' ? now + SLOW : undefined });
    } else await this.#fulfill(route, call);
  }

  #record(request: PageRequest, path: string): PageCall {
    const method = request.method();
    const isPolled = this.#isPolled(keyOf({ method, path }));
    const isChosen = this.#network !== 'ok' && !isPolled && isCounted(request) && this.#spare-- === 0;
    const call: PageCall = {
      number: this.calls.length,
      method,
      path,
      headers: Object.fromEntries(Object.entries(request.headers()).filter(([name]) => PASSED.test(name))),
      route: null,
      body: request.postData(),
      step: this.#step,
      network: isChosen ? this.#network : 'ok',
      status: 0,
      reason: undefined,
      answer: undefined,
      sent: undefined,
      isAbandoned: false,
    };
    this.calls.push(call);
    if (isCounted(request)) this.arrived += 1;
    return call;
  }

  #isPolled(key: string): boolean {
    if (this.polled.has(key)) return true;
    const inStep = this.calls.filter((call) => call.step === this.#step && isRead(call) && keyOf(call) === key);
    if (inStep.length >= POLLING) this.polled.add(key);
    return inStep.length >= POLLING;
  }

  async #execute(call: PageCall): Promise<void> {
    const { mock, token } = this.#options;
    const { method, path, network } = call;
    if (typeof network === 'object') {
      const message = 'The exploration makes this request fail';
      const text = JSON.stringify({ error: { code: 'explored', message }, message });
      const id = `00000000-0000-4000-8000-${String(call.number).padStart(12, '0')}`;
      call.status = network.fail;
      call.answer = {
        status: network.fail,
        body: text,
        headers: { 'content-type': 'application/json', 'x-request-id': id },
      };
      call.route = routeOf(mock, method, path);
      return;
    }
    const answer = await answerOf(mock, call, isTokenSent(call) ? undefined : token);
    call.status = answer.status;
    const sent = network === 'malformed' ? answer.body.slice(0, Math.floor(answer.body.length / 2)) : answer.body;
    call.answer = { ...answer, body: sent };
    const entry = path.startsWith('/__mock') ? undefined : mock.requests.all().at(-1);
    call.route = entry?.route ?? null;
    call.reason = entry?.reason;
  }

  async #fulfill(route: Route, call: PageCall): Promise<void> {
    const { answer } = call;
    call.sent = ++this.#sent;
    if (isCounted(route.request())) this.answered += 1;
    if (answer === undefined) return route.abort();
    const { status, headers, body } = answer;
    await route.fulfill({ status, headers: { ...headers, 'access-control-expose-headers': EXPOSED_HEADERS }, body });
  }
}

/** What a mock answers. A token is sent in place of that of the request. */
export async function answerOf(
  mock: Mock,
  { method, path, headers, body }: PageCall,
  token: string | undefined,
): Promise<MockAnswer> {
  const init = {
    method,
    headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
    ...(body !== null && method !== 'GET' && method !== 'HEAD' && { body }),
  };
  const response = await mock.fetch(new Request(`http://mock.invalid${path}`, init));
  const sent = Object.fromEntries(response.headers);
  const text = isEventStream(sent) ? await beginningOf(response) : await response.text();
  return { status: response.status, body: text, headers: sent };
}

/** The content type of a stream of events, which never ends, also if a page reads it with `fetch`. */
export const EVENT_STREAM = 'text/event-stream';

const isEventStream = (headers: Readonly<Record<string, string>>) =>
  headers['content-type']?.startsWith(EVENT_STREAM) === true;

/** What a stream of events says at once. The answer ends there, and the page may ask again: nothing can be sent to it later. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const first = await Promise.race([reader?.read(), setImmediate(undefined)]);
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}

/** Whether a request has a token: an application may send `Bearer` without one. */
export const isTokenSent = ({ headers }: Pick<PageCall, 'headers'>) => WITH_TOKEN.test(headers.authorization ?? '');

/** What is the same whenever a page asks for it again. */
export const keyOf = ({ method, path }: Pick<PageCall, 'method' | 'path'>) => `${method} ${path}`;

/** The part of such a key before the query. */
export const withoutQuery = (key: string) => key.split('?', 1).join();

const isData = (request: PageRequest) => ['fetch', 'xhr', 'eventsource'].includes(request.resourceType());

/** Whether the page counts a request to an API: not that of a frame in it, a beacon or a form. */
const isCounted = (request: PageRequest) => isData(request) && request.frame() === request.frame().page().mainFrame();

/** The types of requests of which a page may be quiet before they end. A stream never ends. */
export const UNAWAITED: readonly string[] = ['eventsource', 'websocket', 'media', 'ping', 'image', 'font'];

/** Whether the page is not quiet before the request ends. */
const isAwaited = (request: PageRequest) =>
  !UNAWAITED.includes(request.resourceType()) && !request.isNavigationRequest();

/** The path of the route that would have answered; null if none would. */
function routeOf(mock: Mock, method: string, path: string): string | null {
  const plain = path.split('?')[0] ?? '';
  const parts = plain.split('/');
  const fits = (route: string) => {
    const pieces = route.split('/');
    return pieces.length === parts.length && pieces.every((piece, i) => piece.startsWith(':') || piece === parts[i]);
  };
  const routes = mock.apis().flatMap((api) => api.routes);
  return routes.find((route) => route.method === method && fits(route.path))?.path ?? null;
}
