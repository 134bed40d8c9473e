import type { Case, World } from '../../case.js';

const creates = ['user-data/preference'] as const;
const item = ({ name }: World) => ({ name: name('preference'), slug: name('slug') });

export const preferenceCases: readonly Case[] = [
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
];
