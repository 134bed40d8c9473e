/**
 * What one newsroom desk writes about. Texts carry slots, filled by `slots.ts`:
 *
 * - `{town}`: from the word list `town`; `{town2}` is another one; the same slot keeps its value in an article
 * - `{mw:20-95}`, `{mw:50-240/10}`, `{pct:1.2-4.8}`: a number (with a step, with decimals); later just `{mw}`
 * - `{homes=mw*290}`: a number that follows from another, rounded to two digits from a hundred up
 * - `{how:wins|gets}`: one of these; with facets `{how:rises/up|falls/down}`, `{how}` and `{how.1}` agree
 * - `{person}`, `{year}`, `{year+2}`, `{lastmonth}`, `{nextmonth}`, `{workday}` (the one before)
 */
export interface Story {
  readonly category: string;
  /** Plain text. Its first word-list slot changes each time a brief uses the story. */
  readonly title: string;
  /** HTML; always opens the snippet. */
  readonly lead: string;
  /** HTML; each can stand after the lead, in any order. */
  readonly more: readonly string[];
}

export interface Desk {
  readonly words: Words;
  /** Names of sources, separated by commas; their sites are derived from the names. */
  readonly outlets: string;
  readonly stories: readonly Story[];
}

/** Word lists by slot name, each one text with commas: quick to read, small in a bundle, and a plain constant. */
export type Words = Readonly<Record<string, string>>;
