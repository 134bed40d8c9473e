import type { Row } from '../state/models.js';

/**
 * Items in the order of their briefs: by name, then slug, case-insensitively, the same in every locale (P4, D22, D24).
 */
export function inBriefOrder<Item>(items: readonly Item[], briefOf: (item: Item) => Row<'brief'>): Item[] {
  return items
    .map((item) => {
      const { name, slug } = briefOf(item);
      return { item, key: `${name}\0${slug}`.toLowerCase() };
    })
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ item }) => item);
}
