import type { Api, Case } from '../../case.js';

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
];
