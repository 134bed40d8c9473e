import type { Case } from '../../case.js';
import { newPreference, preferenceKinds } from '../preference-of-user.js';

const creates = preferenceKinds;

const filters = ['id', 'name', 'preference_hierarchy', 'user_id', 'user_email', 'application_preference'] as const;

export const getPreferenceCases: readonly Case[] = [
  ...filters.map(
    (filter): Case => ({
      id: `user-data/get-preference/filter-${filter.replace('_', '-')}`,
      title: `get-preference selects by ${filter}, with a list of values`,
      ids: ['UD-E63', 'UD-R20'],
      creates,
      steps: async (world) => {
        const [one, two] = [await newPreference(world), await newPreference(world)];
        const { userData } = world;
        const select = (...preferences: readonly { readonly [column: string]: unknown }[]) => ({
          body: { [filter]: preferences.map((preference) => preference[filter]) },
          expect: { data: preferences.map(({ id }) => ({ id })) },
        });
        await userData.post('/get-preference', select(one));
        await userData.post('/get-preference', select(one, two));
      },
    }),
  ),
  {
    id: 'user-data/get-preference/filter-type',
    title: 'get-preference selects by type',
    ids: ['UD-R20'],
    creates,
    steps: async (world) => {
      const { id, user_id } = await newPreference(world, { type: 'Entity' });
      const select = (type: string) => ({ user_id: [user_id], type: [type] });
      await world.userData.post('/get-preference', { body: select('Entity'), expect: { data: [{ id }] } });
      await world.userData.post('/get-preference', { body: select('Generic'), expect: { data: [] } });
    },
  },
  {
    id: 'user-data/get-preference/fields',
    title: 'get-preference answers with the preferences as set-preference does',
    ids: ['UD-E63'],
    creates,
    steps: async (world) => {
      const { path, ...preference } = await newPreference(world, { generic: [{ schema_version: 2 }] });
      await world.userData.post('/get-preference', { body: { id: [preference.id] }, expect: { data: [preference] } });
    },
  },
  {
    id: 'user-data/get-preference/all-filters',
    title: 'a preference must match all filters of get-preference',
    ids: ['D14'],
    creates,
    steps: async (world) => {
      const [one, two] = [await newPreference(world), await newPreference(world)];
      const { userData } = world;
      const select = (name: string) => ({ user_id: [one.user_id], name: [name] });
      await userData.post('/get-preference', { body: select(one.name), expect: { data: [{ id: one.id }] } });
      await userData.post('/get-preference', { body: select(two.name), expect: { data: [] } });
    },
  },
  {
    id: 'user-data/get-preference/empty-filter',
    title: 'an empty list does not filter, and a value that no preference has matches nothing',
    ids: ['D14'],
    creates,
    steps: async (world) => {
      const { userData, missingId } = world;
      const { id, user_id } = await newPreference(world);
      await userData.post('/get-preference', { body: { user_id: [user_id], id: [] }, expect: { data: [{ id }] } });
      await userData.post('/get-preference', { body: { user_id: [missingId] }, expect: { data: [] } });
    },
  },
  {
    id: 'user-data/get-preference/invalid-filter',
    title: 'a filter of get-preference with a value of the wrong type gets 400',
    ids: ['D14'],
    steps: async ({ userData }) => {
      await userData.post('/get-preference', { body: { id: ['one'] }, expect: { status: 400 } });
      await userData.post('/get-preference', { body: { name: 'one' }, expect: { status: 400 } });
    },
  },
];
