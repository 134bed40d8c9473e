import type { Case } from '../../case.js';
import { containing } from '../../patterns.js';
import { newApplication } from './new-records.js';
import { missingCase, recordCases } from './record-cases.js';

const creates = ['user-data/application'] as const;

export const applicationCases: readonly Case[] = [
  ...recordCases({
    name: 'application',
    noun: 'an application',
    creates,
    item: async ({ name }) => ({ name: name('application') }),
    changes: ({ name }) => ({ name: name('changed') }),
    ids: {
      create: ['UD-E19', 'UD-F23', 'UD-F24'],
      list: ['UD-E17', 'D2'],
      read: ['UD-E18', 'D2'],
      update: ['UD-E20'],
      delete: ['UD-E21'],
    },
  }),
  missingCase('application'),
  {
    id: 'user-data/application/unique-name',
    title: 'two applications with the same name get 409',
    ids: ['UD-F24'],
    creates,
    steps: async (world) => {
      const { name } = await newApplication(world);
      await world.userData.post('/application', { body: [{ name }], expect: { status: 409 } });
    },
  },
  {
    id: 'user-data/application/required-name',
    title: 'an application without a name, or with an empty one, gets 400',
    ids: ['UD-F24', 'D32'],
    creates,
    steps: async ({ userData }) => {
      await userData.post('/application', { body: [{}], expect: { status: 400 } });
      await userData.post('/application', { body: [{ name: '' }], expect: { status: 400 } });
    },
  },
  {
    id: 'user-data/application/without-name',
    title: 'an application that user-preference created without a name has the name null',
    ids: ['D31'],
    creates: ['user-preference/application'],
    steps: async ({ userData, userPreference, name }) => {
      const { data } = await userPreference.post('/application', { body: [{ description: name('description') }] });
      await userData.get('/application', { expect: { data: containing({ id: data[0].id, name: null }) } });
    },
  },
];
