import type { Api, Delivery } from './deliveries.js';

/** Sends a request that may be answered by anything: nothing is held against what a route declares. */
export type Ask = (method: string, path: string, init?: RequestInit) => Promise<Response>;

/** Plain requests through the delivery by which an API was opened, as Ann unless a header says otherwise. */
export function askThrough(delivery: Delivery, { mock, url }: Pick<Api, 'mock' | 'url'>): Ask {
  const transport = delivery === 'fetch' ? mock.fetch : fetch;
  return (method, path, init = {}) => {
    const headers = { authorization: 'Bearer ann-token', ...(init.headers as Record<string, string>) };
    return transport(url + path, { method, ...init, headers });
  };
}
