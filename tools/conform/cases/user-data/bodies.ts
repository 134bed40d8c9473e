import type { Api, Case } from '../../case.js';
import { newLegacyPreference, newUser } from './new-records.js';

const paths = [
  '/set-preference',
  '/brief-entitlement',
  '/content-entitlement-sync',
  '/content-entitlement-sync/filter',
];

/** Those of the resources that are not plain. */
export const bodyCases: readonly Case[] = [
  {
    id: 'user-data/bodies/list',
    title: 'a list is required where the body of POST is a list, and its items are objects',
    ids: ['X7', 'X22', 'X5'],
    creates: ['user-preference/preference', 'user-data/user', 'user-data/content-entitlement'],
    steps: async ({ userData, userPreference, ours: isOurs }) => {
      const refuse = (api: Api, path: string, body: unknown, ours: object = {}) =>
        api.post(path, { body, expect: { status: 400 }, ours: { code: 'malformed_data', ...ours } });
      for (const [api, all] of [
        [userData, paths],
        [userPreference, ['/set-preference']],
      ] as const) {
        for (const path of all) {
          for (const body of [undefined, {}, '[', ...(isOurs ? ['', '"text"', '7', 'null'] : [])]) {
            await refuse(api, path, body);
          }
          if (path === '/content-entitlement-sync') continue;
          await refuse(api, path, [null, 7, [], 'text'], { items: [0, 1, 2, 3] });
        }
      }
    },
  },
  {
    id: 'user-data/bodies/single',
    title: 'a single object is accepted where the specification allows both, and is answered with a list',
    ids: ['UD-R2', 'UD-R3', 'UD-E4', 'UD-E9', 'UD-E14', 'X7'],
    creates: ['user-data/user', 'user-data/preference', 'user-data/user-preference'],
    steps: async (world) => {
      const { userData, name, email } = world;
      const { email: user_email } = await newUser(world);
      const { id: preference_id } = await newLegacyPreference(world);
      // Not from the definitions, which would agree with a mistake in them.
      for (const [path, body] of [
        ['/user', { fname: name('first'), lname: 'Reader', email: email() }],
        ['/preference', { name: name('preference'), slug: name('slug') }],
        ['/user-preference', { user_email, preference_id, preference_value: { theme: 'dark' } }],
      ] as const) {
        await userData.post(path, { body, expect: { data: [body] } });
      }
    },
  },
];
