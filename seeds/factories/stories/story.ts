/**
 * A story of a newsroom desk. Its texts contain slots, which `slots.ts` fills:
 *
 * - `{town}`: a word from the list `town`; `{town2}`: another one. A slot has the same value in the whole article
 * - `{mw:20-95}`, `{mw:50-240/10}`, `{pct:1.2-4.8}`: a number (with a step, with decimals). Later: `{mw}`
 * - `{homes=mw*290}`: a number computed from another, rounded to two digits from 100 up
 * - `{how:wins|gets}`: one of these words. With facets, `{how:rises/up|falls/down}`, `{how}` and `{how.1}` agree
 * - `{person}`, `{year}`, `{year+2}`, `{lastmonth}`, `{nextmonth}`, `{workday}` (the previous working day)
 */
export interface Story {
  readonly category: string;
  /** Plain text. Its first slot with a word list has another word each time a brief uses the story. */
  readonly title: string;
  /** HTML. The start of the snippet. */
  readonly lead: string;
  /** HTML sentences that can follow the lead, in any order. */
  readonly more: readonly string[];
}

export interface Desk {
  readonly words: Words;
  /** Names of sources, separated by commas. The URLs of their sites are derived from the names. */
  readonly outlets: string;
  readonly stories: readonly Story[];
}

/** Word lists by slot name. Each list is one string with commas, which is smaller and loads faster than an array. */
export type Words = Readonly<Record<string, string>>;
