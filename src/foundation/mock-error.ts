/**
 * The codes of all errors of the mock.
 *
 * A `code` is stable and for programs; a `message` is for people and may change. Over HTTP, each has its status.
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

/** One thing that is wrong with an input. */
export interface Issue {
  /** The place in the input, with dots, such as `1.email`; empty for the whole input. */
  path: string;
  /** What is wrong there and what is allowed, for people. It may change. */
  message: string;
}

/** Every error that the library throws on purpose. Over HTTP it becomes the error body of the API that was called. */
export class MockError extends Error {
  /** Always `MockError`. */
  override readonly name = 'MockError';
  /** What went wrong, for programs. */
  readonly code: ErrorCode;
  /** What is wrong and where: the first 100 issues. */
  readonly issues: readonly Issue[];
  /** The number of all issues, including those that are not listed. */
  readonly issueCount: number;
  /** The reason for the journal, if it says more than the answer may. */
  readonly reason: string;

  /** An error of another copy of the package is one too: it may be loaded as ES modules and as CommonJS in one process. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a subclass has only its own errors. Its name here would rename the class in the build.
    if (!Object.hasOwn(this, Symbol.hasInstance)) return Function.prototype[Symbol.hasInstance].call(this, value);
    return value instanceof Error && value.name === 'MockError' && 'issueCount' in value;
  }

  constructor(
    code: ErrorCode,
    message: string,
    issues: readonly Issue[] = [],
    reason = message,
    issueCount = issues.length,
  ) {
    super(message);
    this.code = code;
    this.issues = issues;
    this.issueCount = issueCount;
    this.reason = reason;
  }
}

/** The maximum number of issues that an error lists (X26), and that its message lists. An input can have very many. */
export const ISSUE_LIMIT = 100;
const LISTED_IN_MESSAGE = 20;

/** The issues of one input: the first ones, and the number of all. */
export class IssueList {
  readonly #limit: number;
  readonly #listed: Issue[] = [];
  #count = 0;

  constructor(limit = ISSUE_LIMIT) {
    this.#limit = limit;
  }

  get listed(): readonly Issue[] {
    return this.#listed;
  }

  get count(): number {
    return this.#count;
  }

  /** Whether further issues are only counted, so that they need no message. */
  get isFull(): boolean {
    return this.#listed.length >= this.#limit;
  }

  add(issue: Issue): void {
    if (!this.isFull) this.#listed.push(issue);
    this.#count++;
  }

  /** Adds the issues of an error, or its message if it has none; their paths start with `root`. */
  addError({ message, issues, issueCount }: MockError, root: readonly PropertyKey[] = []): void {
    const found = issues.length > 0 ? issues : [{ path: '', message }];
    for (const { path, message } of found) {
      this.add({ path: [...root, ...(path === '' ? [] : [path])].map(String).join('.'), message });
    }
    this.#count += Math.max(issueCount, 1) - found.length;
  }

  /** An error about the input; its message lists the issues after `prefix`, each after its place, which `placeOf` may explain. */
  toError(code: ErrorCode, prefix = '', placeOf = (path: string): string => path): MockError {
    const texts = this.#listed
      .slice(0, LISTED_IN_MESSAGE)
      .map(({ path, message }) => describe({ path: path && placeOf(path), message }));
    if (this.#count > texts.length) texts.push(`and ${this.#count - texts.length} more`);
    const message = prefix + texts.join('; ');
    return new MockError(code, message, this.#listed, message, this.#count);
  }
}

/** An error about one input; its message lists the issues. */
export function issuesError(code: ErrorCode, issues: Iterable<Issue>): MockError {
  const list = new IssueList();
  for (const issue of issues) list.add(issue);
  return list.toError(code);
}

/** An error about an input whose place the message names. */
export function malformed(message: string): MockError {
  return new MockError('malformed_data', message);
}

/** An error about one place in an input. */
export function malformedAt(path: string, message: string): MockError {
  return issuesError('malformed_data', [{ path, message }]);
}

/** An error about something that does not exist. */
export function notFound(message: string): MockError {
  return new MockError('not_found', message);
}

/** Puts `what: ` before the message of a MockError; returns what was thrown. */
export function withPrefix(what: string, thrown: unknown): unknown {
  if (thrown instanceof MockError) thrown.message = `${what}: ${thrown.message}`;
  return thrown;
}

/** Calls a synchronous function. A MockError that it throws gets `what: ` before its message. */
export function prefixing<Result>(what: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw withPrefix(what, error);
  }
}

function describe({ path, message }: Issue): string {
  return path === '' ? message : `${path}: ${message}`;
}
