import type { Case } from '../../case.js';
import { newPreference, preferenceKinds } from '../preference-of-user.js';
import { recordCases } from './record-cases.js';

const creates = [...preferenceKinds, 'user-data/entity-preference'] as const;

export const entityPreferenceCases: readonly Case[] = [
  ...recordCases({
    name: 'entity-preference',
    noun: 'an entity preference',
    creates,
    item: async (world) => ({
      preference_id: (await newPreference(world, { type: 'Entity' })).id,
      entity_gid: world.name('gid'),
    }),
    changes: ({ name }, { preference_id }) => ({ preference_id, entity_gid: name('changed') }),
    ids: {
      create: ['UD-E52', 'UD-F52', 'UD-F53', 'UD-F54'],
      list: ['UD-E51'],
      update: ['UD-E53'],
      delete: ['UD-E54'],
    },
  }),
  {
    id: 'user-data/entity-preference/optional',
    title: 'the gid of an entity preference is null by default',
    ids: ['UD-F54'],
    creates,
    steps: async (world) => {
      const { id: preference_id } = await newPreference(world, { type: 'Entity' });
      await world.userData.post('/entity-preference', {
        body: [{ preference_id }],
        expect: { data: [{ preference_id, entity_gid: null }] },
      });
    },
  },
  {
    id: 'user-data/entity-preference/required',
    title: 'an entity preference without a preference gets 400',
    ids: ['D32'],
    creates,
    steps: async (world) => {
      const body = [{ entity_gid: world.name('gid') }];
      await world.userData.post('/entity-preference', { body, expect: { status: 400 } });
    },
  },
  {
    id: 'user-data/entity-preference/other-type',
    title: 'an entity preference of a preference with the type Generic gets 400',
    ids: ['D15'],
    creates,
    steps: async (world) => {
      const { id: preference_id } = await newPreference(world, { type: 'Generic' });
      const body = [{ preference_id, entity_gid: world.name('gid') }];
      await world.userData.post('/entity-preference', { body, expect: { status: 400 } });
    },
  },
];
