/**
 * The coded family of everything the mock refuses.
 *
 * A `code` is stable and meant for programs, a `message` is meant for people. What HTTP status a code has is the
 * business of the protocol, not of the state.
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
  | 'injected_fault'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'internal_error';

/** One thing that is wrong with an input: where, as a dotted path (`1.email`), and what. */
export interface Issue {
  path: string;
  message: string;
}

/** Thrown by the whole library for every refusal: over HTTP it becomes the failure body of the API that was asked. */
export class MockError extends Error {
  override readonly name = 'MockError';
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];
  /** Why, for whoever steers the mock, where an answer keeps it to itself. */
  readonly reason: string;

  constructor(code: ErrorCode, message: string, issues: readonly Issue[] = [], reason = message) {
    super(message);
    this.code = code;
    this.issues = issues;
    this.reason = reason;
  }
}

/** How many issues a message names; a body can have a great many. */
const NAMED = 20;

/** A refusal that is about one input: its message is made of its issues. */
export function refusal(code: ErrorCode, issues: readonly Issue[]): MockError {
  const named = issues.slice(0, NAMED).map(describe);
  if (issues.length > NAMED) named.push(`and ${issues.length - NAMED} more`);
  return new MockError(code, named.join('; '), issues);
}

/** What was thrown; if it is a refusal, its message tells first what it is about. */
export function about(what: string, thrown: unknown): unknown {
  if (thrown instanceof MockError) thrown.message = `${what}: ${thrown.message}`;
  return thrown;
}

function describe({ path, message }: Issue): string {
  return path === '' ? message : `${path}: ${message}`;
}
