import * as z from 'zod/mini';
import { casesAbout } from '../cases-about.js';

export const envelopeCases = casesAbout('user-data/envelope')({
  list: {
    title: 'a list is answered as JSON with status_code, request_id and data, and without total',
    ids: ['UD-V1', 'UD-V2', 'UD-V3', 'UD-V4', 'UD-V5', 'X2'],
    steps: ({ userData }) =>
      userData.get('/application', {
        expect: {
          headers: { 'content-type': z.string().check(z.startsWith('application/json')) },
          body: { status_code: 200, request_id: z.guid(), data: z.array(z.unknown()), total: undefined },
        },
      }),
  },
  version: {
    title: 'a path without the version gets 404',
    ids: ['UD-R38'],
    steps: ({ userData }) => userData.get('./application', { expect: { status: 404 } }),
  },
  'list-in-body': {
    title: 'POST of several records answers with one record for each, in the same order',
    ids: ['UD-R2', 'UD-R3'],
    creates: ['user-data/application'],
    steps: async ({ userData, name }) => {
      const items = [{ name: name('one') }, { name: name('two') }];
      await userData.post('/application', { body: items, expect: { data: items } });
    },
  },
});
