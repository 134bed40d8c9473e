import type { Case } from '../../case.js';
import { newPreference, preferenceKinds } from '../preference-of-user.js';

const creates = [...preferenceKinds, 'user-data/generic-preference'] as const;

export const genericPreferenceCases: readonly Case[] = [
  {
    id: 'user-data/generic-preference/spelling',
    title: 'the key of a value is preference_value, without an apostrophe',
    ids: ['D11', 'UD-F59', 'UD-F57'],
    creates,
    switch: 'apostropheKey',
    steps: async (world) => {
      const preference = await newPreference(world);
      const value = world.name('value');
      await world.userData.post('/generic-preference', {
        body: [{ preference_id: preference.id, preference_value: value }],
        sides: {
          off: { data: [{ preference_value: value, "preference_value'": undefined }] },
          on: { data: [{ preference_value: undefined, "preference_value'": value }] },
          both: { data: [{ preference_value: value, "preference_value'": value }] },
        },
      });
    },
  },
  ...['preference_value', "preference_value'"].map(
    (key, i): Case => ({
      id: `user-data/generic-preference/value-${i === 0 ? 'without' : 'with'}-apostrophe`,
      title: `the key of a value in a body may be ${key}`,
      ids: ['UD-F57', i === 0 ? 'UD-E56' : 'D11'],
      creates,
      steps: async (world) => {
        const preference = await newPreference(world);
        const value = world.name('value');
        await world.userData.post('/generic-preference', { body: [{ preference_id: preference.id, [key]: value }] });
        await world.userData.get(preference.path, { expect: { data: [{ value }] } });
      },
    }),
  ),
  {
    id: 'user-data/generic-preference/update-value',
    title: 'PUT of a generic preference changes its value',
    ids: ['UD-E57', 'UD-F57'],
    creates,
    steps: async (world) => {
      const { userData, name } = world;
      const preference = await newPreference(world);
      const {
        data: [generic],
      } = await userData.post('/generic-preference', {
        body: [{ preference_id: preference.id, preference_value: name('value') }],
      });
      const value = name('changed');
      const body = { preference_value: value };
      await userData.put(`/generic-preference/${generic.id}`, { body, expect: { data: [{ id: generic.id }] } });
      await world.userData.get(preference.path, { expect: { data: [{ value }] } });
    },
  },
  {
    id: 'user-data/generic-preference/optional',
    title: 'the value and the schema version of a generic preference are null by default',
    ids: ['UD-F57', 'UD-F58'],
    creates,
    steps: async (world) => {
      const preference = await newPreference(world);
      const { id: preference_id } = preference;
      await world.userData.post('/generic-preference', {
        body: [{ preference_id }],
        expect: { data: [{ preference_id, schema_version: null }] },
      });
      await world.userData.get(preference.path, { expect: { data: [{ value: null }] } });
    },
  },
  {
    id: 'user-data/generic-preference/other-type',
    title: 'a generic preference of a preference with the type Entity gets 400',
    ids: ['D15'],
    creates,
    steps: async (world) => {
      const { id: preference_id } = await newPreference(world, { type: 'Entity' });
      const body = [{ preference_id, preference_value: world.name('value') }];
      await world.userData.post('/generic-preference', { body, expect: { status: 400 } });
    },
  },
];
