import type { Row } from '../model/tables.js';

type Brief = Row<'brief'>;

/**
 * Items in the order of their briefs: by name, then slug, case-insensitively, the same in every locale (P4, D22, D24).
 */
export function inBriefOrder<Item>(items: readonly Item[], briefOf: (item: Item) => Brief): Item[] {
  return items
    .map((item) => ({ item, key: orderKeyOf(briefOf(item)) }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ item }) => item);
}

// A record never changes, it is only replaced: what follows from it need not be worked out twice.
const orderKeys = new WeakMap<Brief, string>();

function orderKeyOf(brief: Brief): string {
  let key = orderKeys.get(brief);
  if (key === undefined) {
    key = `${brief.name}\0${brief.slug}`.toLowerCase();
    orderKeys.set(brief, key);
  }
  return key;
}
