import { formatValue } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';
import { sha256Of } from '../foundation/sha256.js';
import { bearerToken } from '../protocol/bearer-token.js';
import { allowsPagesOf, type Listener, type PublicUrl } from '../protocol/listener.js';
import { headerIn, type RequestHeaders } from '../protocol/request-headers.js';

const LOOPBACK = /^(localhost|(::ffff:)?127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether an address or host name is reachable from this machine only. */
function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Whether other machines reach a server that listens on an address: the control API needs a control token then. */
export function isReachable(address: string, publicUrl?: Pick<URL, 'hostname'>): boolean {
  return !isLoopback(address) || (publicUrl !== undefined && !isLoopback(publicUrl.hostname));
}

/**
 * Rejects foreign control calls. On a loopback address the Host header must be a loopback name or that of the public URL,
 * against DNS rebinding; on any other address, and with a public URL, the control token is required. Pages of another origin
 * are rejected unless it is listed, calls in the process never. With `allowLinks`, a page of another origin may link to the path.
 * @throws MockError `no_such_route` if the control API is off, `forbidden`, or `unauthorized` without the control token
 */
export function refuseForeign(
  headers: RequestHeaders,
  listener: Listener | undefined,
  { allowLinks = false }: { allowLinks?: boolean } = {},
): void {
  if (listener === undefined) return;
  const { host: address, control, publicUrl } = listener;
  if (control === false) throw new MockError('no_such_route', 'There is no such route');
  const token = control?.token;
  const host = (headerIn(headers, 'host') ?? '').replace(/:$/, '');
  const hostname = host.replace(/:\d+$/, '');
  if (isLoopback(address) && !isLoopback(hostname) && hostname !== publicUrl?.hostname) {
    throw forbidden(
      `The control API rejects the Host header ${formatValue(host)}; use localhost or 127.0.0.1. ` +
        'If the server is behind a proxy, start it with --public-url and the URL that clients use',
    );
  }
  if (isReachable(address, publicUrl) && token === undefined) {
    throw forbidden(
      `The server is reachable at ${publicUrl?.href ?? address}, where the control API needs a control token: ` +
        `start it with --control-token, createServer with { control: { token } }, or briefsMock in Vite with { controlToken }${publicUrl === undefined ? ', or listen on 127.0.0.1' : ''}`,
    );
  }
  const origin = headerIn(headers, 'origin');
  if (origin === undefined || !allowsPagesOf(listener, origin)) expectOwnPage(headers, host, publicUrl, allowLinks);
  if (token === undefined) return;
  const given = bearerToken(headerIn(headers, 'authorization')) ?? '';
  if (isSame(given, token)) return;
  const header = 'the header Authorization: Bearer <control token>';
  const problem =
    given === '' ? `The control API requires ${header}` : `The control token in ${header} is not that of the server`;
  throw new MockError('unauthorized', problem);
}

/** Whether {@link refuseForeign} rejects nothing. */
export function mayCall(headers: RequestHeaders, listener: Listener): boolean {
  try {
    refuseForeign(headers, listener);
    return true;
  } catch {
    return false;
  }
}

/** @throws MockError `forbidden` for a call or a link from a page of another origin. */
function expectOwnPage(
  headers: RequestHeaders,
  host: string,
  publicUrl: PublicUrl | undefined,
  allowLinks: boolean,
): void {
  const origin = headerIn(headers, 'origin');
  // The scheme may differ if a proxy terminates HTTPS in front of the server.
  const isOwn =
    origin?.toLowerCase().replace(/^https?:\/\//, '') === host.toLowerCase() || origin === publicUrl?.origin;
  if (origin !== undefined && !isOwn) {
    throw forbidden(
      `The control API rejects calls from pages of another origin; the origin of this one is ${origin}. If that is the origin of ` +
        'a proxy in front of the server, start the server with --public-url; if not, see --control-cors-origin',
    );
  }
  // Browsers send no Origin with links, images and scripts.
  const site = headerIn(headers, 'sec-fetch-site');
  if (site !== undefined && !/^(same-origin|none)$/.test(site) && !(allowLinks && isNavigation(headers))) {
    throw forbidden(
      'The control API rejects calls and links from pages of another origin; enter the URL in the address bar of the browser',
    );
  }
}

/** Whether a browser opens the URL as a page of its own, not in a frame. */
function isNavigation(headers: RequestHeaders): boolean {
  return headerIn(headers, 'sec-fetch-mode') === 'navigate' && headerIn(headers, 'sec-fetch-dest') === 'document';
}

/** Compares two secrets in constant time, against timing attacks. */
function isSame(given: string, secret: string): boolean {
  const [one, other] = [sha256Of(given), sha256Of(secret)];
  let difference = 0;
  for (let i = 0; i < other.length; i++) difference |= one.charCodeAt(i) ^ other.charCodeAt(i);
  return difference === 0;
}

function forbidden(message: string): MockError {
  return new MockError('forbidden', message);
}
