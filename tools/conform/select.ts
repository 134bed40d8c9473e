import { didYouMean } from '../../src/foundation/did-you-mean.js';
import { formatValue } from '../../src/foundation/format-value.js';
import { MockError } from '../../src/foundation/mock-error.js';
import type { Case } from './case.js';
import { cases as packaged } from './cases/index.js';

interface Selection {
  readonly cases?: readonly Case[] | undefined;
  readonly only?: readonly string[] | undefined;
}

/**
 * The cases whose id starts with one of the given texts, or that are about one of them: the id of a statement or a decision, or a
 * switch. Without texts, all cases.
 * @throws MockError `not_found` for a text that selects no case.
 */
export function selectCases({ cases = packaged, only = [] }: Selection): readonly Case[] {
  if (only.length === 0) return cases;
  for (const text of only) {
    if (cases.some((one) => isAbout(one, text))) continue;
    const names = cases.map(({ id }) => id);
    const hint = didYouMean(text, { count: names.length, list: () => names });
    throw new MockError(
      'not_found',
      `there is no case ${formatValue(text)}${hint}; give the beginning of an id, such as user-data/client, an id such as D7, or a switch`,
    );
  }
  return cases.filter((one) => only.some((text) => isAbout(one, text)));
}

function isAbout({ id, ids, switch: key }: Case, text: string): boolean {
  return id.startsWith(text) || ids.includes(text) || key === text;
}
