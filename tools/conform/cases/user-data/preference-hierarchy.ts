import type { Case } from '../../case.js';
import { preferenceKinds, preferenceParts } from '../preference-of-user.js';
import { newHierarchy } from './new-records.js';
import { recordCases } from './record-cases.js';

const creates = ['user-data/preference-hierarchy'] as const;

export const preferenceHierarchyCases: readonly Case[] = [
  ...recordCases({
    name: 'preference-hierarchy',
    noun: 'a preference hierarchy entry',
    creates,
    item: async (world) => ({
      label: world.name('category'),
      description: 'Conform',
      parent: (await newHierarchy(world)).id,
    }),
    changes: async (world) => ({
      label: world.name('changed'),
      description: 'Changed',
      parent: (await newHierarchy(world)).id,
    }),
    answersWithObject: true,
    ids: {
      create: ['UD-E48', 'UD-F48', 'UD-F49', 'UD-F50', 'UD-F51'],
      list: ['UD-E47'],
      update: ['UD-E49'],
      delete: ['UD-E50'],
    },
  }),
  {
    id: 'user-data/preference-hierarchy/optional',
    title: 'the description and the parent of a preference hierarchy entry are null by default',
    ids: ['UD-F50', 'UD-F51'],
    creates,
    steps: async ({ userData, name }) => {
      await userData.post('/preference-hierarchy', {
        body: [{ label: name('category') }],
        expect: { data: [{ description: null, parent: null }] },
      });
    },
  },
  {
    id: 'user-data/preference-hierarchy/required',
    title: 'a preference hierarchy entry without a label gets 400',
    ids: ['D32'],
    creates,
    steps: async ({ userData, name }) => {
      const body = [{ description: name('description') }];
      await userData.post('/preference-hierarchy', { body, expect: { status: 400 } });
    },
  },
  {
    id: 'user-data/preference-hierarchy/cascade',
    title: 'deleting a preference hierarchy entry deletes the preferences in it',
    ids: ['UD-R17'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userData } = world;
      const parts = await preferenceParts(world);
      const { id: other } = await newHierarchy(world);
      const preferences = [parts.preference_hierarchy, other].map((preference_hierarchy) => ({
        ...parts,
        preference_hierarchy,
        name: world.name('preference'),
        generic: [],
      }));
      const {
        data: [, kept],
      } = await userData.post('/set-preference', { body: preferences });
      await userData.delete(`/preference-hierarchy/${parts.preference_hierarchy}`);
      await userData.post('/get-preference', {
        body: { user_id: [parts.user_id] },
        expect: { data: [{ id: kept.id }] },
      });
    },
  },
];
