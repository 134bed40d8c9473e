import { formatValue } from '../foundation/format-value.js';
import { malformed } from '../foundation/mock-error.js';

const MEMBERS = [
  'method',
  'headers',
  'body',
  'duplex',
  'signal',
  'mode',
  'credentials',
  'cache',
  'redirect',
  'referrer',
  'referrerPolicy',
  'integrity',
  'keepalive',
] as const;

/**
 * The options of a request in the second argument of a `fetch`; undefined if it has none. A runtime that is given the function
 * as its request handler passes objects of its own, such as its server, and some runtimes would read a URL from them.
 */
export function requestInitOf(second: unknown): RequestInit | undefined {
  if (typeof second !== 'object' || second === null) return undefined;
  const given = second as Record<string, unknown>;
  const members = MEMBERS.map((name) => [name, given[name]] as const).filter(([, value]) => value !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** The first argument of a `fetch` that is neither a text nor a URL. @throws MockError `malformed_data` if it is not a request either */
export function expectRequest(input: Request): Request {
  // A request of another realm, such as that of jsdom, is not an instance of this Request.
  if (typeof (input as Request | undefined | null)?.url === 'string' && input.signal !== undefined) return input;
  throw malformed(`mock.fetch: input must be a Request, a URL or a text, but is ${formatValue(input)}`);
}
