import type { Case } from '../../case.js';
import { newPackage } from './new-records.js';

const creates = ['user-data/package'] as const;

export const packageCases: readonly Case[] = [
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
];
