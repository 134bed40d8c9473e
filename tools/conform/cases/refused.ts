import type { Step } from '../case.js';

type RefusedStep = Required<Pick<Step, 'expect' | 'ours'>>;

const codes = { 400: 'malformed_data', 404: 'not_found', 405: 'method_not_allowed', 409: 'conflict' } as const;

/** An answer with a status. The mock also promises the code of the error, and issues at these places, if there are any. */
export function refused(status: keyof typeof codes, ...issues: readonly string[]): RefusedStep {
  return { expect: { status }, ours: { code: codes[status], ...(issues.length > 0 && { issues }) } };
}

/** The answer to a path of a record that does not exist. */
export const missing: RefusedStep = { expect: { status: 404 }, ours: { code: 'not_found', issues: [] } };
