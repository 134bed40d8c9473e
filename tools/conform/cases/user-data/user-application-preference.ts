import * as z from 'zod/mini';
import type { Json, World } from '../../case.js';
import { casesAbout } from '../cases-about.js';
import { postOne } from '../post-one.js';
import { newPreference, preferenceKinds } from '../preference-of-user.js';
import { missing, refused } from '../refused.js';
import { newApplication, newApplicationPreference, newUser } from './new-records.js';

const creates = preferenceKinds;

/** A user, an application with two application preferences, and the path of the user's preferences in it. */
async function newOwner(world: World) {
  const { id: user_id } = await newUser(world);
  const { id: application_id } = await newApplication(world);
  const one = await newApplicationPreference(world, { application_id });
  const other = await newApplicationPreference(world, { application_id });
  /** An item of POST for an application preference. */
  const itemFor = ({ id: app_preference_id }: Json, type: 'Generic' | 'Entity' = 'Generic') => {
    return { app_preference_id, user_id, type, value: world.name('value') };
  };
  return { user_id, one, other, itemFor, path: `/user-application-preference/${application_id}/${user_id}` };
}

/** Sets the first of the two application preferences. `at` is the path of the item. */
async function newItem(world: World, type?: 'Entity') {
  const owner = await newOwner(world);
  const { path, one, itemFor } = owner;
  const item = await postOne(world.userData, path, itemFor(one, type));
  return { ...owner, item, at: `${path}/${item.id}` };
}

/** Adds a second value to an item whose type is Entity. */
function addValue({ userData, name }: World, { id }: Json): Promise<Json> {
  return postOne(userData, '/entity-preference', { preference_id: id, entity_gid: name('gid') });
}

