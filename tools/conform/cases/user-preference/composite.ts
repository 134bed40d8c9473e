import * as z from 'zod/mini';
import type { Case, Json, World } from '../../case.js';
import { genericValue } from '../generic-value.js';
import { postOne } from '../post-one.js';
import { preferenceKinds, preferenceParts } from '../preference-of-user.js';
import { createPreference, labelOf } from './created.js';

/** set-preference and get-preference. */
export const compositeCases: readonly Case[] = [
  {
    id: 'user-preference/set-preference/generic',
    title: 'set-preference answers the preference with its generic values and their ids',
    ids: ['UP-E19', 'UP-F29', 'UP-F30', 'UP-F31', 'UP-R2'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference, name } = world;
      const columns = { ...(await preferenceParts(world)), name: name('preference') };
      const [one, other] = [name('one'), name('other')];
      const generic = [
        { preference_value: one, schema_version: 1 },
        { preference_value: other, schema_version: 2 },
      ];
      await userPreference.post('/set-preference', {
        body: [{ ...columns, generic, entity: [] }],
        expect: {
          data: [
            {
              id: z.int(),
              ...columns,
              generic: [
                genericValue(one, { id: z.int(), schema_version: 1 }),
                genericValue(other, { id: z.int(), schema_version: 2 }),
              ],
              entity: [],
            },
          ],
        },
      });
    },
  },
  {
    id: 'user-preference/set-preference/entity',
    title: 'set-preference answers the preference with its entities and their ids',
    ids: ['UP-E19', 'UP-F29', 'UP-F30', 'UP-F31', 'UP-R2'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference, name } = world;
      const columns = { ...(await preferenceParts(world)), name: name('preference'), type: 'Entity' };
      const entity_gid = name('entity');
      await userPreference.post('/set-preference', {
        body: [{ ...columns, generic: [], entity: [{ entity_gid }, {}] }],
        expect: {
          data: [
            {
              id: z.int(),
              ...columns,
              generic: [],
              entity: [
                { id: z.int(), entity_gid },
                { id: z.int(), entity_gid: null },
              ],
            },
          ],
        },
      });
    },
  },
  {
    id: 'user-preference/set-preference/read-back',
    title: 'a preference that was set is read by get-preference, by user-data too, and listed with its values',
    ids: ['UP-E18', 'UP-E19', 'X1'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference, userData } = world;
      const preference = await setPreference(world);
      const { id, user_id, generic } = preference;
      const request = { body: { user_id: [user_id] }, expect: { data: [preference] } };
      await userPreference.post('/get-preference', request);
      await userData.post('/get-preference', request);
      const { data } = await userPreference.get('/generic-preference');
      world.expect(
        data.filter((value: Json) => value.preference_id === id),
        [{ id: generic[0].id }],
      );
    },
  },
  {
    id: 'user-preference/set-preference/no-name',
    title: 'a preference that is set with an empty name, or without one, gets the label of its application preference',
    ids: ['UP-R6', 'F2'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference } = world;
      for (const name of ['', undefined]) {
        const parts = await preferenceParts(world);
        const label = await labelOf(world, parts.application_preference);
        await userPreference.post('/set-preference', {
          body: [{ ...parts, name, generic: [], entity: [] }],
          expect: { data: [{ name: label }] },
        });
      }
    },
  },
  {
    id: 'user-preference/set-preference/again',
    title: 'setting a preference again replaces it',
    ids: ['D13', 'UP-E19'],
    creates: preferenceKinds,
    switch: 'setPreference',
    steps: async (world) => {
      const { userPreference, name } = world;
      const columns = { ...(await preferenceParts(world)), type: 'Entity' };
      const set = (entity_gid: string) =>
        postOne(userPreference, '/set-preference', { ...columns, name: name('preference'), entity: [{ entity_gid }] });
      const first = await set(name('one'));
      const second = await set(name('two'));
      await userPreference.post('/get-preference', {
        body: { user_id: [columns.user_id] },
        sides: {
          upsert: { data: [{ id: first.id, name: second.name, entity: second.entity }] },
          append: { data: [first, second] },
        },
      });
    },
  },
  {
    id: 'user-preference/set-preference/several',
    title: 'set-preference answers one record for each item',
    ids: ['D13', 'UP-E19', 'UP-R3'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference, name } = world;
      const one = { ...(await preferenceParts(world)), name: name('one') };
      const other = { ...(await preferenceParts(world)), name: name('other') };
      await userPreference.post('/set-preference', { body: [one, other], expect: { data: [one, other] } });
    },
  },
  {
    id: 'user-preference/set-preference/other-type',
    title: 'values of the other type get 400, and nothing is set',
    ids: ['D15', 'UP-R2', 'X6'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference, name } = world;
      const generic = [{ preference_value: name('value'), schema_version: 1 }];
      const entity = [{ entity_gid: name('entity') }];
      const parts = { ...(await preferenceParts(world)), name: name('preference') };
      for (const wrong of [
        { type: 'Generic', generic, entity },
        { type: 'Entity', generic, entity: [] },
      ]) {
        await userPreference.post('/set-preference', { body: [{ ...parts, ...wrong }], expect: { status: 400 } });
      }
      await userPreference.post('/get-preference', { body: { user_id: [parts.user_id] }, expect: { data: [] } });
    },
  },
  {
    id: 'user-preference/set-preference/references',
    title: 'an unknown user, application preference or category gets 404',
    ids: ['D16', 'X5'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference, name, missingId } = world;
      const parts = { ...(await preferenceParts(world)), user_email: undefined };
      for (const column of ['user_id', 'application_preference', 'preference_hierarchy']) {
        await userPreference.post('/set-preference', {
          body: [{ ...parts, name: name('preference'), [column]: missingId }],
          expect: { status: 404 },
        });
      }
    },
  },
  {
    id: 'user-preference/get-preference/each-filter',
    title: 'get-preference filters by each field of a preference',
    ids: ['UP-E18', 'UP-F29'],
    creates: preferenceKinds,
    steps: async (world) => {
      const preference = await setPreference(world);
      const { id, user_id } = preference;
      const fields = ['id', 'name', 'preference_hierarchy', 'user_id', 'user_email', 'application_preference', 'type'];
      for (const field of fields) {
        await world.userPreference.post('/get-preference', {
          body: { user_id: [user_id], [field]: [preference[field]] },
          expect: { data: [{ id }] },
        });
      }
    },
  },
  {
    id: 'user-preference/get-preference/combined',
    title: 'a preference must match every filter, and one value of each',
    ids: ['D14', 'UP-E18'],
    creates: preferenceKinds,
    steps: async (world) => {
      const one = await createPreference(world);
      const other = await createPreference(world, { type: 'Entity' });
      const find = (body: object, found: readonly Json[]) =>
        world.userPreference.post('/get-preference', { body, expect: { data: found.map(({ id }) => ({ id })) } });
      await find({ id: [one.id, other.id] }, [one, other]);
      await find({ id: [one.id, other.id], type: ['Entity'] }, [other]);
      await find({ user_id: [one.user_id], id: [other.id] }, []);
      await find({ user_id: [one.user_id], name: [] }, [one]);
    },
  },
  {
    id: 'user-preference/get-preference/nothing',
    title: 'a value that no preference has finds nothing, and is not an error',
    ids: ['D14'],
    steps: async ({ userPreference, name, missingId }) => {
      for (const body of [{ id: [missingId] }, { name: [name('preference')] }, { user_id: [missingId] }]) {
        await userPreference.post('/get-preference', { body, expect: { data: [] } });
      }
    },
  },
  {
    id: 'user-preference/get-preference/wrong-type',
    title: 'a filter with a value of the wrong type, or that is not a list, gets 400',
    ids: ['D14'],
    steps: async ({ userPreference, missingId }) => {
      for (const body of [{ id: ['one'] }, { id: missingId }, { name: [7] }]) {
        await userPreference.post('/get-preference', { body, expect: { status: 400 } });
      }
    },
  },
];

/** Sets a preference of a user of the case, with one generic value. */
async function setPreference(world: World): Promise<Json> {
  const { userPreference, name } = world;
  const generic = [{ preference_value: name('value'), schema_version: 1 }];
  const parts = await preferenceParts(world);
  return postOne(userPreference, '/set-preference', { ...parts, name: name('preference'), generic, entity: [] });
}
