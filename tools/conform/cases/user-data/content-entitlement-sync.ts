import * as z from 'zod/mini';
import { encoded } from '../../api.js';
import type { Json, World } from '../../case.js';
import { containing, lacking } from '../../patterns.js';
import { type CaseAbout, casesAbout } from '../cases-about.js';
import { refused } from '../refused.js';
import { entitlementKinds, newApplicationUser, newClient, newEntitlement, newUser } from './new-records.js';

const creates = entitlementKinds;
const needs = ['briefSlug'] as const;
const path = '/content-entitlement-sync';

async function newItem(world: World, columns: object = {}): Promise<Json> {
  const { id: application_user_id } = await newApplicationUser(world);
  const { briefSlug: slug } = world;
  return { action: 'sync', application_user_id, slug, content_type: 'brief', is_subscribed: true, ...columns };
}

/** What sync answers, if it processes these items only. */
function result(parts: { readonly synced?: Json[]; readonly deleted?: Json[]; readonly invalid?: Json[] }): Json {
  const { synced = [], deleted = [], invalid = [] } = parts;
  return [{ processed_sync_payloads: synced, processed_delete_payloads: deleted, invalid_payloads: invalid }];
}

/** A case with an item that is listed as invalid. */
function invalidCase({ title, ids, code, change }: Json): CaseAbout {
  return {
    title,
    ids,
    steps: async (world, api) => {
      const data = { ...(await newItem(world)), ...change(world) };
      const invalid = [{ error_message: z.string(), error_code: code, data, extra: z.looseObject({}) }];
      await api.post(path, { body: [data], expect: { data: result({ invalid }) } });
    },
  };
}

