import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findingsIn, problemsBelow } from '../../scripts/plain-english.js';
import { rules } from '../../scripts/plain-english-rules.js';

it.each(rules)('lint finds "$wrong"', ({ wrong, right, instead }) => {
  expect(findingsIn(`a line\n${wrong}`)).toEqual([expect.objectContaining({ line: 2, instead })]);
  expect(findingsIn(right)).toEqual([]);
});

it('lint finds a phrase that continues in the next line of a comment', () => {
  const [, aborted] = rules[0]?.wrong.split(' request ') ?? [];
  const comment = `/**\n * An aborted request ${aborted?.replace(' no ', '\n * no ')}\n */`;
  expect(findingsIn(comment)).toEqual([expect.objectContaining({ line: 2 })]);
});

it('lint leaves a phrase out if the line, or the line before, says why', () => {
  const wrong = rules[0]?.wrong ?? '';
  expect(findingsIn(`// plain-english-ignore: a quotation\n${wrong}`)).toEqual([]);
  expect(findingsIn(`${wrong} <!-- plain-english-ignore: a quotation -->`)).toEqual([]);
  expect(findingsIn(`// plain-english-ignore:\n${wrong}`)).toHaveLength(1);
  expect(findingsIn(`// plain-english-ignore: a quotation\n\n${wrong}`)).toHaveLength(1);
});

it('no text of this project contains a phrase that lint rejects', () => {
  expect(problemsBelow(join(import.meta.dirname, '../..'))).toEqual([]);
});
