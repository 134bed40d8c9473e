import type { World } from '../../case.js';
import type { CasesAbout } from '../cases-about.js';
import { genericValue } from '../generic-value.js';
import { createPreference } from '../preference-of-user.js';
import { refused } from '../refused.js';

const KEY = "preference_value'";
const path = '/generic-preference';

async function setting(world: World, value: object) {
  const { id: preference_id } = await createPreference(world);
  return { preference_id, ...value };
}

export const genericPreferenceCases: CasesAbout = {
  spelling: {
    title: 'the key of a value is preference_value, without an apostrophe',
    ids: ['D11', 'UD-F57', 'UD-F59', 'UP-F15', 'UP-F17'],
    switch: 'apostropheKey',
    steps: async (world, api) => {
      const value = world.name('value');
      const sides = {
        off: { data: [{ preference_value: value, [KEY]: undefined }] },
        on: { data: [{ preference_value: undefined, [KEY]: value }] },
        both: { data: [{ preference_value: value, [KEY]: value }] },
      };
      const body = [await setting(world, { preference_value: value })];
      const { data } = await api.post(path, { body, sides });
      await api.put(`${path}/${data[0].id}`, { body: {}, sides });
      await api.delete(`${path}/${data[0].id}`, { sides });
    },
  },
  'spelling-in-body': {
    title: 'a body may have the key preference_value with an apostrophe too, and the one without it comes first',
    ids: ['D11', 'UD-F57', 'UD-E56', 'UD-E57', 'UP-E12', 'UP-F17', 'X8'],
    steps: async (world, api) => {
      const [created, changed] = [world.name('value'), world.name('changed')];
      const { data } = await api.post(path, {
        body: [await setting(world, { [KEY]: created, schema_version: 1 })],
        expect: { data: [genericValue(created, { schema_version: 1 })] },
      });
      const at = `${path}/${data[0].id}`;
      const put = (body: object, value: string | null, schema_version: number) =>
        api.put(at, { body, expect: { data: [genericValue(value, { schema_version })] } });
      await put({ [KEY]: changed }, changed, 1);
      await put({ preference_value: created }, created, 1);
      await put({ schema_version: 7 }, created, 7);
      if (world.ours) await put({ preference_value: changed, [KEY]: created }, changed, 7);
      if (world.ours) await put({ [KEY]: null }, null, 7);
      await api.put(at, { body: { [KEY]: 7 }, ...refused(400) });
    },
  },
  optional: {
    title: 'the value and the schema version of a generic preference are null by default, and a value may be empty',
    ids: ['UD-F57', 'UD-F58', 'UP-F15', 'UP-F16', 'X21'],
    steps: async (world, api) => {
      const one = await setting(world, {});
      const nothing = genericValue(null, { ...one, schema_version: null });
      await api.post(path, {
        body: [one, { ...one, preference_value: null, schema_version: null }, { ...one, preference_value: '' }],
        expect: { data: [nothing, nothing, genericValue('', one)] },
      });
    },
  },
};

export const preferenceValuesCases: CasesAbout = {
  'other-type': {
    title: 'a value of the other type than that of its preference gets 400',
    ids: ['D15', 'UP-R2'],
    steps: async (world, api) => {
      const generic = { preference_value: world.name('value') };
      const entity = { entity_gid: world.name('gid') };
      const { id: ofGeneric } = await createPreference(world);
      const { id: ofEntity } = await createPreference(world, { type: 'Entity' });
      for (const [at, wrong, right, value] of [
        ['/generic-preference', ofEntity, ofGeneric, generic],
        ['/entity-preference', ofGeneric, ofEntity, entity],
      ] as const) {
        await api.post(at, { body: [{ preference_id: wrong, ...value }], ...refused(400, '0.preference_id') });
        const { data } = await api.post(at, { body: [{ preference_id: right, ...value }] });
        await api.put(`${at}/${data[0].id}`, { body: { preference_id: wrong }, ...refused(400, 'preference_id') });
      }
    },
  },
};
