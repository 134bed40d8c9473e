import { containing } from '../../patterns.js';
import { casesAbout } from '../cases-about.js';
import { newApplication } from '../user-data/new-records.js';
import { createApplication } from './created.js';

const creates = ['user-preference/application'] as const;

export const applicationCases = casesAbout('user-preference/application', { creates })({
  'no-name': {
    title: 'an application that is created without a name has the name null, and several may have it',
    ids: ['F1', 'UP-F8', 'X21'],
    steps: ({ name }, api) =>
      api.post('/application', {
        body: [{ description: name('description') }, { name: null, description: name('description') }],
        expect: { data: [{ name: null }, { name: null }] },
      }),
  },
  'no-description': {
    title: 'an application may have no description',
    ids: ['UP-F9', 'X21'],
    steps: ({ name }, api) =>
      api.post('/application', {
        body: [{ name: name('application') }],
        expect: { data: [{ description: null }] },
      }),
  },
  'in-user-data': {
    title: 'an application that user-preference created is listed by user-data',
    ids: ['X1', 'UP-E3'],
    steps: async (world) => {
      const { id, name } = await createApplication(world);
      await world.userData.get('/application', { expect: { data: containing({ id, name }) } });
    },
  },
  'from-user-data': {
    title: 'an application that user-data created is listed by user-preference',
    ids: ['X1'],
    creates: ['user-data/application'],
    steps: async (world, api) => {
      const { id, name } = await newApplication(world);
      await api.get('/application', {
        expect: { data: containing({ id, name, description: null }) },
      });
    },
  },
});
