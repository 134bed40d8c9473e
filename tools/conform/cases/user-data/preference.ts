import type { Case, World } from '../../case.js';
import { newLegacyPreference, newUser } from './new-records.js';
import { missingCase, recordCases } from './record-cases.js';

const creates = ['user-data/preference'] as const;
const item = ({ name }: World) => ({ name: name('preference'), slug: name('slug') });

export const preferenceCases: readonly Case[] = [
  ...recordCases({
    name: 'preference',
    noun: 'a legacy preference',
    creates,
    item: async (world) => item(world),
    changes: item,
    ids: {
      create: ['UD-E4', 'UD-F7', 'UD-F8', 'UD-F9'],
      list: ['UD-E2'],
      read: ['UD-E3'],
      update: ['UD-E5'],
      delete: ['UD-E6'],
    },
  }),
  missingCase('preference'),
  {
    id: 'user-data/preference/create-one',
    title: 'POST /preference accepts a single object',
    ids: ['UD-E4'],
    creates,
    steps: async (world) => {
      const body = item(world);
      await world.userData.post('/preference', { body, expect: { data: [body] } });
    },
  },
  ...(['name', 'slug'] as const).map(
    (field): Case => ({
      id: `user-data/preference/required-${field}`,
      title: `a legacy preference without ${field} gets 400`,
      ids: ['D32'],
      creates,
      steps: async (world) => {
        const body = [{ ...item(world), [field]: undefined }];
        await world.userData.post('/preference', { body, expect: { status: 400 } });
      },
    }),
  ),
  {
    id: 'user-data/preference/unique-name',
    title: 'two legacy preferences with the same name get 409',
    ids: ['UD-F8'],
    creates,
    steps: async (world) => {
      const { name } = await newLegacyPreference(world);
      await world.userData.post('/preference', { body: [{ ...item(world), name }], expect: { status: 409 } });
    },
  },
  {
    id: 'user-data/preference/unique-slug',
    title: 'two legacy preferences with the same slug get 409',
    ids: ['UD-F9'],
    creates,
    steps: async (world) => {
      const { slug } = await newLegacyPreference(world);
      await world.userData.post('/preference', { body: [{ ...item(world), slug }], expect: { status: 409 } });
    },
  },
  {
    id: 'user-data/preference/cascade',
    title: 'deleting a legacy preference deletes the values that users have for it',
    ids: ['UD-R6'],
    creates: [...creates, 'user-data/user', 'user-data/user-preference'],
    steps: async (world) => {
      const { userData } = world;
      const { email: user_email } = await newUser(world);
      const deleted = await newLegacyPreference(world);
      const kept = await newLegacyPreference(world);
      const body = [deleted, kept].map(({ id }) => ({ user_email, preference_id: id, preference_value: {} }));
      await userData.post('/user-preference', { body });
      await userData.delete(`/preference/${deleted.id}`);
      await userData.get(`/user-preference?user_email=${user_email}`, {
        expect: { data: [{ preference_id: kept.id }] },
      });
    },
  },
];
