import type { Case } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { newFeature, newFeaturePackage, newPackage } from './new-records.js';
import { missingCase, recordCases } from './record-cases.js';

const creates: readonly Kind[] = [
  'user-data/application',
  'user-data/feature',
  'user-data/package',
  'user-data/feature-package',
];

export const featurePackageCases: readonly Case[] = [
  ...recordCases({
    name: 'feature-package',
    noun: 'a feature package',
    creates,
    item: async (world) => ({
      package_id: (await newPackage(world)).id,
      feature_id: (await newFeature(world)).id,
      display_order: 7,
    }),
    changes: (_, { package_id, feature_id }) => ({ package_id, feature_id, display_order: 3 }),
    ids: {
      create: ['UD-E39', 'UD-F39', 'UD-F40', 'UD-F41', 'UD-F42'],
      list: ['UD-E37', 'D2'],
      read: ['UD-E38', 'D2'],
      update: ['UD-E40'],
      delete: ['UD-E41'],
    },
  }),
  missingCase('feature-package'),
  {
    id: 'user-data/feature-package/required',
    title: 'a feature package without a package or without a feature gets 400',
    ids: ['D32'],
    creates,
    steps: async (world) => {
      const { userData } = world;
      const { id: package_id } = await newPackage(world);
      const { id: feature_id } = await newFeature(world);
      await userData.post('/feature-package', { body: [{ package_id }], expect: { status: 400 } });
      await userData.post('/feature-package', { body: [{ feature_id }], expect: { status: 400 } });
    },
  },
  {
    id: 'user-data/feature-package/duplicate',
    title: 'a feature that a package contains already gets 409',
    ids: ['D35'],
    creates,
    steps: async (world) => {
      const { id: package_id } = await newPackage(world);
      const { id: feature_id } = await newFeature(world);
      await newFeaturePackage(world, { package_id, feature_id, display_order: 1 });
      await world.userData.post('/feature-package', {
        body: [{ package_id, feature_id, display_order: 2 }],
        expect: { status: 409 },
      });
    },
  },
  {
    id: 'user-data/feature-package/last',
    title: 'a feature package without display_order comes last',
    ids: ['D32'],
    creates,
    steps: async (world) => {
      const { userData } = world;
      const { id: package_id } = await newPackage(world);
      await newFeaturePackage(world, { package_id, feature_id: (await newFeature(world)).id, display_order: 5 });
      const { id: feature_id } = await newFeature(world);
      await userData.post('/feature-package', {
        body: [{ package_id, feature_id }],
        expect: { data: [{ display_order: 6 }] },
      });
    },
  },
];
