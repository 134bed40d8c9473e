import { type ErrorCode, type Issue, MockError, refusal } from '../state/errors.js';

/** Where bad items of one body differ, the first of these is the answer (X6). */
const PRECEDENCE: readonly ErrorCode[] = ['malformed_data', 'not_found', 'conflict'];

/**
 * Writes every item of a bulk body, or, because the request is one transaction, none: then every bad item is named, each
 * path starting with its index (X3, X6).
 */
export function writeEach<Item, Written>(
  items: readonly Item[],
  write: (item: Item, index: number) => Written,
): Written[] {
  const written: Written[] = [];
  const refused: { code: ErrorCode; issues: Issue[] }[] = [];
  items.forEach((item, index) => {
    try {
      written.push(write(item, index));
    } catch (error) {
      if (!(error instanceof MockError)) throw error;
      const { code, message, issues } = error;
      const found = issues.length > 0 ? issues : [{ path: '', message }];
      const at = ({ path, message }: Issue) => ({ path: path === '' ? `${index}` : `${index}.${path}`, message });
      refused.push({ code, issues: found.map(at) });
    }
  });
  if (refused.length === 0) return written;
  const rank = ({ code }: { code: ErrorCode }) => PRECEDENCE.indexOf(code);
  const { code } = refused.reduce((first, next) => (rank(next) < rank(first) ? next : first));
  throw refusal(
    code,
    refused.flatMap(({ issues }) => issues),
  );
}
