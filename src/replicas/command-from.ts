import { getQueryParam } from 'hono/utils/url';
import { formatValue } from '../foundation/format-value.js';
import { machineMilliseconds } from '../foundation/machine.js';
import type { Admissions } from '../http/admission.js';
import type { From } from '../http/call.js';
import type { Listener, Outcome } from '../protocol/listener.js';
import type { RequestData } from '../protocol/request-data.js';
import { SESSIONS_QUERY } from '../session/session-address.js';
import type { Sessions } from '../session/sessions.js';
import { type RequestCommand, requestOf } from './command.js';
import type { PendingCommand } from './outbox.js';

/** What is the same for the requests of all replicas, and what these must know of their servers. */
export type SharedListener = Pick<Listener, 'control' | 'publicUrl'> & { readonly hasVisitors: boolean };

export interface FromParts {
  readonly sessions: Sessions;
  readonly listener: SharedListener;
  readonly admissions: Admissions;
}

/** Where a request came from, as the mock knows it. `own` is the command as this replica has sent it. */
export function fromOf(command: RequestCommand, parts: FromParts, own: PendingCommand | undefined): From {
  const { sessions } = parts;
  const { host, main, headers } = command;
  return {
    sessions,
    defaultSession: (main === undefined ? undefined : sessions.find(main)) ?? sessions.defaultSession,
    listener: host === undefined ? undefined : listenerOf(host, command, parts, own),
    sender: { headers },
  };
}

function listenerOf(
  host: string,
  { client, visitor }: RequestCommand,
  parts: FromParts,
  own: PendingCommand | undefined,
): Listener {
  const { control, publicUrl, hasVisitors } = parts.listener;
  const { listener, sender } = own?.arrived?.from ?? {};
  const onOutcome = listener?.onOutcome;
  return {
    host,
    control,
    publicUrl,
    addressOf: () => client,
    visitorOf: hasVisitors ? () => visitor ?? '' : undefined,
    onOutcome: own && sender && onOutcome && ((outcome) => onOutcome(timed(outcome, own.since), sender)),
  };
}

/** Whether a fault rule of the session compares headers that were not stored. It was added after the request had arrived. */
export function lacksHeaders(
  { hidden, visitor }: RequestCommand,
  request: RequestData,
  from: From,
  { admissions }: FromParts,
): boolean {
  if (hidden === undefined) return false;
  const { sessionName = visitor } = admissions.targetOf(request, from.listener, from.sender);
  const session = sessionName === undefined ? from.defaultSession : from.sessions.find(sessionName);
  return session?.faults.comparedHeaders.some((name) => hidden.includes(name)) ?? false;
}

/** A request and its session, for people. */
export function describe(command: RequestCommand, parts: FromParts): string {
  const { method, url, visitor } = command;
  const { listener, sender } = fromOf(command, parts, undefined);
  const request = requestOf(command, {}, undefined);
  const { path, sessionName = visitor } = parts.admissions.targetOf(request, listener, sender);
  const several = getQueryParam(url, SESSIONS_QUERY);
  const session = sessionName === undefined ? 'the default session' : `the session ${formatValue(sessionName)}`;
  const where = several === undefined ? session : `the sessions ${formatValue(several)}`;
  return `The request ${method} ${path} in ${where}`;
}

/** The outcome with the time that passed here, not in the log. */
function timed({ api, method, status, id, reason, faults }: Outcome, since: number): Outcome {
  return { api, method, status, milliseconds: machineMilliseconds() - since, id, reason, faults };
}
