import { formatValue } from '../foundation/format-value.js';
import { malformed } from '../foundation/mock-error.js';
import { normalizeBasePath } from '../http/request-target.js';
import type { PublicUrl } from '../protocol/listener.js';

/** The URL at which clients reach the APIs. */
export type BaseUrl = PublicUrl;

/**
 * Reads an absolute URL or, in a page, a path on the page's own origin. `option` is the name of the option in the error.
 * @throws MockError `malformed_data` for an invalid URL.
 */
export function parseBaseUrl(text: string, option = 'baseUrl'): BaseUrl {
  const invalid = (what: string) => malformed(`${option}: ${what}`);
  const isPath = /^\/(?!\/)/.test(text);
  const ofPage = pageOrigin();
  if (isPath && ofPage === undefined) {
    throw invalid(
      `must be an absolute URL outside of a page, such as ${formatValue(`http://localhost${text}`)}, but is ${formatValue(text)}`,
    );
  }
  // Before the other errors, which show the text.
  if (/\/\/[^/?#]*@/.test(text)) throw invalid('must not contain a user or a password');
  const whole = isPath ? `${ofPage}${text}` : text;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  // A `*` would stand for itself.
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search + url.hash !== '' || url.href.includes('*')) {
    const orPath = ofPage === undefined ? '' : ', or a path such as "/api",';
    throw invalid(`must be an http(s) URL${orPath} without a query, fragment or *, but is ${formatValue(text)}`);
  }
  const { origin, hostname, pathname } = url;
  const path = pathname.replace(/(?<!\/)\/+$/, '');
  return { href: origin + path, path, basePath: normalizeBasePath(path), origin, hostname };
}

/** The origin of the page that runs this code; undefined outside of a page, as in Node. */
export function pageOrigin(): string | undefined {
  const origin = globalThis.location?.origin;
  // The origin of a page without one, such as about:blank, is "null".
  return origin?.startsWith('http') ? origin : undefined;
}
