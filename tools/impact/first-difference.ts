import type { ReplayedAnswer } from '../../src/index.js';

/** Says how the second answer differs from the first, without what differs between tests: such as `answers 409 instead of 200`. */
export function firstDifference(expected: ReplayedAnswer, actual: ReplayedAnswer): { field: string; problem: string } {
  if (expected.status !== actual.status) {
    const came = actual.status === 0 ? 'breaks the connection' : `answers ${actual.status}`;
    return {
      field: 'status',
      problem: `${came} instead of ${expected.status === 0 ? 'breaking the connection' : expected.status}`,
    };
  }
  if (expected.body === undefined || actual.body === undefined)
    return { field: 'body', problem: 'answers another body' };
  return inValues(expected.body, actual.body, '') ?? { field: 'body', problem: 'writes the body in another form' };
}

function inValues(expected: unknown, actual: unknown, path: string): { field: string; problem: string } | undefined {
  const at = path === '' ? 'body' : path;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      return { field: at, problem: `${at} has ${actual.length > expected.length ? 'more' : 'fewer'} elements` };
    }
    return first(expected.map((one, i) => inValues(one, actual[i], `${path}[]`)));
  }
  if (isObject(expected) && isObject(actual)) {
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two answers are the same. */
export function isSame(one: ReplayedAnswer, other: ReplayedAnswer): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
