import type { Case } from '../../case.js';
import { containing } from '../../patterns.js';

export const applicationCases: readonly Case[] = [
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
