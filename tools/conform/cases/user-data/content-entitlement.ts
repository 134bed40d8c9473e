import * as z from 'zod/mini';
import type { Case, Json, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { containing } from '../../patterns.js';
import { newApplicationUser, newEntitlement } from './new-records.js';

/** What {@link newEntitlement} creates. */
export const entitlementKinds: readonly Kind[] = [
  'user-data/user',
  'user-data/application',
  'user-data/application-user',
  'user-data/content-entitlement',
];

const creates = entitlementKinds;
const needs = ['briefSlug'] as const;

async function item(world: World): Promise<Json> {
  const { id: application_user_id } = await newApplicationUser(world);
  return { application_user_id, content_type: 'brief', slug: world.briefSlug, is_subscribed: false };
}

export const contentEntitlementCases: readonly Case[] = [
  {
    id: 'user-data/content-entitlement/slug',
    title: 'the query parameter slug selects the content entitlements with this slug',
    ids: ['UD-E76'],
    needs,
    creates,
    steps: async (world) => {
      const { userData, briefSlug, name } = world;
      const { id } = await newEntitlement(world);
      await userData.get(`/content-entitlement?slug=${briefSlug}`, { expect: { data: containing({ id }) } });
      await userData.get(`/content-entitlement?slug=${briefSlug}`, {
        expect: { data: z.array(z.looseObject({ slug: z.literal(briefSlug) })) },
      });
      await userData.get(`/content-entitlement?slug=${name('slug')}`, { expect: { data: [] } });
    },
  },
  {
    id: 'user-data/content-entitlement/any-slug',
    title: 'a content entitlement may have a slug that no brief has',
    ids: ['D25'],
    needs,
    creates,
    steps: async (world) => {
      const slug = world.name('slug');
      const body = [{ ...(await item(world)), slug }];
      await world.userData.post('/content-entitlement', { body, expect: { data: [{ slug }] } });
    },
  },
];
