/**
 * The codes of all errors of the mock.
 *
 * A `code` is stable and for programs; a `message` is for people and may change. src/protocol/http-status.ts maps codes to
 * HTTP statuses.
 */
export type ErrorCode =
  | 'malformed_data'
  | 'unauthorized'
  | 'forbidden'
  | 'not_entitled'
  | 'not_found'
  | 'no_such_route'
  | 'no_such_version'
  | 'method_not_allowed'
  | 'conflict'
  | 'uri_too_long'
  | 'headers_too_large'
  | 'request_timeout'
  | 'injected_fault'
  | 'payload_too_large'
  | 'too_many_sessions'
  | 'unsupported_media_type'
  | 'internal_error'
  | 'unavailable';

/** One thing that is wrong with an input; `path` is dotted, such as `1.email`. */
export interface Issue {
  path: string;
  message: string;
}

/** Every error that the library throws on purpose. Over HTTP it becomes the error body of the API that was called. */
export class MockError extends Error {
  override readonly name = 'MockError';
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];
  /** The reason for the journal, if it says more than the answer may. */
  readonly reason: string;

  constructor(code: ErrorCode, message: string, issues: readonly Issue[] = [], reason = message) {
    super(message);
    this.code = code;
    this.issues = issues;
    this.reason = reason;
  }
}

/** The number of issues that a message lists; a body can have very many. */
const LISTED = 20;

/** An error about one input; its message lists the issues. */
export function issuesError(code: ErrorCode, issues: readonly Issue[]): MockError {
  const listed = issues.slice(0, LISTED).map(describe);
  if (issues.length > LISTED) listed.push(`and ${issues.length - LISTED} more`);
  return new MockError(code, listed.join('; '), issues);
}

/** Puts `what: ` before the message of a MockError; returns what was thrown. */
export function withPrefix(what: string, thrown: unknown): unknown {
  if (thrown instanceof MockError) thrown.message = `${what}: ${thrown.message}`;
  return thrown;
}

function describe({ path, message }: Issue): string {
  return path === '' ? message : `${path}: ${message}`;
}
