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
