import type { Json, World } from '../../case.js';

/** The slugs of a number of active briefs: the one that the case needs, and briefs for all core users. */
export async function briefSlugs(
  { userData, briefSlug, email, cannotTell }: World,
  count: number,
): Promise<readonly string[]> {
  const { data } = await userData.get(`/application-entitled-brief?email=${email()}`);
  const slugs = new Set<string>([briefSlug, ...data.map(({ brief_slug }: Json) => brief_slug)]);
  if (slugs.size < count) cannotTell(`${count} briefs: one that a reader may read, and others for all core users`);
  return [...slugs].slice(0, count);
}
