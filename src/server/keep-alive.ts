/**
 * How long an idle connection stays open, in milliseconds: longer than proxies keep one, and than the process of a client may be busy.
 * Such a client does not notice that a connection was closed before it sends the next request, which is lost.
 */
export const KEEP_ALIVE = 65_000;
