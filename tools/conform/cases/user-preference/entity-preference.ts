import type { Case, Json, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { postOne } from '../post-one.js';
import { preferenceKinds } from '../preference-of-user.js';
import { createPreference } from './created.js';

const kinds: readonly Kind[] = [...preferenceKinds, 'user-preference/entity-preference'];

export const entityPreferenceCases: readonly Case[] = [
  {
    id: 'user-preference/entity-preference/other-type',
    title: 'a preference of the type Generic takes no entity: 400',
    ids: ['D15', 'UP-R2'],
    creates: kinds,
    steps: async (world) => {
      const { id: preference_id } = await createPreference(world);
      await world.userPreference.post('/entity-preference', {
        body: [{ preference_id, entity_gid: world.name('entity') }],
        expect: { status: 400 },
      });
    },
  },
];

async function _createValue(world: World): Promise<Json> {
  const { id: preference_id } = await createPreference(world, { type: 'Entity' });
  return postOne(world.userPreference, '/entity-preference', { preference_id, entity_gid: world.name('entity') });
}
