import * as z from 'zod/mini';
import type { Api } from '../../case.js';
import { casesAbout } from '../cases-about.js';
import { refused } from '../refused.js';
import { newLegacyPreference, newUser } from './new-records.js';

/** The paths of POST, beside those of the plain resources, with a list as the body. */
const listPaths = [
  '/set-preference',
  '/brief-entitlement',
  '/content-entitlement-sync',
  '/content-entitlement-sync/filter',
];

/** What the resources have in common: tokens, formats, bodies. */
export const protocolCases = casesAbout('user-data')({
  'service-token/missing': {
    title: 'a request without a token is answered',
    ids: ['X13'],
    switch: 'serviceToken',
    steps: async ({ behavior: { serviceToken }, observe }, api) => {
      const { status } = await api.get('./service-description', {
        headers: { authorization: null },
        expect: { status: [200, 401] },
      });
      // The token of the server stays secret: a mock that requires one is given another.
      observe(status === 200 ? null : (serviceToken ?? 'service-token'));
    },
  },
  'content-type/missing': {
    title: 'a body is read as JSON, also without the header Content-Type',
    ids: ['X16'],
    switch: 'requireContentType',
    steps: (_, api) =>
      api.post('/get-preference', {
        headers: { 'content-type': null },
        body: { id: [0] },
        sides: { false: { data: [] }, true: { status: 415 } },
      }),
  },
  'envelope/list': {
    title: 'a list is answered as JSON with status_code, request_id and data, and without total',
    ids: ['UD-V1', 'UD-V2', 'UD-V3', 'UD-V4', 'UD-V5', 'X2'],
    steps: (_, api) =>
      api.get('/application', {
        expect: {
          headers: { 'content-type': z.string().check(z.regex(/^application\/json\b/i)) },
          body: { status_code: 200, request_id: z.guid(), data: z.array(z.unknown()), total: undefined },
        },
      }),
  },
  'envelope/version': {
    title: 'a path without the version gets 404',
    ids: ['UD-R38'],
    steps: (_, api) => api.get('./application', { expect: { status: 404 } }),
  },
  'bodies/list': {
    title: 'a list is required where the body of POST is a list, and its items are objects',
    ids: ['X7', 'X22', 'X5'],
    creates: ['user-preference/preference', 'user-data/user', 'user-data/content-entitlement'],
    steps: async ({ userPreference, ours: isOurs }, api) => {
      const { expect, ours } = refused(400);
      const all: [Api, string][] = listPaths.map((path) => [api, path]);
      for (const [api, path] of [...all, [userPreference, '/set-preference'] as const]) {
        for (const body of [undefined, {}, '[', ...(isOurs ? ['', '"text"', '7', 'null'] : [])]) {
          await api.post(path, { body, expect, ours });
        }
        if (path === '/content-entitlement-sync') continue;
        await api.post(path, { body: [null, 7, [], 'text'], expect, ours: { ...ours, items: [0, 1, 2, 3] } });
      }
    },
  },
  'bodies/single': {
    title: 'a single object is accepted where the specification allows both, and is answered with a list',
    ids: ['UD-R2', 'UD-R3', 'UD-E4', 'UD-E9', 'UD-E14', 'X7'],
    creates: ['user-data/user', 'user-data/preference', 'user-data/user-preference'],
    steps: async (world, api) => {
      const { name, email } = world;
      const { email: user_email } = await newUser(world);
      const { id: preference_id } = await newLegacyPreference(world);
      // Not from the definitions, which would agree with a mistake in them.
      for (const [path, body] of [
        ['/user', { fname: name('first'), lname: 'Reader', email: email() }],
        ['/preference', { name: name('preference'), slug: name('slug') }],
        ['/user-preference', { user_email, preference_id, preference_value: { theme: 'dark' } }],
      ] as const) {
        await api.post(path, { body, expect: { data: [body] } });
      }
    },
  },
});
