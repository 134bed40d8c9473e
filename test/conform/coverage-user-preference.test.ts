import { expect, it } from 'vitest';
import { coverageProblems } from '../support/conform-coverage.js';

it('every statement and decision of the user-preference API has a case, or a reason for none', () => {
  expect(coverageProblems(/^(UP-|F\d)/)).toEqual([]);
});
