import type { Case } from '../../case.js';
import { containing } from '../../patterns.js';

const creates = ['user-data/application'] as const;

export const applicationCases: readonly Case[] = [
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
