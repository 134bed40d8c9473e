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

/** The records in the answer of a list, without what is not an object; undefined if it is not a list of records. */
export function recordsIn(answer: SeenAnswer): readonly JsonFields[] | undefined {
  const list = listIn(answer);
  const records = list?.filter(isPlainObject);
  return records?.length === 0 && list?.length !== 0 ? undefined : records;
}

/** Whether a success is not a list, or has in its list something else than records. */
export function isMalformedList(answer: SeenAnswer): boolean {
  const isSuccess = answer.status >= 200 && answer.status <= 299;
  return isSuccess && listIn(answer)?.every(isPlainObject) !== true;
}

function listIn({ status, body }: SeenAnswer): readonly unknown[] | undefined {
  const { data } = fieldsOf(body);
  return status >= 200 && status <= 299 && Array.isArray(data) ? data : undefined;
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
