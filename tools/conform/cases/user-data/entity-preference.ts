import type { Case } from '../../case.js';
import { newPreference, preferenceKinds } from '../preference-of-user.js';

const creates = [...preferenceKinds, 'user-data/entity-preference'] as const;

export const entityPreferenceCases: readonly Case[] = [
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
