import type { Api } from './deliveries.js';
import type { Delivery } from './transports.js';

/** Sends a request without checking the answer against the schema of its route. */
export type Ask = (method: string, path: string, init?: RequestInit) => Promise<Response>;

/** Returns a function that sends requests through a delivery, by default with the token of Ann. */
export function askThrough(delivery: Delivery, { mock, url }: Pick<Api, 'mock' | 'url'>): Ask {
  const transport = delivery === 'fetch' ? mock.fetch : fetch;
  return (method, path, init = {}) => {
    const headers = { authorization: 'Bearer ann-token', ...(init.headers as Record<string, string>) };
    return transport(url + path, { method, ...init, headers });
  };
}
