import { formatValue } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';
import { normalizeBasePath } from '../http/request-target.js';

/** The URL at which clients reach the APIs. */
export interface BaseUrl {
  /** Without a trailing slash. */
  readonly href: string;
  /** The path of the URL, without a trailing slash. */
  readonly path: string;
  /** The path in the form in which those of requests are compared with it. */
  readonly basePath: string;
  readonly origin: string;
  readonly hostname: string;
}

/** `option` is the name of the option in the error. @throws MockError `malformed_data` for an invalid URL. */
export function parseBaseUrl(text: string, option = 'baseUrl'): BaseUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new MockError(
      'malformed_data',
      `${option}: must be an http(s) URL without a query or fragment, but is ${formatValue(text)}`,
    );
  }
  const { origin, hostname, pathname } = url;
  const path = pathname.replace(/(?<!\/)\/+$/, '');
  return { href: origin + path, path, basePath: normalizeBasePath(path), origin, hostname };
}
