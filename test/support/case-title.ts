import type { Case } from 'briefs-mock/conform';

/** The title of the test of a case, with the ids of the statements and decisions that it is about. */
export function caseTitle({ id, ids }: Case): string {
  return `${ids.join(', ')}: ${id}`;
}
