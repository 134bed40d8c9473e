import * as z from 'zod/mini';
import type { Case } from '../../case.js';
import { newPreference, preferenceKinds, preferenceParts } from '../preference-of-user.js';
import { newUser } from './new-records.js';

const creates = preferenceKinds;

export const setPreferenceCases: readonly Case[] = [
  {
    id: 'user-data/set-preference/generic',
    title: 'set-preference answers with the preference, its values and their ids',
    ids: ['UD-E64', 'UD-F67', 'UD-F68', 'UD-F69', 'UD-F70', 'UD-F71', 'UD-F72', 'UD-F73', 'UD-F74'],
    creates,
    steps: async (world) => {
      const preference = { ...(await preferenceParts(world)), name: world.name('preference') };
      // The key of the value depends on a switch.
      const generic = [1, 2].map((schema_version) => ({ preference_value: world.name('value'), schema_version }));
      const values = generic.map(({ schema_version }) => ({ id: z.int(), schema_version }));
      await world.userData.post('/set-preference', {
        body: [{ ...preference, generic }],
        expect: { data: [{ id: z.int(), ...preference, generic: values, entity: [] }] },
      });
    },
  },
  {
    id: 'user-data/set-preference/generic-value',
    title: 'set-preference stores the values of a generic preference',
    ids: ['UD-F74', 'UD-F57'],
    creates,
    steps: async (world) => {
      const value = world.name('value');
      const { path } = await newPreference(world, { generic: [{ preference_value: value, schema_version: 1 }] });
      await world.userData.get(path, { expect: { data: [{ value }] } });
    },
  },
  {
    id: 'user-data/set-preference/entity',
    title: 'set-preference answers with the entities of a preference of the type Entity; a gid may be left out',
    ids: ['UD-E64', 'UD-F73', 'UD-F75'],
    creates,
    steps: async (world) => {
      const parts = { ...(await preferenceParts(world)), name: world.name('preference'), type: 'Entity' };
      const entity_gid = world.name('gid');
      await world.userData.post('/set-preference', {
        body: [{ ...parts, entity: [{ entity_gid }, {}] }],
        expect: {
          data: [
            {
              type: 'Entity',
              generic: [],
              entity: [
                { id: z.int(), entity_gid },
                { id: z.int(), entity_gid: null },
              ],
            },
          ],
        },
      });
    },
  },
  ...([undefined, ''] as const).map(
    (name): Case => ({
      id: `user-data/set-preference/${name === undefined ? 'without' : 'empty'}-name`,
      title: `a preference that is set ${name === undefined ? 'without a' : 'with an empty'} name gets the label of its application preference`,
      ids: ['UD-R21', 'UD-F68'],
      creates,
      steps: async (world) => {
        const { userData, expect } = world;
        const parts = await preferenceParts(world);
        const { data: labels } = await userData.get('/application-preference');
        const { preference_label } = labels.find((one: { id: number }) => one.id === parts.application_preference);
        const { data } = await userData.post('/set-preference', { body: [{ ...parts, name }] });
        expect(data, [{ name: preference_label }]);
      },
    }),
  ),
  {
    id: 'user-data/set-preference/again',
    title: 'setting a preference again replaces it',
    ids: ['D13'],
    creates,
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
  {
    id: 'user-data/set-preference/again-columns',
    title: 'setting a preference again replaces its name, its type and all its values',
    ids: ['D13'],
    creates,
    switch: 'setPreference',
    steps: async (world) => {
      const { userData, name } = world;
      const { path, id, ...first } = await newPreference(world, { generic: [{ schema_version: 1 }] });
      const { user_id, application_preference, preference_hierarchy } = first;
      const changed = { name: name('changed'), type: 'Entity' };
      const parts = { user_id, application_preference, preference_hierarchy };
      await userData.post('/set-preference', { body: [{ ...parts, ...changed }] });
      await userData.post('/get-preference', {
        body: { user_id: [user_id] },
        sides: {
          upsert: { data: [{ id, ...changed, generic: [], entity: [] }] },
          append: { data: [{ id }, changed] },
        },
      });
    },
  },
  {
    id: 'user-data/set-preference/twice-in-body',
    title: 'a preference that is set twice in one body is answered twice, with the later values',
    ids: ['D13'],
    creates,
    switch: 'setPreference',
    steps: async (world) => {
      const parts = await preferenceParts(world);
      const [one, two] = [world.name('one'), world.name('two')];
      await world.userData.post('/set-preference', {
        body: [one, two].map((name) => ({ ...parts, name })),
        sides: {
          upsert: { data: [{ name: two }, { name: two }] },
          append: { data: [{ name: one }, { name: two }] },
        },
      });
    },
  },
  {
    id: 'user-data/set-preference/other-type',
    title: 'a preference with a value that does not fit its type gets 400',
    ids: ['D15'],
    creates,
    steps: async (world) => {
      const { userData, name } = world;
      const parts = { ...(await preferenceParts(world)), name: name('preference') };
      const generic = { ...parts, type: 'Generic', entity: [{ entity_gid: name('gid') }] };
      const entity = { ...parts, type: 'Entity', generic: [{ preference_value: name('value') }] };
      await userData.post('/set-preference', { body: [generic], expect: { status: 400 } });
      await userData.post('/set-preference', { body: [entity], expect: { status: 400 } });
    },
  },
  ...(['user_id', 'user_email'] as const).map(
    (column): Case => ({
      id: `user-data/set-preference/only-${column.replace('_', '-')}`,
      title: `set-preference accepts ${column} alone, and fills in the other column`,
      ids: ['D16'],
      creates,
      steps: async (world) => {
        const { user_id, user_email, ...parts } = await preferenceParts(world);
        const user = { user_id, user_email };
        await world.userData.post('/set-preference', {
          body: [{ ...parts, name: world.name('preference'), [column]: user[column] }],
          expect: { data: [user] },
        });
      },
    }),
  ),
  {
    id: 'user-data/set-preference/two-users',
    title: 'a user_id and a user_email of different users get 400',
    ids: ['D16'],
    creates,
    steps: async (world) => {
      const parts = await preferenceParts(world);
      const { email: user_email } = await newUser(world);
      const body = [{ ...parts, name: world.name('preference'), user_email }];
      await world.userData.post('/set-preference', { body, expect: { status: 400 } });
    },
  },
  {
    id: 'user-data/set-preference/unknown-user',
    title: 'a user_email that no user has gets 404',
    ids: ['D16'],
    creates,
    steps: async (world) => {
      const { user_id, ...parts } = await preferenceParts(world);
      const body = [{ ...parts, name: world.name('preference'), user_email: world.email() }];
      await world.userData.post('/set-preference', { body, expect: { status: 404 } });
    },
  },
  {
    id: 'user-data/set-preference/default-type',
    title: 'a preference that is set without a type is Generic',
    ids: ['D17'],
    creates,
    steps: async (world) => {
      const body = [{ ...(await preferenceParts(world)), name: world.name('preference'), type: undefined }];
      await world.userData.post('/set-preference', { body, expect: { data: [{ type: 'Generic' }] } });
    },
  },
  {
    id: 'user-data/set-preference/type-case',
    title: 'the type of a preference is case-insensitive in requests',
    ids: ['D17'],
    creates,
    steps: async (world) => {
      const body = [{ ...(await preferenceParts(world)), name: world.name('preference'), type: 'ENTITY' }];
      await world.userData.post('/set-preference', { body, expect: { data: [{ type: 'Entity' }] } });
    },
  },
  ...(['application_preference', 'preference_hierarchy'] as const).map(
    (column): Case => ({
      id: `user-data/set-preference/required-${column.replace('_', '-')}`,
      title: `set-preference without ${column} gets 400`,
      ids: ['D32'],
      creates,
      steps: async (world) => {
        const body = [{ ...(await preferenceParts(world)), name: world.name('preference'), [column]: undefined }];
        await world.userData.post('/set-preference', { body, expect: { status: 400 } });
      },
    }),
  ),
  {
    id: 'user-data/set-preference/optional',
    title: 'the value and the schema version of a generic value may be left out',
    ids: ['D32'],
    creates,
    steps: async (world) => {
      const body = [{ ...(await preferenceParts(world)), name: world.name('preference'), generic: [{}] }];
      await world.userData.post('/set-preference', {
        body,
        expect: { data: [{ generic: [{ schema_version: null }] }] },
      });
    },
  },
];
