import type { Case, Json, World } from '../../case.js';
import { newPreference, preferenceKinds } from '../preference-of-user.js';
import { apiOf, type PreferenceApi } from './of-world.js';

const filters = ['id', 'name', 'preference_hierarchy', 'user_id', 'user_email', 'application_preference', 'type'];
const path = '/get-preference';

export function getPreferenceCases(api: PreferenceApi): readonly Case[] {
  return [...foundCases(api), ...otherValueCases(api)];
}

/** Expects the preferences that a body finds. */
function finding(api: PreferenceApi) {
  return (world: World, body: object, found: readonly Json[]) =>
    apiOf(world, api).post(path, { body, expect: { data: found.map(({ id }) => ({ id })) } });
}

function foundCases(api: PreferenceApi): readonly Case[] {
  const find = finding(api);
  return [
    {
      id: 'get-preference/filters',
      title: 'get-preference selects by each field of a preference, with a list of values',
      ids: ['UD-E63', 'UD-R20', 'UP-E18', 'UP-F29', 'D14'],
      creates: preferenceKinds,
      steps: async (world) => {
        const [one, other] = [await newPreference(world), await newPreference(world, { type: 'Entity' })];
        const users = { user_id: [one.user_id, other.user_id] };
        for (const filter of filters) {
          await find(world, { ...users, [filter]: [one[filter]] }, [one]);
          await find(world, { ...users, [filter]: [other[filter], one[filter], other[filter]] }, [one, other]);
          if (filter !== 'type') await find(world, { [filter]: [one[filter], other[filter]] }, [one, other]);
        }
        await find(world, { user_email: [one.user_email.toUpperCase()] }, [one]);
        await find(world, { ...users, type: ['ENTITY'] }, [other]);
      },
    },
    {
      id: 'get-preference/fields',
      title: 'get-preference answers with the preferences as set-preference does',
      ids: ['UD-E63', 'UP-E18', 'UP-E19', 'UP-F30', 'UP-F31', 'X1'],
      creates: preferenceKinds,
      steps: async (world) => {
        const generic = [{ preference_value: world.name('value'), schema_version: 2 }, {}];
        const { path: _, ...preference } = await newPreference(world, { generic });
        const request = { body: { id: [preference.id] }, expect: { data: [preference] }, ours: { data: [preference] } };
        await world.userData.post(path, request);
        await world.userPreference.post(path, request);
      },
    },
    {
      id: 'get-preference/combined',
      title: 'a preference must match every filter, and one value of each; an empty list does not filter',
      ids: ['D14', 'UP-E18', 'X8'],
      creates: preferenceKinds,
      steps: async (world) => {
        const [one, other] = [await newPreference(world), await newPreference(world, { type: 'Entity' })];
        await find(world, { id: [one.id, other.id], type: ['Entity'] }, [other]);
        await find(world, { user_id: [one.user_id], id: [other.id] }, []);
        await find(world, { user_id: [one.user_id], name: [other.name] }, []);
        await find(world, { user_id: [one.user_id], user_email: [other.user_email] }, []);
        await find(world, { user_id: [one.user_id], name: [], id: [] }, [one]);
        await find(world, { user_id: [one.user_id], unknown: 5 }, [one]);
        const all = Object.fromEntries(filters.map((filter) => [filter, [one[filter]]]));
        await find(world, all, [one]);
      },
    },
  ];
}

/** Values that no preference has, or that none can have. */
function otherValueCases(api: PreferenceApi): readonly Case[] {
  const find = finding(api);
  return [
    {
      id: 'get-preference/nothing',
      title: 'a value that no preference has finds nothing, and is not an error',
      ids: ['D14'],
      steps: async (world) => {
        const { name, missingId } = world;
        for (const filter of ['id', 'preference_hierarchy', 'user_id', 'application_preference']) {
          await find(world, { [filter]: [missingId] }, []);
        }
        for (const body of [{ name: [name('preference')] }, { user_email: ['nobody'] }]) await find(world, body, []);
      },
    },
    {
      id: 'get-preference/wrong-type',
      title: 'a filter with a value of the wrong type, or that is not a list, gets 400',
      ids: ['D14', 'X5', 'X22'],
      steps: async (world) => {
        const send = (body: unknown, ours: object) =>
          apiOf(world, api).post(path, { body, expect: { status: 400 }, ours: { code: 'malformed_data', ...ours } });
        await send({ id: ['one'] }, { issues: ['id.0'] });
        await send({ id: world.missingId }, { issues: ['id'] });
        await send({ name: [7] }, { issues: ['name.0'] });
        if (!world.ours) return;
        for (const filter of filters) {
          await send({ [filter]: [null] }, { issues: [`${filter}.0`] });
          await send({ [filter]: {} }, { issues: [filter] });
        }
        await send({ type: ['Entity', 'Other'] }, { issues: ['type.1'] });
        for (const body of [undefined, '[]', 'null', '"all"', '7', '{']) await send(body, {});
      },
    },
  ];
}
