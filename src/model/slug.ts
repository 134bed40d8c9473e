/** The Latin letters that are not a plain letter with an accent, and the plain letters that slugs have instead (D9). */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/**
 * Turns a text into a name for URLs: removes accents, converts to lower case, replaces other Latin letters by plain ones and
 * each run of characters other than a-z and 0-9 by one separator, with none at the ends (D9). A text without letters and
 * digits becomes `fallback` (D37). A taken name gets the suffix `-2`, `-3`, …
 */
export function slugify(text: string, fallback: string, taken: (slug: string) => boolean, separator = '-'): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] as string)
    .match(/[a-z0-9]+/g);
  const slug = words?.join(separator) ?? fallback;
  if (!taken(slug)) return slug;
  let n = 2;
  while (taken(`${slug}${separator}${n}`)) n++;
  return `${slug}${separator}${n}`;
}

/** The slug of a new or changed record; undefined if `source` is not a text. The record's current slug counts as free. */
export function uniqueSlug(
  source: unknown,
  fallback: string,
  id: number | string | undefined,
  find: (slug: string) => { readonly id: number | string } | undefined,
  separator?: string,
): string | undefined {
  if (typeof source !== 'string') return undefined;
  const isTaken = (slug: string) => {
    const existing = find(slug);
    return existing !== undefined && existing.id !== id;
  };
  return slugify(source, fallback, isTaken, separator);
}
