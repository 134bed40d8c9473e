import type { Case, Json, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { genericValue } from '../generic-value.js';
import { preferenceKinds } from '../preference-of-user.js';
import { createPreference } from '../user-preference/created.js';
import { apiOf, type PreferenceApi } from './of-world.js';

const KEY = "preference_value'";

/** Generic and entity preferences. */
export function valueCases(api: PreferenceApi): readonly Case[] {
  const creates: readonly Kind[] = [...preferenceKinds, `${api}/generic-preference`, `${api}/entity-preference`];
  return [...spellingCases(api), ...plainValueCases(api)].map((one) => ({ ...one, creates }));
}

async function setting(world: World, value: object) {
  const { id: preference_id } = await createPreference(world);
  return { preference_id, ...value };
}

/** The two spellings of the key of a value. */
function spellingCases(api: PreferenceApi): readonly Omit<Case, 'creates'>[] {
  return [
    {
      id: 'generic-preference/spelling',
      title: 'the key of a value is preference_value, without an apostrophe',
      ids: ['D11', 'UD-F57', 'UD-F59', 'UP-F15', 'UP-F17'],
      switch: 'apostropheKey',
      steps: async (world) => {
        const value = world.name('value');
        const sides = {
          off: { data: [{ preference_value: value, [KEY]: undefined }] },
          on: { data: [{ preference_value: undefined, [KEY]: value }] },
          both: { data: [{ preference_value: value, [KEY]: value }] },
        };
        const body = [await setting(world, { preference_value: value })];
        const { data } = await apiOf(world, api).post('/generic-preference', { body, sides });
        const path = `/generic-preference/${data[0].id}`;
        await apiOf(world, api).put(path, { body: {}, sides });
        await apiOf(world, api).delete(path, { sides });
      },
    },
    {
      id: 'generic-preference/spelling-in-body',
      title: 'a body may have the key preference_value with an apostrophe too, and the one without it comes first',
      ids: ['D11', 'UD-F57', 'UD-E56', 'UP-F17'],
      steps: async (world) => {
        const [created, changed] = [world.name('value'), world.name('changed')];
        const { data } = await apiOf(world, api).post('/generic-preference', {
          body: [await setting(world, { [KEY]: created })],
          expect: { data: [genericValue(created)] },
        });
        const path = `/generic-preference/${data[0].id}`;
        const put = (body: object, value: string | null) =>
          apiOf(world, api).put(path, { body, expect: { data: [genericValue(value)] } });
        await put({ [KEY]: changed }, changed);
        await put({ preference_value: created }, created);
        if (world.ours) await put({ preference_value: changed, [KEY]: created }, changed);
        if (world.ours) await put({ [KEY]: null }, null);
        const expect = { status: 400 };
        await apiOf(world, api).put(path, { body: { [KEY]: 7 }, expect, ours: { code: 'malformed_data' } });
      },
    },
  ];
}

/** What a value may be, and what it belongs to. */
function plainValueCases(api: PreferenceApi): readonly Omit<Case, 'creates'>[] {
  return [
    {
      id: 'generic-preference/update-value',
      title: 'PUT changes the value or the version of a generic preference',
      ids: ['UD-E57', 'UD-F57', 'UP-E12', 'UP-R4', 'X8'],
      steps: async (world) => {
        const [value, changed] = [world.name('value'), world.name('changed')];
        const body = [await setting(world, { preference_value: value, schema_version: 1 })];
        const { id } = (await apiOf(world, api).post('/generic-preference', { body })).data[0];
        const put = (change: object, expected: Json) =>
          apiOf(world, api).put(`/generic-preference/${id}`, { body: change, expect: { data: [expected] } });
        await put({ schema_version: 7 }, genericValue(value, { id, schema_version: 7 }));
        await put({ preference_value: changed }, genericValue(changed, { id, schema_version: 7 }));
      },
    },
    {
      id: 'generic-preference/optional',
      title: 'the value and the schema version of a generic preference are null by default, and a value may be empty',
      ids: ['UD-F57', 'UD-F58', 'UP-F15', 'UP-F16', 'X21'],
      steps: async (world) => {
        const one = await setting(world, {});
        const nulls = { preference_value: null, schema_version: null };
        await apiOf(world, api).post('/generic-preference', {
          body: [one, { ...one, ...nulls }, { ...one, preference_value: '' }],
          expect: {
            data: [
              genericValue(null, { ...one, schema_version: null }),
              genericValue(null, { ...one, schema_version: null }),
              genericValue('', one),
            ],
          },
        });
      },
    },
    {
      id: 'preference-values/other-type',
      title: 'a value of the other type than that of its preference gets 400',
      ids: ['D15', 'UP-R2'],
      steps: async (world) => {
        const send = apiOf(world, api);
        const expect = { status: 400 };
        const refused = (place: string) => ({ expect, ours: { code: 'malformed_data', issues: [place] } });
        const generic = { preference_value: world.name('value') };
        const entity = { entity_gid: world.name('gid') };
        const { id: ofGeneric } = await createPreference(world);
        const { id: ofEntity } = await createPreference(world, { type: 'Entity' });
        for (const [path, wrong, right, value] of [
          ['/generic-preference', ofEntity, ofGeneric, generic],
          ['/entity-preference', ofGeneric, ofEntity, entity],
        ] as const) {
          await send.post(path, { body: [{ preference_id: wrong, ...value }], ...refused('0.preference_id') });
          const { data } = await send.post(path, { body: [{ preference_id: right, ...value }] });
          const body = { preference_id: wrong };
          await send.put(`${path}/${data[0].id}`, { body, ...refused('preference_id') });
        }
      },
    },
  ];
}
