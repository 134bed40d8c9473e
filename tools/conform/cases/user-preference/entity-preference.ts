import * as z from 'zod/mini';
import type { Case, Json, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { containing, lacking } from '../../patterns.js';
import { postOne } from '../post-one.js';
import { preferenceKinds } from '../preference-of-user.js';
import { createPreference } from './created.js';

const kinds: readonly Kind[] = [...preferenceKinds, 'user-preference/entity-preference'];

export const entityPreferenceCases: readonly Case[] = [
  {
    id: 'user-preference/entity-preference/list',
    title: 'GET /entity-preference lists values with id, preference_id and entity_gid',
    ids: ['UP-E6', 'UP-F10', 'UP-F11', 'UP-F12'],
    steps: async ({ userPreference }) => {
      const value = z.looseObject({ id: z.int(), preference_id: z.int(), entity_gid: z.nullable(z.string()) });
      await userPreference.get('/entity-preference', { expect: { data: z.array(value) } });
    },
  },
  {
    id: 'user-preference/entity-preference/create',
    title: 'POST /entity-preference answers the created values, which are then listed',
    ids: ['UP-E7', 'UP-E6', 'UP-R3', 'UP-F10', 'UP-F11', 'UP-F12', 'X21'],
    creates: kinds,
    steps: async (world) => {
      const { userPreference, name } = world;
      const { id: preference_id } = await createPreference(world, { type: 'Entity' });
      const entity_gid = name('entity');
      const { data } = await userPreference.post('/entity-preference', {
        body: [{ preference_id, entity_gid }, { preference_id }],
        expect: {
          data: [
            { id: z.int(), preference_id, entity_gid },
            { id: z.int(), preference_id, entity_gid: null },
          ],
        },
      });
      await userPreference.get('/entity-preference', { expect: { data: containing(...data) } });
    },
  },
  {
    id: 'user-preference/entity-preference/update',
    title: 'PUT /entity-preference/<id> answers an array with the changed value',
    ids: ['UP-E8', 'UP-R4'],
    creates: kinds,
    steps: async (world) => {
      const { userPreference, name } = world;
      const { id, preference_id } = await createValue(world);
      const changed = { preference_id, entity_gid: name('changed') };
      await userPreference.put(`/entity-preference/${id}`, { body: changed, expect: { data: [{ id, ...changed }] } });
      await userPreference.get('/entity-preference', { expect: { data: containing({ id, ...changed }) } });
    },
  },
  {
    id: 'user-preference/entity-preference/delete',
    title: 'DELETE /entity-preference/<id> answers an array with the deleted value',
    ids: ['UP-E9', 'UP-R4'],
    creates: kinds,
    steps: async (world) => {
      const { userPreference } = world;
      const value = await createValue(world);
      await userPreference.delete(`/entity-preference/${value.id}`, { expect: { data: [value] } });
      await userPreference.get('/entity-preference', { expect: { data: lacking({ id: value.id }) } });
    },
  },
  {
    id: 'user-preference/entity-preference/other-type',
    title: 'a preference of the type Generic takes no entity: 400',
    ids: ['D15', 'UP-R2'],
    creates: kinds,
    steps: async (world) => {
      const { id: preference_id } = await createPreference(world);
      await world.userPreference.post('/entity-preference', {
        body: [{ preference_id, entity_gid: world.name('entity') }],
        expect: { status: 400 },
      });
    },
  },
  {
    id: 'user-preference/entity-preference/unknown',
    title: 'an unknown preference or an unknown value gets 404',
    ids: ['UP-F11', 'X5'],
    creates: kinds,
    steps: async ({ userPreference, name, missingId }) => {
      const body = { preference_id: missingId, entity_gid: name('entity') };
      await userPreference.post('/entity-preference', { body: [body], expect: { status: 404 } });
      await userPreference.put(`/entity-preference/${missingId}`, { body: {}, expect: { status: 404 } });
      await userPreference.delete(`/entity-preference/${missingId}`, { expect: { status: 404 } });
    },
  },
];

async function createValue(world: World): Promise<Json> {
  const { id: preference_id } = await createPreference(world, { type: 'Entity' });
  return postOne(world.userPreference, '/entity-preference', { preference_id, entity_gid: world.name('entity') });
}
