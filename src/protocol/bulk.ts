import type * as z from 'zod';
import { type ErrorCode, type Issue, issuesError, MockError } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';

/** The items of a bulk body, in a route's definition. */
export interface Items<Schema extends z.ZodType = z.ZodType> {
  /** The schema of each item; unknown fields are ignored (X8). */
  readonly schema: Schema;
  /** Whether a single item is accepted instead of an array (X7). */
  readonly orOne: boolean;
}

/** The items of a bulk body, not yet validated. */
export interface Batch {
  readonly items: readonly unknown[];
  /** Whether the body was an array; then the paths of issues start with the index of the item. */
  readonly indexed: boolean;
}

/** @throws MockError `malformed_data` if the body is not an array. */
export function batchOf(body: unknown, { orOne }: Items): Batch {
  if (Array.isArray(body)) return { items: body, indexed: true };
  if (orOne && typeof body === 'object' && body !== null) return { items: [body], indexed: false };
  const kinds = orOne ? 'an array or an object' : 'an array';
  const message = body === undefined ? `A request body is required: ${kinds}` : `The request body must be ${kinds}`;
  throw issuesError('malformed_data', [{ path: '', message }]);
}

/** If a request has different errors, the answer has the first of these codes (X6). */
const PRECEDENCE: readonly ErrorCode[] = ['malformed_data', 'not_found', 'conflict'];

/** Writes that do not depend on each other: if one fails, the others are tried too, so that the answer lists all errors. */
export class Attempts {
  readonly #errors: Pick<MockError, 'code' | 'issues'>[] = [];

  get failed(): boolean {
    return this.#errors.length > 0;
  }

  /** The result of `write`; undefined if it throws a MockError, whose issue paths then get the prefix `at`. */
  run<Written>(write: () => Written, at = ''): Written | undefined {
    try {
      return write();
    } catch (error) {
      if (!(error instanceof MockError)) throw error;
      const { code, message, issues } = error;
      const found = issues.length > 0 ? issues : [{ path: '', message }];
      const pathOf = ({ path }: Issue) => [at, path].filter((part) => part !== '').join('.');
      this.#errors.push({ code, issues: found.map((issue) => ({ path: pathOf(issue), message: issue.message })) });
      return undefined;
    }
  }

  /** All errors as one, with the code that takes precedence (X6). */
  error(): MockError {
    const codes = this.#errors.map(({ code }) => code);
    const issues = this.#errors.flatMap((error) => error.issues);
    return issuesError(PRECEDENCE.find((code) => codes.includes(code)) as ErrorCode, issues);
  }
}

/**
 * Writes every item of a bulk body, or none, because a request is one transaction. The error lists every invalid item; the
 * path of each issue starts with the item's index (X3, X6).
 */
export function writeEach<Schema extends z.ZodType, Written>(
  { items, indexed }: Batch,
  schema: Schema,
  write: (item: z.output<Schema>, index: number) => Written,
): Written[] {
  const attempts = new Attempts();
  const written = items.map((item, index) =>
    attempts.run(() => write(expectValid(schema, item), index), indexed ? `${index}` : ''),
  );
  if (attempts.failed) throw attempts.error();
  return written as Written[];
}
