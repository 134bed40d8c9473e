import type { Case } from '../../case.js';
import { preferencePartKinds, preferenceParts } from '../preference-of-user.js';

export const genericPreferenceCases: readonly Case[] = [
  {
    id: 'user-data/generic-preference/spelling',
    title: 'the key of a value is preference_value, without an apostrophe',
    ids: ['D11'],
    creates: [...preferencePartKinds, 'user-preference/preference'],
    switch: 'apostropheKey',
    steps: async (world) => {
      const { userData, name } = world;
      const value = name('value');
      await userData.post('/set-preference', {
        body: [{ ...(await preferenceParts(world)), name: name('preference'), generic: [{ preference_value: value }] }],
        sides: {
          off: { data: [{ generic: [{ preference_value: value, "preference_value'": undefined }] }] },
          on: { data: [{ generic: [{ preference_value: undefined, "preference_value'": value }] }] },
          both: { data: [{ generic: [{ preference_value: value, "preference_value'": value }] }] },
        },
      });
    },
  },
];
