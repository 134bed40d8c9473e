import * as z from 'zod/mini';
import type { Json, World } from '../../case.js';
import { casesAbout } from '../cases-about.js';
import { postOne } from '../post-one.js';
import { newPreference, preferenceKinds } from '../preference-of-user.js';
import { newApplication, newApplicationPreference, newUser } from './new-records.js';

const creates = preferenceKinds;

/** A user, an application with two application preferences, and the path of the user's preferences in it. */
async function newOwner(world: World) {
  const { id: user_id } = await newUser(world);
  const { id: application_id } = await newApplication(world);
  const one = await newApplicationPreference(world, { application_id });
  const other = await newApplicationPreference(world, { application_id });
  return { user_id, one, other, path: `/user-application-preference/${application_id}/${user_id}` };
}

/** Sets the first of the two application preferences. */
async function newItem(world: World, type = 'Generic'): Promise<Json> {
  const owner = await newOwner(world);
  const { path, user_id, one } = owner;
  const columns = { app_preference_id: one.id, user_id, type, value: world.name('value') };
  return { ...owner, item: await postOne(world.userData, path, columns) };
}

export const userApplicationPreferenceCases = casesAbout('user-data/user-application-preference', { creates }, [
  {
    what: 'create',
    title: 'POST of user application preferences answers with a list of one item for each value, without the slug',
    ids: ['UD-E60', 'UD-F60', 'UD-F61', 'UD-F62', 'UD-F63', 'UD-F64', 'UD-F65', 'UD-F66', 'D12'],
    steps: async (world) => {
      const { path, user_id, one, other } = await newOwner(world);
      const body = [
        { app_preference_id: one.id, user_id, type: 'Generic', value: world.name('value') },
        { app_preference_id: other.id, user_id, type: 'Entity', value: world.name('gid') },
      ];
      const added = { id: z.int(), user_app_preference_id: z.int(), app_preference_slug: undefined };
      await world.userData.post(path, { body, expect: { data: body.map((item) => ({ ...item, ...added })) } });
    },
  },
  {
    what: 'list',
    title: 'GET lists the preferences of a user in an application, with the slugs of the application preferences',
    ids: ['UD-E59', 'UD-F62', 'D12'],
    steps: async (world) => {
      const { path, one, item } = await newItem(world);
      await world.userData.get(path, { expect: { data: [{ ...item, app_preference_slug: one.preference_slug }] } });
    },
  },
  {
    what: 'list-other',
    title: 'GET does not list the preferences of the user in other applications',
    ids: ['UD-E59'],
    steps: async (world) => {
      const { user_id } = await newItem(world);
      const { id } = await newApplication(world);
      await world.userData.get(`/user-application-preference/${id}/${user_id}`, { expect: { data: [] } });
    },
  },
  {
    what: 'slugs',
    title: 'pref_slugs selects by the slugs of application preferences',
    ids: ['UD-R18'],
    steps: async (world) => {
      const { path, user_id, one, other } = await newOwner(world);
      const { userData } = world;
      const body = [one, other].map(({ id }) => ({
        app_preference_id: id,
        user_id,
        type: 'Generic',
        value: world.name('value'),
      }));
      const { data } = await userData.post(path, { body });
      const [first, second] = data.map(({ id }: Json) => ({ id }));
      await userData.get(`${path}?pref_slugs=${other.preference_slug}`, { expect: { data: [second] } });
      await userData.get(`${path}?pref_slugs=${one.preference_slug},${other.preference_slug}`, {
        expect: { data: [first, second] },
      });
    },
  },
  {
    what: 'values',
    title: 'a preference with two values has two items, which differ in the id of the value',
    ids: ['D12', 'UD-F63'],
    creates: [...creates, 'user-data/entity-preference'],
    steps: async (world) => {
      const { userData, name } = world;
      const { path, item } = await newItem(world, 'Entity');
      const {
        data: [added],
      } = await userData.post('/entity-preference', { body: [{ preference_id: item.id, entity_gid: name('gid') }] });
      const { id, user_app_preference_id, value } = item;
      await userData.get(path, {
        expect: {
          data: [
            { id, user_app_preference_id, value },
            { id, user_app_preference_id: added.id, value: added.entity_gid },
          ],
        },
      });
    },
  },
  {
    what: 'update',
    title: 'PUT of a user application preference answers with an object',
    ids: ['UD-E61'],
    steps: async (world) => {
      const { path, item } = await newItem(world);
      const { id, app_preference_id, user_id, type } = item;
      const changed = { id, app_preference_id, user_id, type, value: world.name('changed') };
      await world.userData.put(`${path}/${id}`, { body: changed, expect: { data: changed } });
      await world.userData.get(path, { expect: { data: [changed] } });
    },
  },
  {
    what: 'update-one-value',
    title: 'PUT without a value leaves the preference with its first value, which keeps its id',
    ids: ['D30'],
    creates: [...creates, 'user-data/entity-preference'],
    steps: async (world) => {
      const { userData, name } = world;
      const { path, item } = await newItem(world, 'Entity');
      await userData.post('/entity-preference', { body: [{ preference_id: item.id, entity_gid: name('gid') }] });
      await userData.put(`${path}/${item.id}`, { body: {}, expect: { data: item } });
      await userData.get(path, { expect: { data: [item] } });
    },
  },
  {
    what: 'update-type',
    title: 'PUT with another type and a value replaces both; without a value it gets 400',
    ids: ['D15'],
    steps: async (world) => {
      const { path, item } = await newItem(world);
      const changed = { type: 'Entity', value: world.name('gid') };
      const at = `${path}/${item.id}`;
      await world.userData.put(at, { body: { type: 'Entity' }, expect: { status: 400 } });
      await world.userData.put(at, { body: changed, expect: { data: { id: item.id, ...changed } } });
    },
  },
  {
    what: 'update-without-value',
    title: 'PUT without a value of a preference that has no value gets 400',
    ids: ['D15'],
    steps: async (world) => {
      const { path, id } = await newPreference(world);
      await world.userData.put(`${path}/${id}`, { body: {}, expect: { status: 400 } });
    },
  },
  {
    what: 'update-value-id',
    title: 'PUT of another value keeps the id of the value',
    ids: ['D30'],
    steps: async (world) => {
      const { path, item } = await newItem(world);
      const { id, user_app_preference_id } = item;
      const body = { value: world.name('changed') };
      await world.userData.put(`${path}/${id}`, { body, expect: { data: { user_app_preference_id, ...body } } });
    },
  },
  {
    what: 'create-again',
    title: 'POST of a user application preference that exists replaces it',
    ids: ['D30', 'D13'],
    switch: 'setPreference',
    steps: async (world) => {
      const { userData, name } = world;
      const { path, user_id, one, item } = await newItem(world);
      const changed = { app_preference_id: one.id, user_id, type: 'Generic', value: name('changed') };
      await userData.post(path, { body: [changed] });
      const { id, value } = item;
      await userData.get(path, {
        sides: { upsert: { data: [{ id, ...changed }] }, append: { data: [{ id, value }, changed] } },
      });
    },
  },
  {
    what: 'update-collision',
    title:
      'PUT that would turn a preference into a second one for the same application preference gets 409, unless the server lets equal preferences stand side by side',
    ids: ['D30'],
    steps: async (world) => {
      const { userData, name } = world;
      const { path, user_id, other, item } = await newItem(world);
      const moved = { app_preference_id: other.id };
      const body = [{ ...moved, user_id, type: 'Generic', value: name('value') }];
      await userData.post(path, { body });
      await userData.post(path, { body });
      const { data } = await userData.get(path);
      // D13: nothing collides on a server that lets equal preferences stand side by side.
      const appends = data.filter((one: Json) => one.app_preference_id === other.id).length > 1;
      const expect = appends ? { data: { id: item.id, ...moved } } : { status: 409 };
      await userData.put(`${path}/${item.id}`, { body: moved, expect });
    },
  },
  {
    what: 'written',
    title: 'POST writes a preference with the label as its name and without a category',
    ids: ['D30'],
    steps: async (world) => {
      const { one, item } = await newItem(world);
      await world.userData.post('/get-preference', {
        body: { id: [item.id] },
        expect: { data: [{ name: one.preference_label, preference_hierarchy: null }] },
      });
    },
  },
  {
    what: 'kept',
    title: 'PUT keeps the name and the category of a preference',
    ids: ['D30'],
    steps: async (world) => {
      const { userData, name } = world;
      const { path, ...preference } = await newPreference(world);
      await userData.put(`${path}/${preference.id}`, { body: { value: name('value') } });
      const { id, name: given, preference_hierarchy } = preference;
      await userData.post('/get-preference', {
        body: { id: [id] },
        expect: { data: [{ name: given, preference_hierarchy }] },
      });
    },
  },
  {
    what: 'other-user',
    title: 'a user_id in the body that differs from the path gets 400',
    ids: ['D30'],
    steps: async (world) => {
      const { path, one, user_id: own } = await newOwner(world);
      const { id: user_id } = await newUser(world);
      const body = [{ app_preference_id: one.id, user_id, type: 'Generic', value: world.name('value') }];
      const expect = { status: 400 };
      await world.userData.post(path, { body, expect, ours: { code: 'malformed_data', issues: ['0.user_id'] } });
      const item = await postOne(world.userData, path, { ...body[0], user_id: own });
      const ours = { code: 'malformed_data', issues: ['user_id'] };
      await world.userData.put(`${path}/${item.id}`, { body: { user_id }, expect, ours });
    },
  },
  {
    what: 'other-application',
    title: 'an application preference of another application gets 404',
    ids: ['D30'],
    steps: async (world) => {
      const { path, user_id } = await newOwner(world);
      const { one } = await newOwner(world);
      const body = [{ app_preference_id: one.id, user_id, type: 'Generic', value: world.name('value') }];
      const expect = { status: 404 };
      await world.userData.post(path, { body, expect, ours: { code: 'not_found', issues: ['0.app_preference_id'] } });
      const { path: own, item } = await newItem(world);
      const change = { app_preference_id: one.id };
      const ours = { code: 'not_found', issues: ['app_preference_id'] };
      await world.userData.put(`${own}/${item.id}`, { body: change, expect, ours });
      await world.userData.put(`${path}/${item.id}`, { body: { value: 'other' }, expect, ours: { code: 'not_found' } });
    },
  },
  {
    what: 'unknown',
    title: 'an unknown application or user in the path gets 404, and an invalid body gets 400',
    ids: ['X5', 'X22'],
    steps: async (world) => {
      const { path, user_id } = await newOwner(world);
      const unknown = [path.replace(/\d+$/, String(world.missingId)), path.replace(/\d+/, String(world.missingId))];
      for (const at of unknown) {
        await world.userData.get(at, { expect: { status: 404 }, ours: { code: 'not_found', issues: [] } });
        await world.userData.post(at, { body: [], expect: { status: 404 }, ours: { code: 'not_found' } });
      }
      const refuse = (method: string, body: unknown, issues?: readonly string[]) =>
        world.userData.send(method, path, {
          body,
          expect: { status: 400 },
          ours: { code: 'malformed_data', ...(issues && { issues }) },
        });
      await refuse('POST', undefined);
      await refuse('POST', {});
      await refuse('POST', [{}], ['0.app_preference_id', '0.user_id', '0.value']);
      await refuse('POST', [{ app_preference_id: 1, user_id, value: 3, type: 'x' }], ['0.type', '0.value']);
      await refuse('DELETE', undefined);
      await refuse('DELETE', {}, ['ids', 'type']);
      await refuse('DELETE', { ids: ['1'], type: 'entity' }, ['ids.0']);
      await refuse('DELETE', { ids: [], type: 'all' }, ['type']);
    },
  },
  {
    what: 'required-value',
    title: 'POST requires a value, and PUT does not accept null',
    ids: ['D32'],
    steps: async (world) => {
      const { path, user_id, other, item } = await newItem(world);
      const body = [{ app_preference_id: other.id, user_id, type: 'Generic' }];
      const refused = (place: string) => ({
        expect: { status: 400 },
        ours: { code: 'malformed_data', issues: [place] },
      });
      await world.userData.post(path, { body, ...refused('0.value') });
      for (const value of world.ours ? [null, '', 7, ['teal']] : [null]) {
        await world.userData.post(path, { body: [{ ...body[0], value }], ...refused('0.value') });
        await world.userData.put(`${path}/${item.id}`, { body: { value }, ...refused('value') });
      }
      await world.userData.put(`${path}/${item.id}`, { body: { type: 'x' }, ...refused('type') });
    },
  },
  {
    what: 'delete',
    title: 'DELETE takes ids of preferences and their type in lower case, and answers with the deleted items',
    ids: ['UD-E62', 'UD-F65', 'D12'],
    steps: async (world) => {
      const { userData } = world;
      const { path, item } = await newItem(world);
      await userData.delete(path, { body: { ids: [item.id], type: 'generic' }, expect: { data: [item] } });
      await userData.get(path, { expect: { data: [] } });
    },
  },
  {
    what: 'delete-other-type',
    title: 'DELETE of preferences of which one has the other type gets 404 and deletes nothing',
    ids: ['UD-R19', 'D12'],
    steps: async (world) => {
      const { userData, name } = world;
      const { path, user_id, other, item } = await newItem(world);
      const {
        data: [entity],
      } = await userData.post(path, {
        body: [{ app_preference_id: other.id, user_id, type: 'Entity', value: name('gid') }],
      });
      const ids = [item.id, entity.id];
      await userData.delete(path, { body: { ids, type: 'entity' }, expect: { status: 404 } });
      await userData.get(path, { expect: { data: ids.map((id) => ({ id })) } });
    },
  },
  {
    what: 'delete-other-user',
    title: 'DELETE of a preference of another user gets 404',
    ids: ['D12'],
    steps: async (world) => {
      const { item } = await newItem(world);
      const { path } = await newOwner(world);
      await world.userData.delete(path, { body: { ids: [item.id], type: 'generic' }, expect: { status: 404 } });
    },
  },
]);
