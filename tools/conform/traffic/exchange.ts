import { isSecretName } from '../../../src/foundation/secrets.js';

/** A request that was observed, and its answer. */
export interface Exchange {
  /** Its number in the recording, from 1; undefined without a recording. */
  readonly entry?: number;
  /** When the request was sent, in ISO 8601. */
  readonly at: string;
  /** In upper case. */
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  /** The bearer token of the request, which reports hide. */
  readonly token: string | undefined;
  /** Other secrets of the request, which reports hide too. */
  readonly secrets?: readonly string[] | undefined;
  /** The body of the request; undefined if it was not recorded. */
  readonly sent?: string | undefined;
  /** 0 if there was no answer. */
  readonly status: number;
  /** The header of the answer; undefined if it was not recorded, null if it was absent. */
  readonly contentType: string | null | undefined;
  /** The header `Link` of the answer; undefined if it was not recorded, null if it was absent. */
  readonly link?: string | null | undefined;
  /** The decoded body of the answer; empty without one, undefined if it was not recorded. */
  readonly body: string | undefined;
  /** Whether another request that writes was running at the same time, so that the order of their effects is unknown. */
  readonly isConcurrent: boolean;
  /** Whether the answer came from a cache, so that it can be old. */
  readonly isCached: boolean;
}

/** The request in messages, with its number in the recording. */
export function requestName({ method, entry }: Exchange, path: string): string {
  return entry === undefined ? `${method} ${path}` : `${method} ${path} (entry ${entry})`;
}

/** The token in the header `Authorization`. */
export function tokenIn(authorization: string | null | undefined): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
}

/** Shorter values of headers can be words of reports. */
const SHORTEST_SECRET = 8;

/** The credentials, keys and cookies in the headers of a request, also without the name of a scheme or cookie before them. */
export function secretsIn(headers: Iterable<readonly [name: string, value: string]>): string[] {
  return [...headers]
    .filter(([name]) => isSecretName(name))
    .flatMap(([name, value]) => [
      value,
      value.replace(/^\S+\s+/, ''),
      ...(/^cookie$/i.test(name) ? cookieValues(value) : []),
    ])
    .filter(({ length }) => length >= SHORTEST_SECRET);
}

function cookieValues(header: string): string[] {
  return header.split(';').map((cookie) =>
    cookie
      .slice(cookie.indexOf('=') + 1)
      .trim()
      .replaceAll(/^"|"$/g, ''),
  );
}
