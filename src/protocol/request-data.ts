import { headerEntries, type RequestHeaders } from './request-headers.js';

/** A request, as far as the mock reads it. A Request is one; servers and replicas have others, which take less time to create. */
export interface RequestData extends Pick<Request, 'method' | 'url' | 'body' | 'signal'> {
  readonly headers: RequestHeaders;
}

/** The request with another value of a header, whose name is in lower case. */
export function withHeader(request: RequestData, name: string, value: string): RequestData {
  const { method, url, body } = request;
  return {
    method,
    url,
    headers: { ...Object.fromEntries(headerEntries(request.headers)), [name]: value },
    body,
    // Node creates the signal of a Request when it is read.
    get signal() {
      return request.signal;
    },
  };
}
