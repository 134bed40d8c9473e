import { show } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';

/** Where the APIs are. */
export interface BaseUrl {
  /** Without a slash at the end. */
  readonly href: string;
  /** What stands before every path; without a slash at the end. */
  readonly path: string;
}

/** @throws MockError `malformed_data` for what is no such URL. */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new MockError('malformed_data', `baseUrl: ${show(text)} is not an http(s) URL without ? and #`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  return { href: url.origin + path, path };
}
