import { formatValue } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';

/** The base URL of the APIs. */
export interface BaseUrl {
  /** Without a trailing slash. */
  readonly href: string;
  /** The path of the URL, without a trailing slash. */
  readonly path: string;
}

/** @throws MockError `malformed_data` for an invalid base URL. */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new MockError(
      'malformed_data',
      `baseUrl: must be an http(s) URL without a query or fragment, but is ${formatValue(text)}`,
    );
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  return { href: url.origin + path, path };
}
