/**
 * A text as a name for URLs: accents folded, lower case, every run of anything but a-z and 0-9 one separator, none at
 * the ends (D9). What has no letters or digits is called `fallback` (D37). A name that is taken gets `-2`, `-3`, …
 */
export function slugify(text: string, fallback: string, taken: (slug: string) => boolean, separator = '-'): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const slug = words?.join(separator) ?? fallback;
  if (!taken(slug)) return slug;
  let n = 2;
  while (taken(`${slug}${separator}${n}`)) n++;
  return `${slug}${separator}${n}`;
}

/** The slug of a new or changed record, undefined without a text to make it of; the record's own slug is not taken. */
export function uniqueSlug(
  source: unknown,
  fallback: string,
  id: number | string | undefined,
  find: (slug: string) => { readonly id: number | string } | undefined,
  separator?: string,
): string | undefined {
  if (typeof source !== 'string') return undefined;
  const isTaken = (slug: string) => {
    const owner = find(slug);
    return owner !== undefined && owner.id !== id;
  };
  return slugify(source, fallback, isTaken, separator);
}
