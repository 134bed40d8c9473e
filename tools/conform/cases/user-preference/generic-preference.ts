import * as z from 'zod/mini';
import type { Case, Json, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { containing } from '../../patterns.js';
import { genericValue } from '../generic-value.js';
import { postOne } from '../post-one.js';
import { preferenceKinds } from '../preference-of-user.js';
import { createPreference } from './created.js';

const kinds: readonly Kind[] = [...preferenceKinds, 'user-preference/generic-preference'];

export const genericPreferenceCases: readonly Case[] = [
  {
    id: 'user-preference/generic-preference/create',
    title: 'POST /generic-preference answers the created values, which are then listed',
    ids: ['UP-E11', 'UP-E10', 'UP-R3', 'UP-F13', 'UP-F14', 'UP-F15', 'UP-F16', 'X21'],
    creates: kinds,
    steps: async (world) => {
      const { userPreference, name, expect } = world;
      const { id: preference_id } = await createPreference(world);
      const value = name('value');
      const { data } = await userPreference.post('/generic-preference', {
        body: [{ preference_id, preference_value: value, schema_version: 2 }, { preference_id }],
        expect: {
          data: [
            genericValue(value, { id: z.int(), preference_id, schema_version: 2 }),
            genericValue(null, { id: z.int(), preference_id, schema_version: null }),
          ],
        },
      });
      const { data: list } = await userPreference.get('/generic-preference');
      expect(list, containing(...data));
    },
  },
  {
    id: 'user-preference/generic-preference/update',
    title: 'PUT /generic-preference/<id> takes any of the fields and answers an array with the changed value',
    ids: ['UP-E12', 'UP-R4', 'X8'],
    creates: kinds,
    steps: async (world) => {
      const { userPreference, name } = world;
      const { id, preference_id, value } = await createValue(world);
      const path = `/generic-preference/${id}`;
      await userPreference.put(path, {
        body: { schema_version: 7 },
        expect: { data: [genericValue(value, { id, preference_id, schema_version: 7 })] },
      });
      const changed = name('changed');
      await userPreference.put(path, {
        body: { preference_id, preference_value: changed },
        expect: { data: [genericValue(changed, { id, preference_id, schema_version: 7 })] },
      });
    },
  },
  {
    id: 'user-preference/generic-preference/spelling',
    title: 'the key of a value in a list is preference_value, without an apostrophe',
    ids: ['D11', 'UP-F15', 'UP-F17'],
    creates: kinds,
    switch: 'apostropheKey',
    steps: async (world) => {
      const { id, preference_id, value } = await createValue(world);
      await world.userPreference.put(`/generic-preference/${id}`, {
        body: { preference_id },
        sides: {
          off: { data: [{ preference_value: value, "preference_value'": undefined }] },
          on: { data: [{ preference_value: undefined, "preference_value'": value }] },
          both: { data: [{ preference_value: value, "preference_value'": value }] },
        },
      });
    },
  },
  {
    id: 'user-preference/generic-preference/spelling-in-body',
    title: 'a body may have the key preference_value with an apostrophe too',
    ids: ['D11', 'UP-F17'],
    creates: kinds,
    steps: async (world) => {
      const { userPreference, name } = world;
      const { id: preference_id } = await createPreference(world);
      const [created, changed] = [name('value'), name('changed')];
      const { data } = await userPreference.post('/generic-preference', {
        body: [{ preference_id, "preference_value'": created }],
        expect: { data: [genericValue(created)] },
      });
      await userPreference.put(`/generic-preference/${data[0].id}`, {
        body: { "preference_value'": changed },
        expect: { data: [genericValue(changed)] },
      });
    },
  },
  {
    id: 'user-preference/generic-preference/other-type',
    title: 'a preference of the type Entity takes no generic value: 400',
    ids: ['D15', 'UP-R2'],
    creates: kinds,
    steps: async (world) => {
      const { id: preference_id } = await createPreference(world, { type: 'Entity' });
      await world.userPreference.post('/generic-preference', {
        body: [{ preference_id, preference_value: world.name('value') }],
        expect: { status: 400 },
      });
    },
  },
  {
    id: 'user-preference/generic-preference/types',
    title: 'a value that is not text, or a version that is not an integer, gets 400',
    ids: ['UP-F15', 'UP-F16'],
    creates: kinds,
    steps: async (world) => {
      const { userPreference, name } = world;
      const { id: preference_id } = await createPreference(world);
      for (const columns of [{ preference_value: { a: 1 } }, { schema_version: 'one' }, { schema_version: 1.5 }]) {
        await userPreference.post('/generic-preference', {
          body: [{ preference_id, preference_value: name('value'), ...columns }],
          expect: { status: 400 },
        });
      }
    },
  },
];

/** A generic value with the version 1, and the text that was sent. */
async function createValue(world: World): Promise<Json> {
  const { id: preference_id } = await createPreference(world);
  const value = world.name('value');
  const columns = { preference_id, preference_value: value, schema_version: 1 };
  return { ...(await postOne(world.userPreference, '/generic-preference', columns)), value };
}
