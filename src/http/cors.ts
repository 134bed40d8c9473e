import { allowsOrigin, type Behavior } from '../protocol/behavior.js';
import { allowsPagesOf, type Listener } from '../protocol/listener.js';
import { EXPOSED_HEADERS, type Reply } from '../protocol/reply.js';
import type { RequestData } from '../protocol/request-data.js';
import { headerIn, type RequestHeaders } from '../protocol/request-headers.js';
import { REQUEST_METHODS } from '../protocol/route-address.js';
import type { From } from './call.js';

/**
 * Answers a request, with the headers that a browser needs for it. The three APIs allow credentials, so that pages can send their
 * session cookie (X25). Control calls get these headers from pages of an origin that the server allows, and no others.
 */
export function withCors(
  request: RequestData,
  { listener, sender }: From,
  behavior: Behavior,
  isControl: boolean,
  answer: () => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const sent = sender?.headers ?? request.headers;
  const origin = headerIn(sent, 'origin');
  if (origin === undefined && request.method !== 'OPTIONS') return answer();
  if (isControl && (origin === undefined || !allowsPagesOf(listener, origin))) return answer();
  const isAllowed = isControl || allowsOrigin(behavior, origin);
  const allowed = isAllowed ? origin : undefined;
  if (request.method === 'OPTIONS') return preflight(allowed, headerIn(sent, 'access-control-request-headers'));
  const reply = answer();
  return reply instanceof Promise ? reply.then((one) => granted(one, allowed)) : granted(reply, allowed);
}

/** The headers with which a page may read the answer to a control call; none if the server does not allow its origin. */
export function controlHeaders(headers: RequestHeaders, listener: Listener): Readonly<Record<string, string>> {
  const origin = headerIn(headers, 'origin');
  if (origin === undefined || !allowsPagesOf(listener, origin)) return {};
  // Assistants read the name of their session.
  const exposed = `${EXPOSED_HEADERS},Mcp-Session-Id`;
  return { ...headersOf(origin), 'access-control-expose-headers': exposed, vary: 'Origin' };
}

function preflight(origin: string | undefined, asked: string | undefined): Reply {
  const allowed = asked
    ?.split(',')
    .map((name) => name.trim())
    .join(',');
  const headers = {
    ...headersOf(origin),
    'access-control-max-age': '600',
    'access-control-allow-methods': REQUEST_METHODS.join(','),
  };
  if (!allowed) return { status: 204, headers: { ...headers, vary: 'Origin' } };
  const more = { 'access-control-allow-headers': allowed, vary: 'Origin, Access-Control-Request-Headers' };
  return { status: 204, headers: { ...headers, ...more } };
}

function granted(reply: Reply, origin: string | undefined): Reply {
  const vary = reply.headers?.vary;
  // A fault rule or an own route may have set one of them.
  const headers = { ...headersOf(origin), ...reply.headers, vary: vary === undefined ? 'Origin' : `${vary}, Origin` };
  return { ...reply, headers };
}

/** `origin` is undefined if its pages may read nothing. */
function headersOf(origin: string | undefined): Record<string, string> {
  return {
    ...(origin !== undefined && { 'access-control-allow-origin': origin }),
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': EXPOSED_HEADERS,
  };
}
