import * as z from 'zod/mini';
import { formatValue } from '../foundation/format-value.js';
import { type ErrorCode, ISSUE_LIMIT, MockError } from '../foundation/mock-error.js';

/** The HTTP status of each code (X5). */
export const statusOf: Readonly<Record<ErrorCode, number>> = {
  malformed_data: 400,
  unauthorized: 401,
  forbidden: 403,
  not_entitled: 403,
  not_found: 404,
  no_such_route: 404,
  no_such_version: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  too_many_sessions: 429,
  headers_too_large: 431,
  injected_fault: 500,
  internal_error: 500,
  unavailable: 503,
};

/** The error for a known path with a method that it does not support (X5). */
export class MethodNotAllowed extends MockError {
  readonly allowed: readonly string[];

  constructor(method: string, path: string, allowed: readonly string[]) {
    super('method_not_allowed', `${path} does not support ${method}; allowed methods: ${allowed.join(', ')}`);
    this.allowed = allowed;
  }
}

/** The error for a body that is compressed or otherwise encoded. */
export class UnsupportedEncoding extends MockError {
  constructor(encoding: string) {
    const message = `The mock does not decode request bodies, but the header Content-Encoding is ${formatValue(encoding)}`;
    super('unsupported_media_type', `${message}; send the body without encoding, and without this header`);
  }
}

export const issuesSchema = z
  .array(z.strictObject({ path: z.string(), message: z.string() }))
  .check(z.minLength(1), z.maxLength(ISSUE_LIMIT));

/**
 * Converts a thrown value to a MockError. Any other error, or a MockError with a code that there is not, is a bug of the mock, of a
 * scenario or of an own route: `internal_error`. It is printed, because an answer must not contain stack traces or the paths of files.
 */
export function toMockError(error: unknown): MockError {
  const isMockError = error instanceof MockError;
  const isKnown = isMockError && Object.hasOwn(statusOf, error.code);
  const bug = isKnown ? error.cause : isMockError ? withUnknownCode(error) : error;
  // biome-ignore lint/suspicious/noConsole: nothing else may show the stack trace.
  if (bug !== undefined) console.error(bug);
  if (isKnown) return error;
  return new MockError(
    'internal_error',
    'The mock failed because of a bug in it, in a scenario or in an own route; the error is on the console of its process',
  );
}

/** An error that says what is wrong with a MockError whose code there is not. */
function withUnknownCode(error: MockError): Error {
  const codes = Object.keys(statusOf).join(', ');
  return new Error(`${formatValue(error.code)} is not an error code; they are ${codes}`, { cause: error });
}