export const userApplicationPreferenceCases = casesAbout('user-data/user-application-preference', { creates })({
  create: {
    title: 'POST of user application preferences answers with a list of one item for each value, without the slug',
    ids: ['UD-E60', 'UD-F60', 'UD-F61', 'UD-F62', 'UD-F63', 'UD-F64', 'UD-F65', 'UD-F66', 'D12'],
    steps: async (world, api) => {
      const { path, one, other, itemFor } = await newOwner(world);
      const body = [itemFor(one), itemFor(other, 'Entity')];
      const added = { id: z.int(), user_app_preference_id: z.int(), app_preference_slug: undefined };
      await api.post(path, { body, expect: { data: body.map((item) => ({ ...item, ...added })) } });
    },
  },
  list: {
    title: 'GET lists the preferences of a user in an application, with the slugs of the application preferences',
    ids: ['UD-E59', 'UD-F62', 'D12'],
    steps: async (world, api) => {
      const { path, one, item } = await newItem(world);
      await api.get(path, { expect: { data: [{ ...item, app_preference_slug: one.preference_slug }] } });
    },
  },
  'list-other': {
    title: 'GET does not list the preferences of the user in other applications',
    ids: ['UD-E59'],
    steps: async (world, api) => {
      const { user_id } = await newItem(world);
      const { id } = await newApplication(world);
      await api.get(`/user-application-preference/${id}/${user_id}`, { expect: { data: [] } });
    },
  },
  slugs: {
    title: 'pref_slugs selects by the slugs of application preferences',
    ids: ['UD-R18'],
    steps: async (world, api) => {
      const { path, one, other, itemFor } = await newOwner(world);
      const { data } = await api.post(path, { body: [itemFor(one), itemFor(other)] });
      const [first, second] = data.map(({ id }: Json) => ({ id }));
      await api.get(`${path}?pref_slugs=${other.preference_slug}`, { expect: { data: [second] } });
      await api.get(`${path}?pref_slugs=${one.preference_slug},${other.preference_slug}`, {
        expect: { data: [first, second] },
      });
    },
  },
  values: {
    title: 'a preference with two values has two items, which differ in the id of the value',
    ids: ['D12', 'UD-F63'],
    creates: [...creates, 'user-data/entity-preference'],
    steps: async (world, api) => {
      const { path, item } = await newItem(world, 'Entity');
      const added = await addValue(world, item);
      const { id, user_app_preference_id, value } = item;
      const both = [
        { id, user_app_preference_id, value },
        { id, user_app_preference_id: added.id, value: added.entity_gid },
      ];
      await api.get(path, { expect: { data: both } });
    },
  },
  update: {
    title: 'PUT of a user application preference answers with an object, and keeps the id of the value',
    ids: ['UD-E61', 'D30'],
    steps: async (world, api) => {
      const { path, at, item } = await newItem(world);
      const { id, app_preference_id, user_id, type } = item;
      const changed = { id, app_preference_id, user_id, type, value: world.name('changed') };
      await api.put(at, { body: changed, expect: { data: { ...item, ...changed } } });
      await api.get(path, { expect: { data: [changed] } });
    },
  },
  'update-one-value': {
    title: 'PUT without a value leaves the preference with its first value, which keeps its id',
    ids: ['D30'],
    creates: [...creates, 'user-data/entity-preference'],
    steps: async (world, api) => {
      const { path, at, item } = await newItem(world, 'Entity');
      await addValue(world, item);
      await api.put(at, { body: {}, expect: { data: item } });
      await api.get(path, { expect: { data: [item] } });
    },
  },
  'update-type': {
    title: 'PUT with another type and a value replaces both; without a value it gets 400',
    ids: ['D15'],
    steps: async (world, api) => {
      const { at, item } = await newItem(world);
      const changed = { type: 'Entity', value: world.name('gid') };
      await api.put(at, { body: { type: 'Entity' }, ...refused(400) });
      await api.put(at, { body: changed, expect: { data: { id: item.id, ...changed } } });
    },
  },
  'update-without-value': {
    title: 'PUT without a value of a preference that has no value gets 400',
    ids: ['D15'],
    steps: async (world, api) => {
      const { path, id } = await newPreference(world);
      await api.put(`${path}/${id}`, { body: {}, ...refused(400) });
    },
  },
  'create-again': {
    title: 'POST of a user application preference that exists replaces it',
    ids: ['D30', 'D13'],
    switch: 'setPreference',
    steps: async (world, api) => {
      const { path, one, itemFor, item } = await newItem(world);
      const changed = itemFor(one);
      await api.post(path, { body: [changed] });
      const { id, value } = item;
      await api.get(path, {
        sides: { upsert: { data: [{ id, ...changed }] }, append: { data: [{ id, value }, changed] } },
      });
    },
  },
  'update-collision': {
    title:
      'PUT that would turn a preference into a second one for the same application preference gets 409, unless the server lets equal preferences stand side by side',
    ids: ['D30'],
    steps: async (world, api) => {
      const { path, at, other, itemFor, item } = await newItem(world);
      const body = [itemFor(other)];
      await api.post(path, { body });
      await api.post(path, { body });
      const { data } = await api.get(path);
      // D13: nothing collides on a server that lets equal preferences stand side by side.
      const appends = data.filter((one: Json) => one.app_preference_id === other.id).length > 1;
      const moved = { app_preference_id: other.id };
      const expect = appends ? { data: { id: item.id, ...moved } } : { status: 409 };
      await api.put(at, { body: moved, expect });
    },
  },
  written: {
    title: 'POST writes a preference with the label as its name and without a category',
    ids: ['D30'],
    steps: async (world, api) => {
      const { one, item } = await newItem(world);
      await api.post('/get-preference', {
        body: { id: [item.id] },
        expect: { data: [{ name: one.preference_label, preference_hierarchy: null }] },
      });
    },
  },
  kept: {
    title: 'PUT keeps the name and the category of a preference',
    ids: ['D30'],
    steps: async (world, api) => {
      const { path, id, name, preference_hierarchy } = await newPreference(world);
      await api.put(`${path}/${id}`, { body: { value: world.name('value') } });
      await api.post('/get-preference', {
        body: { id: [id] },
        expect: { data: [{ name, preference_hierarchy }] },
      });
    },
  },
  'other-user': {
    title: 'a user_id in the body that differs from the path gets 400',
    ids: ['D30'],
    steps: async (world, api) => {
      const { at, path, other, itemFor } = await newItem(world);
      const { id: user_id } = await newUser(world);
      await api.post(path, { body: [{ ...itemFor(other), user_id }], ...refused(400, '0.user_id') });
      await api.put(at, { body: { user_id }, ...refused(400, 'user_id') });
    },
  },
  'other-application': {
    title: 'an application preference of another application gets 404',
    ids: ['D30'],
    steps: async (world, api) => {
      const { path, itemFor } = await newOwner(world);
      const { one } = await newOwner(world);
      const { at, item } = await newItem(world);
      await api.post(path, { body: [itemFor(one)], ...refused(404, '0.app_preference_id') });
      await api.put(at, { body: { app_preference_id: one.id }, ...refused(404, 'app_preference_id') });
      await api.put(`${path}/${item.id}`, { body: { value: 'other' }, ...refused(404) });
    },
  },
  unknown: {
    title: 'an unknown application or user in the path gets 404, and an invalid body gets 400',
    ids: ['X5', 'X22'],
    steps: async (world, api) => {
      const { path, user_id } = await newOwner(world);
      const unknown = [path.replace(/\d+$/, String(world.missingId)), path.replace(/\d+/, String(world.missingId))];
      for (const at of unknown) {
        await api.get(at, missing);
        await api.post(at, { body: [], ...refused(404) });
      }
      await api.post(path, refused(400));
      await api.post(path, { body: {}, ...refused(400) });
      await api.post(path, { body: [{}], ...refused(400, '0.app_preference_id', '0.user_id', '0.value') });
      const wrong = { app_preference_id: 1, user_id, value: 3, type: 'x' };
      await api.post(path, { body: [wrong], ...refused(400, '0.type', '0.value') });
      await api.delete(path, refused(400));
      await api.delete(path, { body: {}, ...refused(400, 'ids', 'type') });
      await api.delete(path, { body: { ids: ['1'], type: 'entity' }, ...refused(400, 'ids.0') });
      await api.delete(path, { body: { ids: [], type: 'all' }, ...refused(400, 'type') });
    },
  },
  'required-value': {
    title: 'POST requires a value, and PUT does not accept null',
    ids: ['D32'],
    steps: async (world, api) => {
      const { path, at, other, itemFor } = await newItem(world);
      const { value: _, ...item } = itemFor(other);
      await api.post(path, { body: [item], ...refused(400, '0.value') });
      for (const value of world.ours ? [null, '', 7, ['teal']] : [null]) {
        await api.post(path, { body: [{ ...item, value }], ...refused(400, '0.value') });
        await api.put(at, { body: { value }, ...refused(400, 'value') });
      }
      await api.put(at, { body: { type: 'x' }, ...refused(400, 'type') });
    },
  },
  delete: {
    title: 'DELETE takes ids of preferences and their type in lower case, and answers with the deleted items',
    ids: ['UD-E62', 'UD-F65', 'D12'],
    steps: async (world, api) => {
      const { path, item } = await newItem(world);
      await api.delete(path, { body: { ids: [item.id], type: 'generic' }, expect: { data: [item] } });
      await api.get(path, { expect: { data: [] } });
    },
  },
  'delete-other-type': {
    title: 'DELETE of preferences of which one has the other type gets 404 and deletes nothing',
    ids: ['UD-R19', 'D12'],
    steps: async (world, api) => {
      const { path, other, itemFor, item } = await newItem(world);
      const entity = await postOne(api, path, itemFor(other, 'Entity'));
      const ids = [item.id, entity.id];
      await api.delete(path, { body: { ids, type: 'entity' }, ...refused(404) });
      await api.get(path, { expect: { data: ids.map((id) => ({ id })) } });
    },
  },
  'delete-other-user': {
    title: 'DELETE of a preference of another user gets 404',
    ids: ['D12'],
    steps: async (world, api) => {
      const { item } = await newItem(world);
      const { path } = await newOwner(world);
      await api.delete(path, { body: { ids: [item.id], type: 'generic' }, ...refused(404) });
    },
  },
});
