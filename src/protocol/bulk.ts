import type * as z from 'zod';
import { type ErrorCode, type Issue, MockError, refusal } from '../foundation/mock-error.js';
import { expectShape } from '../foundation/validate.js';

/** What a bulk body is made of. */
export interface Items<Shape extends z.ZodType = z.ZodType> {
  /** Each item; what it does not name is ignored (X8). */
  readonly shape: Shape;
  /** Whether a single item may stand for an array of one (X7). */
  readonly orOne: boolean;
}

/** The items of a bulk body, not yet looked at. */
export interface Batch {
  readonly items: readonly unknown[];
  /** Whether they came as an array, so that an item is named by its index. */
  readonly indexed: boolean;
}

/** @throws MockError `malformed_data` where the body is no array. */
export function batchOf(body: unknown, { orOne }: Items): Batch {
  if (Array.isArray(body)) return { items: body, indexed: true };
  if (orOne && typeof body === 'object' && body !== null) return { items: [body], indexed: false };
  const kinds = orOne ? 'an array or an object' : 'an array';
  const message = body === undefined ? `A body is required: ${kinds}` : `The body is not ${kinds}`;
  throw refusal('malformed_data', [{ path: '', message }]);
}

/** Where bad items of one body differ, the first of these is the answer (X6). */
const PRECEDENCE: readonly ErrorCode[] = ['malformed_data', 'not_found', 'conflict'];

/**
 * Writes every item of a bulk body or, because a request is one transaction, none: then every bad item is named, each
 * path starting with its index (X3, X6).
 */
export function writeEach<Shape extends z.ZodType, Written>(
  { items, indexed }: Batch,
  shape: Shape,
  write: (item: z.output<Shape>, index: number) => Written,
): Written[] {
  const written: Written[] = [];
  const refused: { code: ErrorCode; issues: Issue[] }[] = [];
  items.forEach((item, index) => {
    try {
      written.push(write(expectShape(shape, item), index));
    } catch (error) {
      if (!(error instanceof MockError)) throw error;
      const { code, message, issues } = error;
      const found = issues.length > 0 ? issues : [{ path: '', message }];
      const at = ({ path, message }: Issue) => ({ path: path === '' ? `${index}` : `${index}.${path}`, message });
      refused.push({ code, issues: indexed ? found.map(at) : [...found] });
    }
  });
  if (refused.length > 0) throw together(refused);
  return written;
}

/** Several refusals as one, under the code that goes first (X6). */
export function together(refused: readonly Pick<MockError, 'code' | 'issues'>[]): MockError {
  const rank = ({ code }: { code: ErrorCode }) => PRECEDENCE.indexOf(code);
  const { code } = refused.reduce((first, next) => (rank(next) < rank(first) ? next : first));
  return refusal(
    code,
    refused.flatMap(({ issues }) => issues),
  );
}
