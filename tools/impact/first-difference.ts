import { isPlainObject } from '../../src/foundation/is-object.js';
import type { ReplayedAnswer } from '../../src/index.js';

/**
 * What differs first in an answer, from the strongest to the weakest. The outcome is its status, and whether a page may read it: few
 * tests pass with another one. Those that do not look at what differs pass with another body, and most do with other headers.
 */
export const DIFFERENCE_KINDS = ['outcome', 'body', 'headers'] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** A difference, without what differs between tests. */
export interface AnswerDifference {
  readonly kind: DifferenceKind;
  /** `status`, the name of a header after `headers.`, or the place in the body. */
  readonly field: string;
  /** Such as `answers 409 instead of 200`. */
  readonly problem: string;
}

type BodyDifference = Omit<AnswerDifference, 'kind'>;

/** Which origin may read an answer. */
const READER = 'access-control-allow-origin';

/** Says how the second answer differs from the first. */
export function firstDifference(expected: ReplayedAnswer, actual: ReplayedAnswer): AnswerDifference {
  if (expected.status !== actual.status) {
    const came = actual.status === 0 ? 'breaks the connection' : `answers ${actual.status}`;
    const problem = `${came} instead of ${expected.status === 0 ? 'breaking the connection' : expected.status}`;
    return { kind: 'outcome', field: 'status', problem };
  }
  const changed = changedHeaders(expected, actual);
  if (changed.includes(READER)) {
    const may = actual.headers?.[READER] === undefined ? 'may no longer be read' : 'may now be read';
    return { kind: 'outcome', field: `headers.${READER}`, problem: `${may} by a page of another origin` };
  }
  if (hasOtherBody(expected, actual)) return { kind: 'body', ...inBodies(expected, actual) };
  const [name = ''] = changed;
  return { kind: 'headers', field: `headers.${name}`, problem: `has another header ${name}` };
}

/** The names of the headers that differ, unless those of one answer are unknown. */
function changedHeaders({ headers: expected }: ReplayedAnswer, { headers: actual }: ReplayedAnswer): string[] {
  if (expected === undefined || actual === undefined) return [];
  return Object.keys({ ...expected, ...actual }).filter((name) => expected[name] !== actual[name]);
}

function hasOtherBody(one: ReplayedAnswer, other: ReplayedAnswer): boolean {
  const bodyOf = ({ body, text, sha256 }: ReplayedAnswer) => JSON.stringify({ body, text, sha256 });
  return bodyOf(one) !== bodyOf(other);
}

function inBodies(expected: ReplayedAnswer, actual: ReplayedAnswer): BodyDifference {
  if (expected.body === undefined || actual.body === undefined)
    return { field: 'body', problem: 'answers another body' };
  return inValues(expected.body, actual.body, '') ?? { field: 'body', problem: 'writes the body in another form' };
}

function inValues(expected: unknown, actual: unknown, path: string): BodyDifference | undefined {
  const at = path === '' ? 'body' : path;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      return { field: at, problem: `${at} has ${actual.length > expected.length ? 'more' : 'fewer'} elements` };
    }
    return first(expected.map((one, i) => inValues(one, actual[i], `${path}[]`)));
  }
  if (isPlainObject(expected) && isPlainObject(actual)) {
    const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
    return first(
      names.map((name) => {
        const field = path === '' ? name : `${path}.${name}`;
        if (!(name in actual)) return { field, problem: `${field} is missing` };
        if (!(name in expected)) return { field, problem: `${field} is new` };
        return inValues(expected[name], actual[name], field);
      }),
    );
  }
  return JSON.stringify(expected) === JSON.stringify(actual) ? undefined : { field: at, problem: `${at} differs` };
}

function first<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  return values.find((value) => value !== undefined);
}

/** Whether two answers are the same, as far as both of them are known. */
export function isSame(one: ReplayedAnswer, other: ReplayedAnswer): boolean {
  return one.status === other.status && !hasOtherBody(one, other) && changedHeaders(one, other).length === 0;
}
