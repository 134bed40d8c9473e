import { formatValue } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';

/** The base URL of the APIs. */
export interface BaseUrl {
  /** Without a trailing slash. */
  readonly href: string;
  /** The path of the URL, without a trailing slash. */
  readonly path: string;
}

/**
 * Reads an absolute URL or, in a page, a path on the page's own origin.
 * @throws MockError `malformed_data` for an invalid base URL.
 */
export function parseBaseUrl(text: string): BaseUrl {
  const isPath = /^\/(?!\/)/.test(text);
  const origin = pageOrigin();
  if (isPath && origin === undefined) {
    throw invalid(
      `must be an absolute URL outside of a page, such as ${formatValue(`http://localhost${text}`)}, but is ${formatValue(text)}`,
    );
  }
  const href = isPath ? `${origin}${text}` : text;
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw invalid(`must be an http(s) URL without a query or fragment, but is ${formatValue(text)}`);
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  return { href: url.origin + path, path };
}

/** The origin of the page that runs this code; undefined outside of a page, as in Node. */
export function pageOrigin(): string | undefined {
  const origin = globalThis.location?.origin;
  // The origin of a page without one, such as about:blank, is "null".
  return origin?.startsWith('http') ? origin : undefined;
}

function invalid(what: string): MockError {
  return new MockError('malformed_data', `baseUrl: ${what}`);
}
