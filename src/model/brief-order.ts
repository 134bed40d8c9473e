import type { Row } from './tables.js';

type OrderedBrief = Row<'brief'>;

/**
 * Sorts items by the name of their brief, then by its slug, case-insensitively, independent of the locale (P4, D22, D24).
 */
export function inBriefOrder<Item>(items: readonly Item[], briefOf: (item: Item) => OrderedBrief): Item[] {
  return items
    .map((item) => ({ item, key: orderKeyOf(briefOf(item)) }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ item }) => item);
}

// Records are immutable, so the key of a record can be cached.
const orderKeys = new WeakMap<OrderedBrief, string>();

function orderKeyOf(brief: OrderedBrief): string {
  let key = orderKeys.get(brief);
  if (key === undefined) {
    key = `${brief.name}\0${brief.slug}`.toLowerCase();
    orderKeys.set(brief, key);
  }
  return key;
}
