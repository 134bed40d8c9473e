import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cases, uncovered } from 'briefs-mock/conform';
import { readDecisions, readStatements } from '../coverage/documents.js';

const reference = join(import.meta.dirname, '../../docs/reference');
const read = (file: string) => readFileSync(join(reference, file), 'utf8');

const ids = [
  ...readStatements(read('coverage.md')).map(({ id }) => id),
  ...readDecisions(read('unspecified-behavior.md')).map(({ id }) => id),
];
const shown = new Set(cases.flatMap((one) => one.ids));
const excused = new Set(Object.keys(uncovered));

/** What is wrong with the cases for the ids that start like this: `PUB-` for statements, `P` and a digit for decisions. */
export function coverageProblems(pattern: RegExp): string[] {
  const known = ids.filter((id) => pattern.test(id));
  const mentioned = [...new Set([...shown, ...excused])].filter((id) => pattern.test(id));
  return [
    ...known.filter((id) => !shown.has(id) && !excused.has(id)).map((id) => `${id} has neither a case nor a reason`),
    ...known.filter((id) => shown.has(id) && excused.has(id)).map((id) => `${id} has a case and a reason for none`),
    ...mentioned.filter((id) => !ids.includes(id)).map((id) => `${id} is neither a statement nor a decision`),
  ];
}
