import { parseInstant } from '../foundation/clock.js';
import { formatValue } from '../foundation/format-value.js';
import { fromCaller } from '../foundation/from-caller.js';
import { malformed, prefixing } from '../foundation/mock-error.js';
import { slugify } from '../model/slug.js';
import { invalidPart } from './invalid-part.js';
import type { ScenarioContext } from './scenario-context.js';

/** When a chapter takes place, and what belongs to it. */
export interface ChapterOptions {
  /** The time of its clock, in ISO 8601 with a zone. */
  readonly at: string;
  /** Whose view it shows: the key of a persona, or the e-mail of a user. */
  readonly as?: string | undefined;
  /** What the presenter should know, in a sentence. */
  readonly note?: string | undefined;
  /** Changes the records of the scenario, at the time of the chapter. Takes what `seed` takes. */
  readonly prepare?: ((context: ScenarioContext) => void) | undefined;
}

/** A named moment of a scenario, for demos. */
export interface Chapter extends ChapterOptions {
  /** The title as it stands in addresses, such as `renewal`. */
  readonly name: string;
  /** The title as it was declared. */
  readonly title: string;
}

/**
 * Declares a chapter of a scenario.
 *
 * @example
 * chapter('Renewal', { at: '2026-03-06T09:00Z', as: 'alice', note: 'Show the banner.' });
 * @throws MockError `malformed_data` for a missing or invalid part.
 */
export function chapter(title: string, options: ChapterOptions): Chapter {
  return fromCaller(chapter, () => {
    const name = typeof title === 'string' ? slugify(title, '') : '';
    if (name === '') invalidPart('chapter', 'title', 'a text with letters a-z or digits', title);
    const prefix = `chapter ${formatValue(title)}`;
    if (typeof options !== 'object' || options === null)
      invalidPart(prefix, 'options', 'an object with the time `at`', options);
    const unknown = Object.keys(options).find((key) => !Object.hasOwn(PARTS, key));
    if (unknown !== undefined) {
      throw malformed(`${prefix}: there is no option ${unknown}; use ${Object.keys(PARTS).join(', ')}`);
    }
    for (const [key, type] of Object.entries(PARTS)) {
      const value = options[key as keyof ChapterOptions];
      if (typeof value !== type && (value !== undefined || key === 'at')) invalidPart(prefix, key, `a ${type}`, value);
    }
    prefixing(`${prefix}: at`, () => parseInstant(options.at));
    return Object.freeze({ ...options, name, title });
  });
}

const PARTS: Readonly<Record<keyof ChapterOptions, 'string' | 'function'>> = {
  at: 'string',
  as: 'string',
  note: 'string',
  prepare: 'function',
};

/** @throws MockError `malformed_data` if the chapters of a scenario are not in order, share a name, or name an unknown persona. */
export function checkChapters(chapters: unknown, personas: readonly { readonly key: string }[]): void {
  if (chapters === undefined) return;
  if (!Array.isArray(chapters)) invalidPart('chapters', 'the value', 'a list', chapters);
  let last: Chapter | undefined;
  const names = new Set<string>();
  for (const [i, one] of (chapters as Chapter[]).entries()) {
    if (typeof one?.name !== 'string' || typeof one.title !== 'string') {
      throw malformed(`chapters.${i}: must be created with chapter, but is ${formatValue(one)}`);
    }
    if (names.has(one.name)) {
      throw malformed(`chapters.${i}: two chapters have the name ${one.name}; it must be unique`);
    }
    names.add(one.name);
    if (last !== undefined && parseInstant(one.at) <= parseInstant(last.at)) {
      const problem = `must be later than that of ${formatValue(last.title)}, which comes before it`;
      throw malformed(`chapters.${i}: the time of ${formatValue(one.title)} ${problem}`);
    }
    last = one;
    // A scenario that takes the chapters of another one may have other personas. Its users are not known yet.
    if (one.as !== undefined && !one.as.includes('@') && !personas.some(({ key }) => key === one.as)) {
      const keys = personas.map(({ key }) => key).join(', ') || 'none';
      throw malformed(`chapters.${i}: as: there is no persona ${formatValue(one.as)}; known: ${keys}`);
    }
  }
}
