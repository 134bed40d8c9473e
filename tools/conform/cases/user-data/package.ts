import type { Case } from '../../case.js';
import { lacking } from '../../patterns.js';
import { newFeature, newFeaturePackage, newPackage } from './new-records.js';
import { missingCase, recordCases } from './record-cases.js';

const creates = ['user-data/package'] as const;

export const packageCases: readonly Case[] = [
  ...recordCases({
    name: 'package',
    noun: 'a package',
    creates,
    item: async ({ name }) => ({
      sf_id: name('sf'),
      name: name('package'),
      display_name: 'Conform',
      description: 'All of it',
    }),
    changes: ({ name }) => ({
      sf_id: name('sf'),
      name: name('changed'),
      display_name: 'Changed',
      description: 'Less of it',
      status: 'inactive',
    }),
    ids: {
      create: ['UD-E34', 'UD-F33', 'UD-F34', 'UD-F35', 'UD-F36', 'UD-F37'],
      list: ['UD-E32', 'D2'],
      read: ['UD-E33', 'D2'],
      update: ['UD-E35', 'UD-F38'],
      delete: ['UD-E36'],
    },
  }),
  missingCase('package'),
  {
    id: 'user-data/package/status',
    title: 'a created package has the status active',
    ids: ['UD-E34', 'UD-F38', 'D8'],
    creates,
    steps: async ({ userData, name }) => {
      await userData.post('/package', { body: [{ name: name('package') }], expect: { data: [{ status: 'active' }] } });
    },
  },
  {
    id: 'user-data/package/any-status',
    title: 'the status of a package may be any text',
    ids: ['D8'],
    creates,
    steps: async (world) => {
      const { id } = await newPackage(world);
      const body = { status: 'on hold until May' };
      await world.userData.put(`/package/${id}`, { body, expect: { data: [body] } });
    },
  },
  {
    id: 'user-data/package/required',
    title: 'a package requires only a name',
    ids: ['D32'],
    creates,
    steps: async ({ userData, name }) => {
      const body = { name: name('package') };
      await userData.post('/package', { body: [body], expect: { data: [body] } });
      await userData.post('/package', { body: [{ sf_id: name('sf') }], expect: { status: 400 } });
    },
  },
  {
    id: 'user-data/package/unique-name',
    title: 'two packages with the same name get 409',
    ids: ['UD-F35'],
    creates,
    steps: async (world) => {
      const { name } = await newPackage(world);
      await world.userData.post('/package', { body: [{ sf_id: world.name('sf'), name }], expect: { status: 409 } });
    },
  },
  {
    id: 'user-data/package/cascade',
    title: 'deleting a package deletes its feature packages',
    ids: ['UD-R16'],
    creates: ['user-data/application', 'user-data/feature', ...creates, 'user-data/feature-package'],
    steps: async (world) => {
      const { userData } = world;
      const { id: feature_id } = await newFeature(world);
      const { id: package_id } = await newPackage(world);
      const { id } = await newFeaturePackage(world, { package_id, feature_id });
      await userData.delete(`/package/${package_id}`);
      await userData.get('/feature-package', { expect: { data: lacking({ id }) } });
    },
  },
];
