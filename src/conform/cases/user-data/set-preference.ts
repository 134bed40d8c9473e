import type { Case } from '../../case.js';
import { preferencePartKinds, preferenceParts } from '../preference-of-user.js';

export const setPreferenceCases: readonly Case[] = [
  {
    id: 'user-data/set-preference/again',
    title: 'setting a preference again replaces it',
    ids: ['D13'],
    creates: [...preferencePartKinds, 'user-preference/preference'],
    switch: 'setPreference',
    steps: async (world) => {
      const { userData, name } = world;
      const preference = { ...(await preferenceParts(world)), name: name('preference') };
      const set = (value: string) => ({
        body: [{ ...preference, generic: [{ preference_value: value, schema_version: 1 }] }],
      });
      const {
        data: [first],
      } = await userData.post('/set-preference', set('one'));
      const {
        data: [second],
      } = await userData.post('/set-preference', set('two'));
      await userData.post('/get-preference', {
        body: { user_id: [preference.user_id] },
        sides: {
          upsert: { data: [{ id: first.id, generic: [{ schema_version: 1 }] }] },
          append: { data: [{ id: first.id }, { id: second.id }] },
        },
      });
    },
  },
];
