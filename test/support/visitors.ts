/** What a visitor's browser does with the cookie of a demo. */
export interface Visitor {
  /** Sends a request with the cookie, if there is one already, and keeps the cookie of the answer. */
  readonly send: (method: string, path: string, headers?: Record<string, string>) => Promise<VisitorAnswer>;
  /** The value of the cookie. */
  readonly id: () => string | undefined;
}

interface VisitorAnswer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  /** The whole header, if the answer sets the cookie. */
  readonly cookie: string | undefined;
  readonly body: string;
}

/** Sends one request, without following redirects and without cookies of its own. */
type Transport = (
  method: string,
  path: string,
  headers: Record<string, string>,
) => Promise<Omit<VisitorAnswer, 'cookie'>>;

export function visitor(transport: Transport): Visitor {
  let id: string | undefined;
  return {
    id: () => id,
    send: async (method, path, headers = {}) => {
      const sent = id === undefined ? headers : { cookie: `other=1; mock_session=${id}`, ...headers };
      const answer = await transport(method, path, sent);
      const cookie = [answer.headers['set-cookie']].flat()[0] as string | undefined;
      id = /^mock_session=([^;]*)/.exec(cookie ?? '')?.[1] ?? id;
      return { ...answer, cookie };
    },
  };
}

/** A visitor of the server at a URL. */
export function visitorAt(url: string): Visitor {
  return visitor(async (method, path, headers) => {
    const response = await fetch(url + path, { method, headers, redirect: 'manual' });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  });
}
