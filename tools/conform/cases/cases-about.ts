import type { Case } from '../case.js';

/** A case without its id. */
export type CaseAbout = Omit<Case, 'id'>;

/** Cases about one subject, by the ends of their ids. They need and create what is `shared`, unless they say otherwise. */
export function casesAbout(about: string, shared: Pick<Case, 'needs' | 'creates'> = {}) {
  return (cases: Readonly<Record<string, CaseAbout>>): readonly Case[] =>
    Object.entries(cases).map(([what, one]) => ({ id: `${about}/${what}`, ...shared, ...one }));
}
