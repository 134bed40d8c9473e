import type { ApiName } from '../../src/protocol/service.js';
import type { Answer, Api, Step } from './case.js';
import type { ReceivedAnswer } from './target.js';

/** One request of a case, or of the search for what cases need. */
export interface Sending extends Step {
  readonly api: ApiName;
  readonly method: string;
  /** The whole path, from `/public-api` on. */
  readonly path: string;
  readonly token: string | undefined;
}

/**
 * Calls of an API. A path that starts with a dot is relative to the API without its version: `./service-description`; one that
 * starts with two dots is relative to the server: `../v1/brief`.
 */
export function apiOf(api: ApiName, token: string | undefined, send: (sending: Sending) => Promise<Answer>): Api {
  const at = (path: string) => {
    if (path.startsWith('../')) return path.slice(2);
    return path.startsWith('./') ? `/${api}${path.slice(1)}` : `/${api}/v1${path}`;
  };
  const call = (method: string, path: string, step: Step = {}) => send({ ...step, api, method, path: at(path), token });
  return {
    get: (path, step) => call('GET', path, step),
    post: (path, step) => call('POST', path, step),
    put: (path, step) => call('PUT', path, step),
    delete: (path, step) => call('DELETE', path, step),
    send: call,
  };
}

/** A part of a URL with these values, of which any may have characters that a URL encodes: encoded`/brief/${slug}`. */
export function encoded(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw: parts }, ...values.map(encodeURIComponent));
}

/** The request as fetch takes it. */
export function requestInit({ body, headers = {}, token }: Pick<Sending, 'body' | 'headers' | 'token'>): RequestInit {
  const all = new Headers({ accept: 'application/json', 'content-type': 'application/json' });
  if (token !== undefined) all.set('authorization', `Bearer ${token}`);
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) all.delete(name);
    else all.set(name, value);
  }
  if (body === undefined) return { headers: all };
  // As bytes, because a text would set a content type.
  return { headers: all, body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)) };
}

export function answerOf({ status, headers, body }: Pick<ReceivedAnswer, 'status' | 'headers' | 'body'>): Answer {
  return { status, headers, body, data: body?.data };
}

export function isSuccess({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300;
}
