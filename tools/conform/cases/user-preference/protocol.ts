import * as z from 'zod/mini';
import { casesAbout } from '../cases-about.js';

const message = z.string().check(z.minLength(1));

/** What the resources have in common: formats, statuses, bodies, ids. */
export const protocolCases = casesAbout('user-preference/protocol')({
  envelope: {
    title: 'an answer is JSON with status_code 200, a request_id and data',
    ids: ['UP-V1', 'UP-V2', 'UP-V3', 'UP-V4', 'X2'],
    steps: (_, api) =>
      api.get('/application', {
        expect: {
          body: { status_code: 200, request_id: z.uuid(), data: z.array(z.unknown()) },
          headers: { 'content-type': z.string().check(z.regex(/^application\/json\b/i)) },
        },
      }),
  },
  success: {
    title: 'every success has the status_code 200',
    ids: ['X2', 'UP-V2'],
    creates: ['user-preference/application'],
    steps: async ({ name }, api) => {
      const success = { expect: { body: { status_code: 200 } } };
      const { data } = await api.post('/application', { body: [{ name: name('application') }], ...success });
      const path = `/application/${data[0].id}`;
      await api.put(path, { body: { description: 'Changed' }, ...success });
      await api.delete(path, success);
      await api.post('/get-preference', { body: { id: [0] }, ...success });
    },
  },
  'request-id': {
    title: 'request_id is a version 4 UUID, also in the header X-Request-Id, and each request has another',
    ids: ['X12', 'UP-V3'],
    steps: async ({ expect }, api) => {
      const first = await api.get('/application', { expect: { body: { request_id: z.uuidv4() } } });
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
  error: {
    title: 'an error has its status as status_code, a request_id, null as data, and a code with a message',
    ids: ['X3', 'X5'],
    creates: ['user-preference/application'],
    steps: ({ missingId }, api) =>
      api.delete(`/application/${missingId}`, {
        expect: {
          status: 404,
          body: { status_code: 404, request_id: z.uuid(), data: null, error: { code: 'not_found', message } },
        },
      }),
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
  method: {
    title: 'another method of a known path gets 405, and Allow lists the methods',
    ids: ['X5'],
    steps: (_, api) =>
      api.get('/get-preference', {
        expect: {
          status: 405,
          headers: { allow: z.string().check(z.regex(/\bPOST\b/)) },
          body: { error: { code: 'method_not_allowed' } },
        },
      }),
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
