import { expect, it } from 'vitest';
import { coverageProblems } from '../support/conform-coverage.js';

it('every statement and decision of the brief and bookmark API has a case, or a reason for none', () => {
  expect(coverageProblems(/^(PUB-|P\d)/)).toEqual([]);
});

it('every decision for all three APIs has a case, or a reason for none', () => {
  expect(coverageProblems(/^X\d/)).toEqual([]);
});