export const contentEntitlementSyncCases = casesAbout('user-data/content-entitlement-sync', { needs, creates })({
  create: {
    title: 'sync of an entitlement that does not exist creates it',
    ids: ['UD-E82', 'UD-F96', 'UD-T5'],
    steps: async (world, api) => {
      const { briefSlug } = world;
      const item = await newItem(world, { is_subscribed: false });
      await api.post(path, { body: [item], expect: { data: result({ synced: [item] }) } });
      const { action, ...columns } = item;
      await api.get(encoded`/content-entitlement?slug=${briefSlug}`, { expect: { data: containing(columns) } });
    },
  },
  update: {
    title: 'sync of an entitlement that exists changes its is_subscribed',
    ids: ['UD-T5'],
    steps: async (world, api) => {
      const { id, application_user_id, slug, content_type } = await newEntitlement(world, { is_subscribed: true });
      const item = { action: 'sync', application_user_id, slug, content_type, is_subscribed: false };
      await api.post(path, { body: [item], expect: { data: result({ synced: [item] }) } });
      await api.get(`/content-entitlement/${id}`, { expect: { data: [{ id, is_subscribed: false }] } });
    },
  },
  delete: {
    title: 'the action delete deletes an entitlement',
    ids: ['UD-F97', 'UD-T6'],
    steps: async (world, api) => {
      const { id, application_user_id, slug, content_type } = await newEntitlement(world);
      const item = { action: 'delete', application_user_id, slug, content_type, is_subscribed: true };
      await api.post(path, { body: [item], expect: { data: result({ deleted: [item] }) } });
      await api.get(`/content-entitlement/${id}`, { expect: { status: 404 } });
    },
  },
  'delete-missing': {
    title: 'deleting an entitlement that does not exist counts as processed',
    ids: ['D26'],
    steps: async (world, api) => {
      const item = await newItem(world, { action: 'delete' });
      await api.post(path, { body: [item], expect: { data: result({ deleted: [item] }) } });
    },
  },
  default: {
    title: 'an entitlement that is synced without is_subscribed is subscribed',
    ids: ['D26'],
    steps: async (world, api) => {
      const { briefSlug: slug } = world;
      const { application_user_id } = await newItem(world);
      await api.post(path, { body: [{ action: 'sync', application_user_id, slug, content_type: 'brief' }] });
      await api.get(encoded`/content-entitlement?slug=${slug}`, {
        expect: { data: containing({ application_user_id, is_subscribed: true }) },
      });
    },
  },
  order: {
    title: 'items are processed in order',
    ids: ['D26'],
    steps: async (world, api) => {
      const { id, application_user_id, slug, content_type } = await newEntitlement(world);
      const item = { application_user_id, slug, content_type, is_subscribed: true };
      const body = ['sync', 'delete'].map((action) => ({ ...item, action }));
      await api.post(path, { body });
      await api.get(`/content-entitlement/${id}`, { expect: { status: 404 } });
      // Nor is there a new one, of a server that processes `sync` last.
      await api.get(encoded`/content-entitlement?slug=${slug}`, { expect: { data: lacking({ application_user_id }) } });
    },
  },
  status: {
    title: 'with invalid items, the status is 200 and the other items are processed',
    ids: ['UD-R26'],
    steps: async (world, api) => {
      const item = await newItem(world);
      const invalid = { ...item, action: 'keep' };
      await api.post(path, {
        body: [invalid, item],
        expect: {
          body: { status_code: 200, data: result({ synced: [item], invalid: [{ data: invalid }] }) },
        },
      });
    },
  },
  'invalid-action': invalidCase({
    title: 'an item with another action than sync and delete is listed as invalid, with 400',
    ids: ['UD-R24', 'UD-F98'],
    code: 400,
    change: () => ({ action: 'keep' }),
  }),
  'invalid-application-user': invalidCase({
    title: 'an item with an application user that does not exist is listed as invalid, with 404',
    ids: ['UD-R25', 'UD-F98'],
    code: 404,
    change: ({ missingId }: World) => ({ application_user_id: missingId }),
  }),
  'invalid-fields': {
    title:
      'an item with a field of the wrong type, or that is not an object, is listed as invalid, with 400 and unchanged',
    ids: ['D26', 'UD-F98'],
    steps: async (world, api) => {
      const wrong = [
        ...[{ slug: '' }, { slug: ['one'] }, { content_type: 7 }, { application_user_id: '3' }],
        ...[{ application_user_id: 1.5 }, { is_subscribed: 'no' }, { action: null }, { action: ['sync'] }],
      ];
      const item = await newItem(world);
      const body = [...wrong.map((change) => ({ ...item, ...change, note: { deep: [1] } })), null, 7, [], true, 'text'];
      const invalid = body.map((data) => ({ error_message: z.string(), error_code: 400, data, extra: {} }));
      const data = result({ synced: [{ ...item, note: 'text' }], invalid });
      await api.post(path, { body: [{ ...item, note: 'text' }, ...body], expect: { data }, ours: { data } });
      await api.post(path, { body: [], expect: { data: result({}) } });
    },
  },
  'invalid-both': invalidCase({
    title: 'an item that is malformed and has an unknown application user is listed with 400',
    ids: ['D26'],
    code: 400,
    change: ({ missingId }: World) => ({ application_user_id: missingId, slug: null }),
  }),
  filter: {
    title: 'the filter of content-entitlement-sync lists who is entitled to a brief',
    ids: ['UD-E81', 'UD-F94', 'UD-F95'],
    creates: ['user-data/client', ...creates],
    steps: async (world, api) => {
      const { briefSlug: slug } = world;
      const { id: client_id } = await newClient(world);
      const { id: user_id, email } = await newUser(world, { client_id });
      const { id: application_user_id } = await newApplicationUser(world, { user_id });
      await newEntitlement(world, { application_user_id });
      const other = await newEntitlement(world, { content_type: world.name('type') });
      const entitlements = z.intersection(
        containing({ email, client_id, application_user_id }),
        lacking({ application_user_id: other.application_user_id }),
      );
      const content = { content_definition_id: z.string(), slug, content_type: 'brief', entitlements };
      const { application_user_id: ofOther, content_type } = other;
      const ofType = { slug, content_type, entitlements: [{ client_id: null, application_user_id: ofOther }] };
      await api.post(`${path}/filter`, {
        body: [
          { slug: [slug, slug], content_type: 'brief' },
          { slug: [slug], content_type },
        ],
        expect: { data: [content, ofType] },
      });
      await api.post(`${path}/filter`, {
        body: [{ slug: [slug], content_type: 'brief' }],
        expect: { data: [content] },
      });
    },
  },
  'filter-unknown': {
    title: 'the filter of content-entitlement-sync leaves out slugs that no brief has',
    ids: ['D25'],
    reads: true,
    steps: async ({ name, briefSlug }, api) => {
      await api.post(`${path}/filter`, {
        body: [{ slug: [name('slug'), briefSlug], content_type: 'brief' }],
        expect: { data: [{ slug: briefSlug }] },
      });
      await api.post(`${path}/filter`, { body: [{ slug: [], content_type: 'brief' }], expect: { data: [] } });
      await api.post(`${path}/filter`, {
        body: [{}, { slug: briefSlug, content_type: 'brief' }, { slug: ['a', 1], content_type: null }],
        ...refused(400, '0.slug', '0.content_type', '1.slug', '2.slug.1', '2.content_type'),
      });
    },
  },
});
