import type { Row } from '../../state/models.js';

/** Alphabetical by display name, case-insensitively, then by slug: the same in every locale. */
export function byDisplayName(a: Row<'brief'>, b: Row<'brief'>): number {
  const [left, right] = [a, b].map(({ name, slug }) => `${name.toLowerCase()}\0${slug}`) as [string, string];
  return left < right ? -1 : Number(left > right);
}
