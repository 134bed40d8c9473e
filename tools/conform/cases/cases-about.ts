import type { Case } from '../case.js';

/** A case without the beginning of its id. */
export interface CaseAbout extends Omit<Case, 'id'> {
  /** The end of its id. */
  readonly what: string;
}

/** Cases about one subject, whose ids start with `about`. They need and create what is `shared`, unless they say otherwise. */
export function casesAbout(
  about: string,
  shared: Pick<Case, 'needs' | 'creates'>,
  cases: readonly CaseAbout[],
): readonly Case[] {
  return cases.map(({ what, ...one }) => ({ id: `${about}/${what}`, ...shared, ...one }));
}
