import type { Case } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { newFeature, newFeaturePackage, newPackage } from './new-records.js';

const creates: readonly Kind[] = [
  'user-data/application',
  'user-data/feature',
  'user-data/package',
  'user-data/feature-package',
];

export const featurePackageCases: readonly Case[] = [
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
