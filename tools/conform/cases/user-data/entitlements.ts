import type { Answer, Json, Step, World } from '../../case.js';
import { newUser } from './new-records.js';

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

/** Sends an entitlement to the brief that the case needs, unless the columns have another one. */
export function entitle({ userData, briefSlug: brief_slug }: World, columns: object, step: Step = {}): Promise<Answer> {
  return userData.post('/brief-entitlement', { body: [{ brief_slug, ...columns }], ...step });
}

/** Creates a user who is entitled to a number of briefs. */
export async function newEntitledUser(world: World, count: number): Promise<Json> {
  const user = await newUser(world);
  const slugs = await briefSlugs(world, count);
  const body = slugs.map((brief_slug) => ({ email: user.email, brief_slug }));
  await world.userData.post('/brief-entitlement', { body });
  return { ...user, slugs };
}
