import type { RequestHeaders } from './request-headers.js';

/** A request, as far as the mock reads it. A Request is one; servers and replicas have others, which take less time to create. */
export interface RequestData extends Pick<Request, 'method' | 'url' | 'body' | 'signal'> {
  readonly headers: RequestHeaders;
}
