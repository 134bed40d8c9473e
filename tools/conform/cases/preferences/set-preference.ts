import * as z from 'zod/mini';
import type { Api, Json } from '../../case.js';
import type { CasesAbout } from '../cases-about.js';
import { genericValue } from '../generic-value.js';
import { postOne } from '../post-one.js';
import { labelOf, newColumns, preferenceParts } from '../preference-of-user.js';
import { refused } from '../refused.js';
import { newUser } from '../user-data/new-records.js';
import { noNameSteps, typeSteps, userSteps } from './writes.js';

const path = '/set-preference';

/** Sends a body that is refused with a status, for a problem at each of the paths. */
function refuse(api: Api, body: unknown, [status, ...issues]: readonly [400 | 404, ...string[]]) {
  return api.post(path, { body, ...refused(status, ...issues) });
}

export const setPreferenceCases: CasesAbout = {
  // Values.
  generic: {
    title: 'set-preference answers the preference with its generic values and their ids',
    ids: [
      ...['UD-E64', 'UD-F57', 'UD-F67', 'UD-F68', 'UD-F69', 'UD-F70', 'UD-F71', 'UD-F72', 'UD-F73', 'UD-F74'],
      ...['UP-E19', 'UP-F29', 'UP-F30', 'UP-F31', 'UP-R2', 'D11'],
    ],
    steps: async (world, api) => {
      const columns = await newColumns(world);
      const [one, other] = [world.name('one'), world.name('other')];
      const generic = [
        { preference_value: one, schema_version: 1 },
        { "preference_value'": other, schema_version: 2 },
      ];
      const values = [one, other].map((value, i) => genericValue(value, { id: z.int(), schema_version: i + 1 }));
      await api.post(path, {
        body: [{ ...columns, generic, entity: [] }],
        expect: { data: [{ id: z.int(), ...columns, generic: values, entity: [] }] },
      });
    },
  },
  entity: {
    title: 'set-preference answers the preference with its entities and their ids; a gid may be left out',
    ids: ['UD-E64', 'UD-F73', 'UD-F75', 'UP-E19', 'UP-F29', 'UP-F30', 'UP-F31', 'UP-R2', 'D32'],
    steps: async (world, api) => {
      const columns = await newColumns(world, { type: 'Entity' });
      const gids = [{ entity_gid: world.name('gid') }, {}];
      const entity = gids.map(({ entity_gid = null }) => ({ id: z.int(), entity_gid }));
      await api.post(path, {
        body: [{ ...columns, entity: gids }],
        expect: { data: [{ id: z.int(), ...columns, generic: [], entity }] },
      });
    },
  },
  optional: {
    title: 'the value and the schema version of a generic value may be left out',
    ids: ['D32'],
    steps: async (world, api) => {
      const body = [await newColumns(world, { generic: [{}, { preference_value: 'x' }, { schema_version: 2 }] })];
      const generic = [
        genericValue(null, { schema_version: null }),
        genericValue('x', { schema_version: null }),
        genericValue(null, { schema_version: 2 }),
      ];
      await api.post(path, { body, expect: { data: [{ generic }] } });
    },
  },

  // A preference that is set again, in another body or the same.
  again: {
    title: 'setting a preference again replaces its name, its type and all its values',
    ids: ['D13', 'UP-E19'],
    switch: 'setPreference',
    steps: async (world, api) => {
      const parts = await preferenceParts(world);
      const first = await postOne(api, path, {
        ...parts,
        name: 'One',
        generic: [{ preference_value: 'a' }, {}],
      });
      const entity_gid = world.name('gid');
      const changed = { ...parts, user_id: undefined, name: world.name('changed'), type: 'Entity' };
      const second = await postOne(api, path, { ...changed, entity: [{ entity_gid }] });
      const after = { ...second, generic: [], entity: [{ entity_gid }] };
      const read = (sides: Readonly<Record<string, object>>) =>
        api.post('/get-preference', { body: { user_id: [parts.user_id] }, sides });
      await read({ upsert: { data: [{ ...after, id: first.id }] }, append: { data: [first, after] } });
      const third = await postOne(api, path, { ...parts, name: '' });
      const label = await labelOf(world, parts.application_preference);
      const last = { ...third, name: label, type: 'Generic', generic: [], entity: [] };
      await read({ upsert: { data: [{ ...last, id: first.id }] }, append: { data: [first, after, last] } });
    },
  },
  'twice-in-body': {
    title: 'a preference that is set twice in one body is answered twice, with the later values',
    ids: ['D13', 'UP-R3'],
    switch: 'setPreference',
    steps: async (world, api) => {
      const parts = await preferenceParts(world);
      const [one, two] = [world.name('one'), world.name('two')];
      const other = await newColumns(world);
      await api.post(path, {
        body: [{ ...parts, name: one }, other, { ...parts, name: two }],
        sides: {
          upsert: { data: [{ name: two }, { name: other.name }, { name: two }] },
          append: { data: [{ name: one }, { name: other.name }, { name: two }] },
        },
      });
    },
  },

  // The user, the application preference and the category.
  several: {
    title: 'preferences of another user, application preference or category are others',
    ids: ['D13', 'UP-E19', 'UP-R3'],
    steps: async (world, api) => {
      const [one, other] = [await newColumns(world), await newColumns(world)];
      const { user_id, user_email, application_preference, preference_hierarchy } = other;
      const items = [{}, { user_id, user_email }, { application_preference }, { preference_hierarchy }];
      const body = items.map((change) => ({ ...one, ...change }));
      const { data } = await api.post(path, { body, expect: { data: body } });
      world.expect(new Set(data.map(({ id }: Json) => id)).size, body.length);
    },
  },
  user: {
    title: 'user_id or user_email is enough, in any case, and the other is filled in',
    ids: ['D16', 'X24'],
    steps: userSteps(path),
  },
  'two-users': {
    title: 'a user_id and a user_email of different users get 400, also if the preference exists',
    ids: ['D16'],
    steps: async (world, api) => {
      const preference = await newColumns(world);
      const { email: user_email } = await newUser(world);
      for (const _ of ['new', 'existing']) {
        await refuse(api, [{ ...preference, user_email }], [400]);
        await api.post(path, { body: [preference] });
      }
    },
  },
  references: {
    title: 'an unknown user, application preference or category gets 404',
    ids: ['D16', 'X5', 'X6'],
    steps: async (world, api) => {
      const parts = { ...(await newColumns(world)), user_email: undefined };
      for (const column of ['user_id', 'application_preference', 'preference_hierarchy']) {
        await refuse(api, [{ ...parts, [column]: world.missingId }], [404, `0.${column}`]);
      }
      await refuse(api, [{ ...parts, user_id: undefined, user_email: world.email() }], [404, '0.user_email']);
      const unknown = { ...parts, application_preference: world.missingId };
      await refuse(api, [unknown, { ...parts, name: 7 }], [400, '0.application_preference', '1.name']);
    },
  },

  // The name and the type.
  'no-name': {
    title: 'a preference that is set with an empty name, or without one, gets the label of its application preference',
    ids: ['UD-R21', 'UD-F68', 'UP-R6', 'F2'],
    steps: noNameSteps(path),
  },
  'other-type': {
    title: 'values of the other type get 400, and nothing is set',
    ids: ['D15', 'UP-R2', 'X6'],
    steps: async (world, api) => {
      const generic = [{ preference_value: world.name('value'), schema_version: 1 }];
      const entity = [{ entity_gid: world.name('entity') }];
      const parts = await newColumns(world);
      await refuse(api, [{ ...parts, type: 'Generic', generic, entity }], [400, '0.entity']);
      await refuse(api, [{ ...parts, type: 'Entity', generic, entity: [] }], [400, '0.generic']);
      const body = [parts, { ...parts, type: 'Generic', entity }];
      await refuse(api, body, [400, '1.entity']);
      await api.post('/get-preference', { body: { user_id: [parts.user_id] }, expect: { data: [] } });
    },
  },
  type: {
    title: 'the type is Generic by default, and case-insensitive',
    ids: ['D17', 'X21'],
    steps: typeSteps(path),
  },

  // Fields that are missing or wrong.
  required: {
    title: 'set-preference without an application preference or a category gets 400',
    ids: ['D32'],
    steps: async (world, api) => {
      for (const column of ['application_preference', 'preference_hierarchy']) {
        for (const value of [undefined, null]) {
          await refuse(api, [await newColumns(world, { [column]: value })], [400, `0.${column}`]);
        }
      }
    },
  },
  'wrong-types': {
    title: 'a field of set-preference, or of a value, with the wrong type gets 400',
    ids: ['X5', 'X3'],
    steps: async (world, api) => {
      const wrong: readonly (readonly [object, string])[] = [
        [{ name: 7 }, 'name'],
        [{ preference_hierarchy: '2' }, 'preference_hierarchy'],
        [{ type: 'Other' }, 'type'],
        [{ generic: {} }, 'generic'],
        [{ generic: ['daily'] }, 'generic.0'],
        [{ generic: [{}, { preference_value: 7 }] }, 'generic.1.preference_value'],
        [{ generic: [{ schema_version: 1.5 }] }, 'generic.0.schema_version'],
        [{ type: 'Entity', entity: [{ entity_gid: 7 }] }, 'entity.0.entity_gid'],
      ];
      const columns = await newColumns(world);
      for (const [change, place] of wrong) await refuse(api, [{ ...columns, ...change }], [400, `0.${place}`]);
    },
  },
};
