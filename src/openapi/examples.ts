import * as z from 'zod/mini';
import { $ZodObject, $ZodPipe } from 'zod/v4/core';
import type { App } from '../http/call.js';
import { waitForNothing } from '../http/waiting.js';
import type { ExampleRequest, FindExample } from '../protocol/example.js';
import { bodyTextOf } from '../protocol/reply.js';
import type { Route } from '../protocol/route.js';
import type { Service } from '../protocol/service.js';
import { MockChapters } from '../session/chapters.js';
import type { Session } from '../session/session.js';
import { sessionLimits } from '../session/session-limits.js';
import { Sessions } from '../session/sessions.js';
import { forTrial } from '../session/shared-config.js';
import { tokenFor } from '../state/access-tokens.js';
import { newRecord } from './new-record.js';

export interface Example {
  readonly request: ExampleRequest;
  readonly answer: unknown;
}

export interface ExampleSource {
  readonly session: Session;
  readonly app: App;
  /** The base URL of the services. */
  readonly url: string;
  /** The token that user-data and user-preference require; null if none. */
  readonly serviceToken: string | null;
}

const LIMITS = sessionLimits.parse({});

/** The number of items of a list that an example shows. */
const LIST_LENGTH = 3;

/**
 * The example of a route: a request about existing records, and its real answer. It is sent to a fork of the session, which stays
 * as it is. Undefined if the state has no records for an example.
 */
export async function exampleOf(service: Service, route: Route, source: ExampleSource): Promise<Example | undefined> {
  const request = await requestFor(service, route, source);
  if (request === undefined) return undefined;
  const session = trialOf(source);
  // The durations in the journal differ in every run.
  session.journal.clear();
  const answer = await send(service, route, request, source, session);
  return answer === undefined ? undefined : { request, answer: shorten(answer) };
}

async function requestFor(service: Service, route: Route, source: ExampleSource): Promise<ExampleRequest | undefined> {
  if (route.example !== undefined) return describedRequest(route.example, source);
  if (route.creates !== undefined) return creation(route, source);
  if (route.method === 'GET' && route.params === undefined) return {};
  return aboutFirst(service, route, source);
}

/** The request that a route gives as its example. */
function describedRequest(find: FindExample, { session }: ExampleSource): ExampleRequest | undefined {
  const { scenario, tables, clock } = session.state;
  const user = tables.user.find({ email: callerOf(session) });
  return user && find({ scenario, tables, today: clock.day, user, chapter: new MockChapters(session).list()[0]?.name });
}

/** A request that creates a sample record. */
function creation({ creates, items }: Route, { session }: ExampleSource): ExampleRequest | undefined {
  if (creates === undefined || items === undefined) return undefined;
  const fields = fieldsOf(items.schema);
  const required = Object.keys(fields).filter(
    (field) => !z.safeParse(fields[field] as z.core.$ZodType, undefined).success,
  );
  const record = newRecord(session.state, creates, required);
  return record && { body: [pick(record, items.schema)] };
}

/** A request about the first record of the collection that a route belongs to. */
async function aboutFirst(service: Service, route: Route, source: ExampleSource): Promise<ExampleRequest | undefined> {
  const path = route.path.replace(/\/:id$/, '');
  const collection = service.routes.find((other) => other.method === 'GET' && other.path === path);
  if (collection === undefined) return undefined;
  const list = await send(service, collection, {}, source, trialOf(source));
  const [first] = (list as { data?: { id: number }[] } | undefined)?.data ?? [];
  if (first === undefined) return undefined;
  return { params: { id: first.id }, ...(route.body && { body: pick(first, route.body) }) };
}

/** A fork without fault rules: an example shows the API, and an answer that is held back would hold the document back. */
function trialOf({ session }: ExampleSource): Session {
  const trial = session.fork({ shared: forTrial(session.shared) });
  trial.faults.clear();
  return trial;
}

/** The answer to a request if it succeeds. */
async function send(
  service: Service,
  route: Route,
  request: ExampleRequest,
  { app, url, serviceToken }: ExampleSource,
  session: Session,
): Promise<unknown> {
  const { params = {}, query = {}, headers, body } = request;
  const caller = callerOf(session);
  const token = service.credential.optional ? serviceToken : caller && tokenFor(session.state, caller);
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const sessions = new Sessions(session, LIMITS);
  const reply = await app(
    new Request(`${url}${path}?${search}`, {
      method: route.method,
      headers: { 'content-type': 'application/json', ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      body: body === undefined ? null : JSON.stringify(body),
    }),
    { defaultSession: session, sessions, listener: undefined, sender: undefined, waiting: waitForNothing },
  );
  const answer = bodyTextOf(reply);
  return reply.status === 200 && answer !== undefined ? JSON.parse(answer) : undefined;
}

/** The first persona of the scenario, or else the first user. */
export function callerOf({ shared, state }: Session): string | undefined {
  const { user } = state.tables;
  const scenario = shared.registry.scenarios.find(({ name }) => name === state.scenario);
  const persona = scenario?.personas.find(({ email }) => user.has({ email }));
  return persona?.email ?? user.first()?.email;
}

/** The fields of a record that a request accepts, without nulls. */
function pick(record: Readonly<Record<string, unknown>>, schema: z.core.$ZodType): object {
  const fields = fieldsOf(schema);
  return Object.fromEntries(Object.entries(record).filter(([key, value]) => key in fields && value !== null));
}

function fieldsOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  // A schema with a preprocessing step is a pipe.
  const object = schema instanceof $ZodPipe ? schema._zod.def.out : schema;
  return object instanceof $ZodObject ? (object._zod.def.shape as Record<string, z.core.$ZodType>) : {};
}

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, LIST_LENGTH).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shorten(part)]));
}
