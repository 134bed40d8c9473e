import * as z from 'zod/mini';
import type { Case, Json, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { containing } from '../../patterns.js';
import { newApplicationUser, newEntitlement } from './new-records.js';
import { missingCase, recordCases } from './record-cases.js';

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
  ...recordCases({
    name: 'content-entitlement',
    noun: 'a content entitlement',
    creates,
    needs,
    item,
    changes: () => ({ is_subscribed: true, content_type: 'brief' }),
    ids: {
      create: ['UD-E78', 'UD-F89', 'UD-F90', 'UD-F91', 'UD-F92', 'UD-F93'],
      list: ['UD-E76'],
      read: ['UD-E77'],
      update: ['UD-E79', 'UD-T4'],
      delete: ['UD-E80'],
    },
  }),
  missingCase('content-entitlement'),
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
    id: 'user-data/content-entitlement/unsubscribe',
    title: 'PUT sets is_subscribed to false',
    ids: ['UD-T4'],
    needs,
    creates,
    steps: async (world) => {
      const { id } = await newEntitlement(world, { is_subscribed: true });
      const body = { is_subscribed: false };
      await world.userData.put(`/content-entitlement/${id}`, { body, expect: { data: [{ id, ...body }] } });
      await world.userData.get(`/content-entitlement/${id}`, { expect: { data: [{ id, ...body }] } });
    },
  },
  {
    id: 'user-data/content-entitlement/unique',
    title: 'two content entitlements with the same type, slug and application user get 409',
    ids: ['UD-R23'],
    needs,
    creates,
    steps: async (world) => {
      const { application_user_id, content_type, slug } = await newEntitlement(world);
      const body = [{ application_user_id, content_type, slug }];
      await world.userData.post('/content-entitlement', { body, expect: { status: 409 } });
    },
  },
  {
    id: 'user-data/content-entitlement/default',
    title: 'a content entitlement is subscribed by default',
    ids: ['UD-F92', 'D26'],
    needs,
    creates,
    steps: async (world) => {
      const body = [{ ...(await item(world)), is_subscribed: undefined }];
      await world.userData.post('/content-entitlement', { body, expect: { data: [{ is_subscribed: true }] } });
    },
  },
  ...(['application_user_id', 'content_type', 'slug'] as const).map(
    (field): Case => ({
      id: `user-data/content-entitlement/required-${field.replaceAll('_', '-')}`,
      title: `a content entitlement without ${field} gets 400`,
      ids: [{ application_user_id: 'UD-F90', content_type: 'UD-F91', slug: 'UD-F93' }[field], 'D32'],
      needs,
      creates,
      steps: async (world) => {
        const body = [{ ...(await item(world)), [field]: undefined }];
        await world.userData.post('/content-entitlement', { body, expect: { status: 400 } });
      },
    }),
  ),
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
