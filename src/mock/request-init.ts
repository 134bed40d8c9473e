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
