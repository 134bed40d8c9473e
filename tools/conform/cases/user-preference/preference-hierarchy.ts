import * as z from 'zod/mini';
import type { Case } from '../../case.js';
import { containing, lacking } from '../../patterns.js';
import { preferenceKinds } from '../preference-of-user.js';
import { createEntry, createPreference } from './created.js';

export const preferenceHierarchyCases: readonly Case[] = [
  {
    id: 'user-preference/preference-hierarchy/list',
    title: 'GET /preference-hierarchy lists entries with id, label, description and parent',
    ids: ['UP-E20', 'UP-F25', 'UP-F26', 'UP-F27', 'UP-F28'],
    steps: async ({ userPreference }) => {
      const entry = z.looseObject({
        id: z.int(),
        label: z.string(),
        description: z.nullable(z.string()),
        parent: z.nullable(z.int()),
      });
      await userPreference.get('/preference-hierarchy', { expect: { data: z.array(entry) } });
    },
  },
  {
    id: 'user-preference/preference-hierarchy/create',
    title: 'POST /preference-hierarchy answers the created entries, which are then listed',
    ids: ['UP-E21', 'UP-E20', 'UP-R3', 'UP-F25', 'UP-F26', 'UP-F27', 'UP-F28'],
    creates: ['user-preference/preference-hierarchy'],
    steps: async (world) => {
      const { userPreference, name } = world;
      const { id: parent } = await createEntry(world);
      const one = { label: name('one'), description: 'The first', parent };
      const other = { label: name('other') };
      const { data } = await userPreference.post('/preference-hierarchy', {
        body: [one, other],
        expect: {
          data: [
            { id: z.int(), ...one },
            { id: z.int(), ...other, description: null, parent: null },
          ],
        },
      });
      await userPreference.get('/preference-hierarchy', { expect: { data: containing(...data) } });
    },
  },
  {
    id: 'user-preference/preference-hierarchy/update',
    title: 'PUT /preference-hierarchy/<id> answers the changed entry as an object',
    ids: ['UP-E22', 'UP-R4', 'UP-V4'],
    creates: ['user-preference/preference-hierarchy'],
    steps: async (world) => {
      const { userPreference, name } = world;
      const { id } = await createEntry(world);
      const changed = { label: name('renamed'), description: 'Changed', parent: (await createEntry(world)).id };
      await userPreference.put(`/preference-hierarchy/${id}`, { body: changed, expect: { data: { id, ...changed } } });
      await userPreference.get('/preference-hierarchy', { expect: { data: containing({ id, ...changed }) } });
    },
  },
  {
    id: 'user-preference/preference-hierarchy/delete',
    title: 'DELETE /preference-hierarchy/<id> answers the deleted entry as an object',
    ids: ['UP-E23', 'UP-R4', 'UP-V4'],
    creates: ['user-preference/preference-hierarchy'],
    steps: async (world) => {
      const { userPreference } = world;
      const entry = await createEntry(world);
      await userPreference.delete(`/preference-hierarchy/${entry.id}`, { expect: { data: entry } });
      await userPreference.get('/preference-hierarchy', { expect: { data: lacking({ id: entry.id }) } });
    },
  },
  {
    id: 'user-preference/preference-hierarchy/preferences',
    title: 'deleting an entry deletes the preferences in it',
    ids: ['UP-R5', 'UP-E23', 'X19'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference } = world;
      const { id, preference_hierarchy } = await createPreference(world);
      await userPreference.delete(`/preference-hierarchy/${preference_hierarchy}`, {
        expect: { data: { id: preference_hierarchy } },
      });
      await userPreference.get('/preference', { expect: { data: lacking({ id }) } });
    },
  },
  {
    id: 'user-preference/preference-hierarchy/children',
    title: 'the children of a deleted entry stay, without a parent, and keep their preferences',
    ids: ['F4', 'X19'],
    creates: [...preferenceKinds, 'user-preference/preference-hierarchy'],
    steps: async (world) => {
      const { userPreference } = world;
      const { id: parent } = await createEntry(world);
      const child = await createEntry(world, { parent });
      const preference = await createPreference(world, { preference_hierarchy: child.id });
      await userPreference.delete(`/preference-hierarchy/${parent}`);
      await userPreference.get('/preference-hierarchy', {
        expect: { data: containing({ id: child.id, label: child.label, parent: null }) },
      });
      await userPreference.get('/preference', { expect: { data: containing({ id: preference.id }) } });
    },
  },
  {
    id: 'user-preference/preference-hierarchy/own-parent',
    title: 'an entry or one of its descendants as its parent gets 400',
    ids: ['F5'],
    creates: ['user-preference/preference-hierarchy'],
    steps: async (world) => {
      const { id } = await createEntry(world);
      const child = await createEntry(world, { parent: id });
      const grandchild = await createEntry(world, { parent: child.id });
      for (const parent of [id, child.id, grandchild.id]) {
        await world.userPreference.put(`/preference-hierarchy/${id}`, { body: { parent }, expect: { status: 400 } });
      }
    },
  },
  {
    id: 'user-preference/preference-hierarchy/unknown-parent',
    title: 'a parent that does not exist gets 404',
    ids: ['UP-F28', 'X5'],
    creates: ['user-preference/preference-hierarchy'],
    steps: async (world) => {
      const { userPreference, missingId, name } = world;
      const { id } = await createEntry(world);
      const expect = { status: 404 };
      await userPreference.post('/preference-hierarchy', {
        body: [{ label: name('entry'), parent: missingId }],
        expect,
      });
      await userPreference.put(`/preference-hierarchy/${id}`, { body: { parent: missingId }, expect });
    },
  },
  {
    id: 'user-preference/preference-hierarchy/in-user-data',
    title: 'an entry that user-preference created is listed by user-data',
    ids: ['X1'],
    creates: ['user-preference/preference-hierarchy'],
    steps: async (world) => {
      const { id, label } = await createEntry(world);
      await world.userData.get('/preference-hierarchy', { expect: { data: containing({ id, label }) } });
    },
  },
];
