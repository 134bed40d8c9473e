import type { Api, Json } from '../../case.js';
import type { CasesAbout } from '../cases-about.js';
import { newPreference } from '../preference-of-user.js';
import { refused } from '../refused.js';

const filters = ['id', 'name', 'preference_hierarchy', 'user_id', 'user_email', 'application_preference', 'type'];
const path = '/get-preference';

/** Expects the preferences that a body finds. */
function find(api: Api, body: object, found: readonly Json[]) {
  return api.post(path, { body, expect: { data: found.map(({ id }) => ({ id })) } });
}

export const getPreferenceCases: CasesAbout = {
  filters: {
    title: 'get-preference selects by each field of a preference, with a list of values',
    ids: ['UD-E63', 'UD-R20', 'UP-E18', 'UP-F29', 'D14'],
    steps: async (world, api) => {
      const [one, other] = [await newPreference(world), await newPreference(world, { type: 'Entity' })];
      const users = { user_id: [one.user_id, other.user_id] };
      for (const filter of filters) {
        await find(api, { ...users, [filter]: [one[filter]] }, [one]);
        await find(api, { ...users, [filter]: [other[filter], one[filter], other[filter]] }, [one, other]);
        if (filter !== 'type') await find(api, { [filter]: [one[filter], other[filter]] }, [one, other]);
      }
      await find(api, { user_email: [one.user_email.toUpperCase()] }, [one]);
      await find(api, { ...users, type: ['ENTITY'] }, [other]);
    },
  },
  fields: {
    title: 'get-preference answers with the preferences as set-preference does',
    ids: ['UD-E63', 'UP-E18', 'UP-E19', 'UP-F30', 'UP-F31', 'X1'],
    steps: async (world) => {
      const generic = [{ preference_value: world.name('value'), schema_version: 2 }, {}];
      const { path: _, ...preference } = await newPreference(world, { generic });
      const request = { body: { id: [preference.id] }, expect: { data: [preference] }, ours: { data: [preference] } };
      await world.userData.post(path, request);
      await world.userPreference.post(path, request);
    },
  },
  combined: {
    title: 'a preference must match every filter, and one value of each; an empty list does not filter',
    ids: ['D14', 'UP-E18', 'X8'],
    steps: async (world, api) => {
      const [one, other] = [await newPreference(world), await newPreference(world, { type: 'Entity' })];
      await find(api, { id: [one.id, other.id], type: ['Entity'] }, [other]);
      await find(api, { user_id: [one.user_id], id: [other.id] }, []);
      await find(api, { user_id: [one.user_id], name: [other.name] }, []);
      await find(api, { user_id: [one.user_id], user_email: [other.user_email] }, []);
      await find(api, { user_id: [one.user_id], name: [], id: [] }, [one]);
      await find(api, { user_id: [one.user_id], unknown: 5 }, [one]);
      const all = Object.fromEntries(filters.map((filter) => [filter, [one[filter]]]));
      await find(api, all, [one]);
    },
  },
  nothing: {
    title: 'a value that no preference has finds nothing, and is not an error',
    ids: ['D14'],
    reads: true,
    steps: async ({ name, missingId }, api) => {
      for (const filter of ['id', 'preference_hierarchy', 'user_id', 'application_preference']) {
        await find(api, { [filter]: [missingId] }, []);
      }
      for (const body of [{ name: [name('preference')] }, { user_email: ['nobody'] }]) await find(api, body, []);
    },
  },
  'wrong-type': {
    title: 'a filter with a value of the wrong type, or that is not a list, gets 400',
    ids: ['D14', 'X5', 'X22'],
    reads: true,
    steps: async ({ ours, missingId }, api) => {
      const refuse = (body: unknown, ...issues: readonly string[]) =>
        api.post(path, { body, ...refused(400, ...issues) });
      await refuse({ id: ['one'] }, 'id.0');
      await refuse({ id: missingId }, 'id');
      await refuse({ name: [7] }, 'name.0');
      if (!ours) return;
      for (const filter of filters) {
        await refuse({ [filter]: [null] }, `${filter}.0`);
        await refuse({ [filter]: {} }, filter);
      }
      await refuse({ type: ['Entity', 'Other'] }, 'type.1');
      for (const body of [undefined, '[]', 'null', '"all"', '7', '{']) await refuse(body);
    },
  },
};
