import * as z from 'zod';
import type { App } from '../http/router.js';
import type { Route } from '../protocol/route.js';
import type { Service } from '../protocol/service.js';
import type { Session } from '../session/session.js';
import { Sessions, sessionLimits } from '../session/session-store.js';
import { tokenFor } from '../state/access-tokens.js';
import { exampleRequests } from './requests/index.js';
import type { ExampleRequest } from './requests/request.js';

/** A request with what was answered to it. */
export interface Example {
  readonly request: ExampleRequest;
  readonly answer: unknown;
}

/** Where examples come from. */
export interface ExampleSource {
  readonly session: Session;
  readonly app: App;
  /** Where the services are. */
  readonly url: string;
  /** What user-data and user-preference ask for. */
  readonly serviceToken: string | null;
}

/** For the sessions that examples make. */
const LIMITS = sessionLimits.parse({});

/** How many items of a list an example shows. */
const SHOWN = 3;

/**
 * The example of a route: a request about records that are in the state, and what is really answered to it. It is sent to
 * a copy of the state, which stays as it is. Undefined where there is nothing to make an example of.
 */
export async function exampleOf(service: Service, route: Route, source: ExampleSource): Promise<Example | undefined> {
  const sent = findRequest(route, source) ?? (await aboutFirst(service, route, source));
  if (sent === undefined) return undefined;
  const session = source.session.fork();
  // How long requests took is no example.
  session.journal.reset();
  const answer = await send(service, sent, source, session);
  return answer === undefined ? undefined : { request: sent.request, answer: shorten(answer) };
}

interface Sent {
  readonly route: Route;
  readonly request: ExampleRequest;
}

/** The example that is given for a route, or the plain one that a list needs. */
function findRequest(route: Route, { session }: ExampleSource): Sent | undefined {
  const find = exampleRequests[`${route.method} ${route.path}`];
  if (find === undefined)
    return route.method === 'GET' && route.params === undefined ? { route, request: {} } : undefined;
  const { scenario, tables, clock } = session.state;
  const user = tables.user.find({ email: callerOf(session) });
  const request = user && find({ scenario, tables, today: clock.day, user });
  return request && { route, request };
}

/** A request about the first record of the collection that a route belongs to. */
async function aboutFirst(service: Service, route: Route, source: ExampleSource): Promise<Sent | undefined> {
  if (exampleRequests[`${route.method} ${route.path}`] !== undefined) return undefined;
  const path = route.path.replace(/\/:id$/, '');
  const collection = service.routes.find((other) => other.method === 'GET' && other.path === path);
  if (collection === undefined) return undefined;
  const list = await send(service, { route: collection, request: {} }, source, source.session.fork());
  const [first] = (list as { data?: { id: number }[] } | undefined)?.data ?? [];
  if (first === undefined) return undefined;

  if (route.path === path) return route.items && { route, request: { body: [part(first, route.items.shape)] } };
  return { route, request: { params: { id: first.id }, ...(route.body && { body: part(first, route.body) }) } };
}

/** The answer to a request, where it is a success. */
async function send(
  service: Service,
  { route, request }: Sent,
  { app, url, serviceToken }: ExampleSource,
  session: Session,
): Promise<unknown> {
  const { params = {}, query = {}, headers, body } = request;
  const caller = callerOf(session);
  const token = service.credential.optional ? serviceToken : caller && tokenFor(session.state, caller);
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await app(
    new Request(`${url}${path}?${search}`, {
      method: route.method,
      headers: { 'content-type': 'application/json', ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      body: body === undefined ? null : JSON.stringify(body),
    }),
    { session, sessions: new Sessions(session, LIMITS), listener: undefined },
  );
  return response.ok ? response.json() : undefined;
}

/** The first persona of the scenario, or else the first user. */
export function callerOf({ setting, state }: Session): string | undefined {
  const { user } = state.tables;
  const scenario = setting.catalog.scenarios.find(({ name }) => name === state.scenario);
  const persona = scenario?.personas.find(({ email }) => user.has({ email }));
  return persona?.email ?? user.first()?.email;
}

/** Of a record, what a shape takes and what says something. */
function part(record: Readonly<Record<string, unknown>>, shape: z.ZodType): object {
  // What is read before it is looked at is a pipe.
  const object = shape instanceof z.ZodPipe ? shape.out : shape;
  const taken = object instanceof z.ZodObject ? Object.keys(object.shape) : [];
  return Object.fromEntries(Object.entries(record).filter(([key, value]) => taken.includes(key) && value !== null));
}

/** An answer with no more of each list than an example needs. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shorten(part)]));
}
