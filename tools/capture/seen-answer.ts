import { isPlainObject } from '../../src/foundation/is-object.js';

/** An answer to a GET request. */
export interface SeenAnswer {
  /** The path from the name of the API on, such as `/user-data/v1/user`. */
  readonly path: string;
  /** The query without its question mark; empty without one. */
  readonly query: string;
  /** The e-mail of the reader whose token was sent; undefined for the service token. */
  readonly reader?: string | undefined;
  readonly status: number;
  /** The header `Link`. */
  readonly link?: string | undefined;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
}

/** Sends one GET request, or knows its answer. */
export type Get = (path: string, options?: GetOptions) => Promise<SeenAnswer>;

export interface GetOptions {
  readonly query?: Readonly<Record<string, string>>;
  /** The e-mail of the reader whose token to send. Default: the service token. */
  readonly reader?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A JSON object. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** The records in the answer of a list; undefined if it is not one. */
export function recordsIn({ status, body }: SeenAnswer): readonly JsonFields[] | undefined {
  if (status < 200 || status > 299) return undefined;
  const { data } = fieldsOf(body);
  const list = Array.isArray(data) ? data : undefined;
  return list?.every((one) => typeof one === 'object' && one !== null) ? (list as JsonFields[]) : undefined;
}

/** The object in the field `data` of an answer; undefined if there is none. */
export function objectIn({ status, body }: SeenAnswer): JsonFields | undefined {
  const { data } = fieldsOf(body);
  if (status < 200 || status > 299 || !isPlainObject(data)) return undefined;
  return data as JsonFields;
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): JsonFields {
  return typeof value === 'object' && value !== null ? (value as JsonFields) : {};
}

/** The value if it is a text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
