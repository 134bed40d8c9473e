import * as z from 'zod/mini';
import { casesAbout } from '../cases-about.js';

/** What the resources have in common: formats, statuses, bodies, ids. */
export const protocolCases = casesAbout('user-preference/protocol')({
  'request-id': {
    title: 'an answer has status_code 200, data, and another request_id each time, also in the header X-Request-Id',
    ids: ['X2', 'X12', 'UP-V1', 'UP-V2', 'UP-V3'],
    steps: async ({ expect }, api) => {
      const body = { status_code: 200, request_id: z.uuidv4(), data: z.array(z.unknown()) };
      const first = await api.get('/application', { expect: { body } });
      const second = await api.get('/application');
      const { request_id } = second.body;
      expect(second.headers.get('x-request-id'), request_id);
      expect(
        request_id,
        z
          .string()
          .check(z.refine((id) => id !== first.body.request_id, 'must differ from that of the previous request')),
      );
    },
  },
  'unknown-path': {
    title: 'an unknown path gets 404 no_such_route',
    ids: ['X5', 'UP-R1'],
    steps: async ({ name }, api) => {
      const expect = { status: 404, body: { error: { code: 'no_such_route' } } };
      await api.get(`/${name('route')}`, { expect });
      await api.get('/service-description', { expect });
    },
  },
  'other-version': {
    title: 'a path of v2 gets 404 no_such_version',
    ids: ['X15', 'UP-R7'],
    steps: (_, api) =>
      api.get('../user-preference/v2/application', {
        expect: { status: 404, body: { error: { code: 'no_such_version' } } },
      }),
  },
  slash: {
    title: 'a slash at the end of the path makes no difference',
    ids: ['X18'],
    steps: (_, api) => api.get('/application/', { expect: { data: z.array(z.unknown()) } }),
  },
  head: {
    title: 'HEAD is answered like GET, without the body',
    ids: ['X17'],
    steps: (_, api) =>
      api.send('HEAD', '/application', {
        expect: {
          body: undefined,
          headers: { 'content-type': z.string().check(z.regex(/^application\/json\b/i)) },
        },
      }),
  },
});
