import type { Case } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { lacking } from '../../patterns.js';
import { newApplication, newFeature, newFeaturePackage, newPackage } from './new-records.js';
import { missingCase, recordCases } from './record-cases.js';

const creates: readonly Kind[] = ['user-data/application', 'user-data/feature'];

export const featureCases: readonly Case[] = [
  ...recordCases({
    name: 'feature',
    noun: 'a feature',
    creates,
    item: async (world) => ({
      app_id: (await newApplication(world)).id,
      name: world.name('feature'),
      description: 'Conform',
    }),
    changes: ({ name }, { app_id }) => ({ app_id, name: name('changed'), description: 'Changed' }),
    ids: {
      create: ['UD-E29', 'UD-F29', 'UD-F30', 'UD-F31', 'UD-F32'],
      list: ['UD-E27', 'D2'],
      read: ['UD-E28', 'D2'],
      update: ['UD-E30'],
      delete: ['UD-E31'],
    },
  }),
  missingCase('feature'),
  {
    id: 'user-data/feature/unique-name',
    title: 'two features with the same name get 409',
    ids: ['UD-F31'],
    creates,
    steps: async (world) => {
      const { app_id, name } = await newFeature(world);
      await world.userData.post('/feature', {
        body: [{ app_id, name, description: 'Other' }],
        expect: { status: 409 },
      });
    },
  },
  {
    id: 'user-data/feature/required',
    title: 'a feature requires only app_id and name',
    ids: ['D32'],
    creates,
    steps: async (world) => {
      const { userData, name } = world;
      const { id: app_id } = await newApplication(world);
      await userData.post('/feature', { body: [{ app_id, name: name('feature') }], expect: { data: [{ app_id }] } });
      await userData.post('/feature', { body: [{ app_id }], expect: { status: 400 } });
    },
  },
  {
    id: 'user-data/feature/cascade',
    title: 'deleting a feature deletes its feature packages',
    ids: ['UD-R15'],
    creates: [...creates, 'user-data/package', 'user-data/feature-package'],
    steps: async (world) => {
      const { userData } = world;
      const { id: feature_id } = await newFeature(world);
      const { id: package_id } = await newPackage(world);
      const { id } = await newFeaturePackage(world, { package_id, feature_id });
      await userData.delete(`/feature/${feature_id}`);
      await userData.get('/feature-package', { expect: { data: lacking({ id }) } });
    },
  },
];
