import type * as z from 'zod/mini';
import { type ErrorCode, IssueList, MockError, malformedAt } from '../foundation/mock-error.js';
import { type ValidationResult, validate } from '../foundation/validate.js';

/** The maximum number of items of a list in a body and of keys of an object, and of the items of all its lists together (X26). */
export const ITEM_LIMIT = 2_000;
export const TOTAL_ITEM_LIMIT = 20_000;

/** The items of a bulk body, in a route's definition. */
export interface Items<Schema extends z.core.$ZodType = z.core.$ZodType> {
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
  throw malformedAt('', message);
}

/** If a request has different errors, the answer has the first of these codes (X6). */
const PRECEDENCE: readonly ErrorCode[] = ['malformed_data', 'not_found', 'conflict'];

/**
 * Writes every item of a bulk body, or none, because a request is one transaction. The error has the issues of all invalid
 * items; the path of each issue starts with the item's index (X3, X6).
 */
export function writeEach<Schema extends z.core.$ZodType, Written>(
  { items, indexed }: Batch,
  schema: Schema,
  write: (item: z.output<Schema>, index: number) => Written,
): Written[] {
  const errors = new ErrorList();
  const written = items.map((item, index) => {
    const root = indexed ? [index] : [];
    const checked = errors.validate(schema, item, root);
    return 'value' in checked ? errors.catch(root, () => write(checked.value, index)) : undefined;
  });
  if (errors.count > 0) throw errors.toError();
  return written as Written[];
}

/**
 * The errors of inputs and writes that do not depend on each other: if one fails, the others are tried too, so that the
 * answer lists all errors. As one error, they have the code that takes precedence (X6).
 */
export class ErrorList {
  readonly #issues = new IssueList();
  #code: ErrorCode = PRECEDENCE.at(-1) as ErrorCode;

  get count(): number {
    return this.#issues.count;
  }

  /** Validates a value and adds its issues, whose paths start with `root`. */
  validate<Schema extends z.core.$ZodType>(
    schema: Schema,
    value: unknown,
    root: readonly PropertyKey[],
  ): ValidationResult<z.output<Schema>> {
    const checked = validate(schema, value, root, this.#issues);
    if ('issues' in checked) this.#addCode('malformed_data');
    return checked;
  }

  /** Returns what `act` returns. If it throws a MockError, adds its issues, whose paths start with `root`. */
  catch<Result>(root: readonly PropertyKey[], act: () => Result): Result | undefined {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof MockError)) throw error;
      this.#issues.addError(error, root);
      this.#addCode(error.code);
      return undefined;
    }
  }

  toError(): MockError {
    return this.#issues.toError(this.#code);
  }

  #addCode(code: ErrorCode): void {
    if (PRECEDENCE.indexOf(code) < PRECEDENCE.indexOf(this.#code)) this.#code = code;
  }
}
