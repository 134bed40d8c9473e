import * as z from 'zod/mini';
import type { Json, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { containing, lacking } from '../../patterns.js';
import { casesAbout } from '../cases-about.js';
import { postOne } from '../post-one.js';
import { refused } from '../refused.js';
import { newClient } from './new-records.js';

/** Some groups create records of several kinds. */
const creates: readonly Kind[] = [
  'user-data/client',
  'user-data/user',
  'user-data/application',
  'user-data/application-user',
  'user-data/content-entitlement',
];
const needs = ['briefSlug'] as const;
const path = '/content-entitlement-sync';

/** An item in the legacy form, in which all records are new. */
function newItem({ name, email, number, briefSlug }: World) {
  return {
    action: 'sync',
    application: { name: name('application') },
    application_user: { legacy_id: number() },
    entitlement: { slug: briefSlug, content_type: 'brief', is_subscribed: true },
    client: { short_name: name('short'), display_name: name('client'), status: 'active', type: 'company' },
    user: { fname: name('first'), lname: 'Reader', email: email(), user_type: 'normal' },
  };
}

/** Sends an item and returns the groups in the answer. */
function synced({ userData }: World, item: Json): Promise<Json> {
  return postOne(userData, path, item);
}

/** Expects that an item is rejected, with issues at these places. */
function refuse({ userData }: World, item: object, ...places: readonly string[]) {
  return userData.post(path, { body: [item], ...refused(400, ...places.map((place) => `0.${place}`)) });
}

export const legacySyncCases = casesAbout('user-data/legacy-sync', { needs, creates })({
  create: {
    title: 'the legacy form of sync creates a record for each group, and answers with the groups and their ids',
    ids: ['UD-R27', 'D27'],
    steps: async (world, api) => {
      const { action, ...groups } = newItem(world);
      const withId = (group: object) => ({ id: z.int(), ...group });
      const expected = Object.fromEntries(Object.entries(groups).map(([key, group]) => [key, withId(group)]));
      await api.post(path, { body: [{ action, ...groups }], expect: { data: [expected] } });
    },
  },
  written: {
    title: 'the records that the legacy form of sync creates refer to each other, and the client is named as displayed',
    ids: ['D27'],
    steps: async (world, api) => {
      const item = newItem(world);
      const { client, user, application, application_user, entitlement } = await synced(world, item);
      await api.get(`/client/${client.id}`, { expect: { data: [{ name: item.client.display_name }] } });
      await api.get(`/user/${user.id}`, { expect: { data: [{ email: item.user.email, client_id: client.id }] } });
      await api.get(`/application-user/${application_user.id}`, {
        expect: { data: [{ user_id: user.id, application_id: application.id, ...item.application_user }] },
      });
      await api.get(`/content-entitlement/${entitlement.id}`, {
        expect: { data: [{ application_user_id: application_user.id, ...item.entitlement }] },
      });
    },
  },
  update: {
    title: 'the legacy form of sync finds existing records, and updates them',
    ids: ['D27'],
    steps: async (world, api) => {
      const item = newItem(world);
      const first = await synced(world, item);
      const again = {
        ...item,
        client: { ...item.client, display_name: 'Changed' },
        user: { ...item.user, lname: 'Changed' },
        entitlement: { ...item.entitlement, is_subscribed: false },
      };
      const ids = Object.entries<Json>(first).map(([key, { id }]) => [key, { id }]);
      await api.post(path, { body: [again], expect: { data: [Object.fromEntries(ids)] } });
      await api.get(`/client/${first.client.id}`, { expect: { data: [{ display_name: 'Changed' }] } });
      await api.get(`/user/${first.user.id}`, { expect: { data: [{ lname: 'Changed' }] } });
      await api.get(`/content-entitlement/${first.entitlement.id}`, {
        expect: { data: [{ is_subscribed: false }] },
      });
    },
  },
  delete: {
    title: 'the action delete of the legacy form deletes the entitlement',
    ids: ['D27'],
    steps: async (world, api) => {
      const item = newItem(world);
      const { id } = (await synced(world, item)).entitlement;
      await api.post(path, {
        body: [{ ...item, action: 'delete' }],
        expect: { data: [{ entitlement: { id } }] },
      });
      await api.get(`/content-entitlement/${id}`, { expect: { status: 404 } });
    },
  },
  'delete-missing': {
    title:
      'the action delete of the legacy form answers with a null id if there was no entitlement, and writes the rest',
    ids: ['D27'],
    steps: async (world, api) => {
      const item = { ...newItem(world), action: 'delete' };
      await api.post(path, { body: [item], expect: { data: [{ entitlement: { id: null } }] } });
      await api.get('/application', { expect: { data: containing(item.application) } });
    },
  },
  action: {
    title: 'another action in the legacy form gets 400',
    ids: ['D27'],
    steps: (world) => refuse(world, { ...newItem(world), action: 'keep' }),
  },
  'missing-fields': {
    title: 'in the legacy form of sync, a new record needs all required fields, an existing one what identifies it',
    ids: ['D32'],
    steps: async (world, api) => {
      const item = newItem(world);
      const short = { client: { short_name: item.client.short_name }, user: { email: item.user.email } };
      const missing = ['client.display_name', 'client.type', 'user.fname', 'user.lname'];
      await refuse(world, { ...item, ...short }, ...missing);
      const { client, user } = await synced(world, item);
      const nulls = { client: { ...short.client, type: null }, user: { ...short.user, fname: '' } };
      await refuse(world, { ...item, ...nulls }, 'client.type', 'user.fname');
      await api.post(path, {
        body: [{ ...item, ...short }],
        expect: { data: [{ client: { id: client.id }, user: { id: user.id } }] },
      });
      await api.get(`/user/${user.id}`, { expect: { data: [{ fname: item.user.fname }] } });
    },
  },
  invalid: {
    title: 'an invalid group of the legacy form gets 400, and nothing is written',
    ids: ['D27', 'D5', 'X3'],
    steps: async (world, api) => {
      const item = newItem(world);
      const wrong: readonly (readonly [object, string])[] = [
        [{ application: {} }, 'application.name'],
        [{ application_user: { legacy_id: '1' } }, 'application_user.legacy_id'],
        [{ entitlement: { ...item.entitlement, slug: '' } }, 'entitlement.slug'],
        [{ client: { ...item.client, status: 'gone' } }, 'client.status'],
        [{ user: { ...item.user, user_type: 'admin' } }, 'user.user_type'],
        [{ user: { ...item.user, email: 'nobody' } }, 'user.email'],
        [{ user: undefined }, 'user'],
      ];
      for (const [change, place] of wrong) await refuse(world, { ...item, ...change }, place);
      const { short_name } = await newClient(world, { domain: ['other.example'] });
      await refuse(world, { ...item, client: { short_name } }, 'user.email');
      await api.get('/application', { expect: { data: lacking(item.application) } });
    },
  },
  conflicts: {
    title: 'a second account of the user in the application, or a name of a client that is in use, gets 409',
    ids: ['D35', 'D27', 'X6'],
    steps: async (world, api) => {
      const item = newItem(world);
      await synced(world, item);
      const again = { ...item, application_user: { legacy_id: world.number() } };
      const taken = { ...newItem(world), client: { ...item.client, short_name: world.name('short') } };
      for (const body of [[again], [taken]]) {
        await api.post(path, { body, expect: { status: 409 }, ours: { code: 'conflict', items: [0] } });
      }
      await refuse(world, { ...taken, user: { ...taken.user, email: 'nobody' } });
    },
  },
  moves: {
    title:
      'the legacy form of sync finds an account by application and legacy_id, and changes its user and their client',
    ids: ['D27'],
    steps: async (world, api) => {
      const item = newItem(world);
      const first = await synced(world, item);
      const { user, client } = newItem(world);
      const second = await synced(world, { ...item, user, client });
      world.expect(second.application_user, { id: first.application_user.id });
      await api.get(`/application-user/${first.application_user.id}`, {
        expect: { data: [{ user_id: second.user.id, application_id: first.application.id }] },
      });
      await api.get(`/user/${second.user.id}`, { expect: { data: [{ client_id: second.client.id }] } });
      const entitlement = { ...item.entitlement, is_subscribed: false };
      const { entitlement: written } = await synced(world, { ...item, user, client, entitlement });
      await synced(world, { ...item, user, client, entitlement: { ...entitlement, is_subscribed: undefined } });
      await api.get(`/content-entitlement/${written.id}`, { expect: { data: [{ is_subscribed: true }] } });
    },
  },
  mixed: {
    title: 'a body with items in both forms gets 400',
    ids: ['D27'],
    steps: async (world, api) => {
      const { missingId, briefSlug: slug } = world;
      const other = { action: 'sync', application_user_id: missingId, slug, content_type: 'brief' };
      await api.post(path, { body: [newItem(world), other], expect: { status: 400 } });
    },
  },
});
