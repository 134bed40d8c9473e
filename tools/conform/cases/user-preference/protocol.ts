import * as z from 'zod/mini';
import type { Case } from '../../case.js';
import { createApplication, createEntry } from './created.js';

const collections = ['application', 'entity-preference', 'generic-preference', 'preference', 'preference-hierarchy'];
const message = z.string().check(z.minLength(1));

/** What the resources have in common: formats, statuses, bodies, ids. */
export const protocolCases: readonly Case[] = [
  {
    id: 'user-preference/protocol/envelope',
    title: 'an answer is JSON with status_code 200, a request_id and data',
    ids: ['UP-V1', 'UP-V2', 'UP-V3', 'UP-V4', 'X2'],
    steps: async ({ userPreference }) => {
      await userPreference.get('/application', {
        expect: {
          body: { status_code: 200, request_id: z.uuid(), data: z.array(z.unknown()) },
          headers: { 'content-type': z.string().check(z.regex(/^application\/json\b/i)) },
        },
      });
    },
  },
  {
    id: 'user-preference/protocol/success',
    title: 'every success has the status_code 200',
    ids: ['X2', 'UP-V2'],
    creates: ['user-preference/application'],
    steps: async ({ userPreference, name }) => {
      const success = { expect: { body: { status_code: 200 } } };
      const { data } = await userPreference.post('/application', { body: [{ name: name('application') }], ...success });
      const path = `/application/${data[0].id}`;
      await userPreference.put(path, { body: { description: 'Changed' }, ...success });
      await userPreference.delete(path, success);
      await userPreference.post('/get-preference', { body: { id: [0] }, ...success });
    },
  },
  {
    id: 'user-preference/protocol/request-id',
    title: 'request_id is a version 4 UUID, also in the header X-Request-Id, and each request has another',
    ids: ['X12', 'UP-V3'],
    steps: async ({ userPreference, expect }) => {
      const first = await userPreference.get('/application', { expect: { body: { request_id: z.uuidv4() } } });
      const second = await userPreference.get('/application');
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
  {
    id: 'user-preference/protocol/error',
    title: 'an error has its status as status_code, a request_id, null as data, and a code with a message',
    ids: ['X3', 'X5'],
    creates: ['user-preference/application'],
    steps: async ({ userPreference, missingId }) => {
      await userPreference.delete(`/application/${missingId}`, {
        expect: {
          status: 404,
          body: { status_code: 404, request_id: z.uuid(), data: null, error: { code: 'not_found', message } },
        },
      });
    },
  },
  {
    id: 'user-preference/protocol/not-json',
    title: 'a body that is not JSON gets 400 malformed_data',
    ids: ['X5'],
    creates: ['user-preference/application'],
    steps: async ({ userPreference }) => {
      await userPreference.post('/application', {
        body: '[{"name": ',
        expect: { status: 400, body: { error: { code: 'malformed_data' } } },
      });
    },
  },
  {
    id: 'user-preference/protocol/missing-body',
    title: 'a POST or PUT without its body gets 400 malformed_data',
    ids: ['X22'],
    creates: ['user-preference/application'],
    steps: async (world) => {
      const { userPreference } = world;
      const { id } = await createApplication(world);
      const expect = { status: 400, body: { error: { code: 'malformed_data' } } };
      await userPreference.post('/application', { expect });
      await userPreference.put(`/application/${id}`, { expect });
    },
  },
  {
    id: 'user-preference/protocol/unknown-reference',
    title: 'an id in a body that no record has gets 404 not_found, also 0 and -1',
    ids: ['X5'],
    creates: ['user-preference/entity-preference'],
    steps: async ({ userPreference, name, missingId }) => {
      for (const preference_id of [missingId, 0, -1]) {
        await userPreference.post('/entity-preference', {
          body: [{ preference_id, entity_gid: name('entity') }],
          expect: { status: 404, body: { error: { code: 'not_found' } } },
        });
      }
    },
  },
  {
    id: 'user-preference/protocol/no-id',
    title: 'anything but an integer in place of an id gets 400',
    ids: ['X5'],
    creates: ['user-preference/entity-preference'],
    steps: async ({ userPreference, name, missingId }) => {
      for (const preference_id of [String(missingId), missingId + 0.5, true, {}]) {
        await userPreference.post('/entity-preference', {
          body: [{ preference_id, entity_gid: name('entity') }],
          expect: { status: 400 },
        });
      }
    },
  },
  {
    id: 'user-preference/protocol/unknown-path',
    title: 'an unknown path gets 404 no_such_route',
    ids: ['X5', 'UP-R1'],
    steps: async ({ userPreference, name }) => {
      const expect = { status: 404, body: { error: { code: 'no_such_route' } } };
      await userPreference.get(`/${name('route')}`, { expect });
      await userPreference.get('/service-description', { expect });
    },
  },
  {
    id: 'user-preference/protocol/method',
    title: 'another method of a known path gets 405, and Allow lists the methods',
    ids: ['X5'],
    steps: async ({ userPreference }) => {
      await userPreference.get('/get-preference', {
        expect: {
          status: 405,
          headers: { allow: z.string().check(z.regex(/\bPOST\b/)) },
          body: { error: { code: 'method_not_allowed' } },
        },
      });
    },
  },
  {
    id: 'user-preference/protocol/get-by-id',
    title: 'GET of a single record gets 405, because only the collections have a GET',
    ids: ['X23'],
    steps: async ({ userPreference, missingId }) => {
      const allow = z.string().check(z.regex(/(?=.*\bPUT\b)(?=.*\bDELETE\b)/));
      for (const collection of collections) {
        await userPreference.get(`/${collection}/${missingId}`, { expect: { status: 405, headers: { allow } } });
      }
    },
  },
  {
    id: 'user-preference/protocol/other-version',
    title: 'a path of v2 gets 404 no_such_version',
    ids: ['X15', 'UP-R7'],
    steps: async ({ userPreference }) => {
      await userPreference.get('../user-preference/v2/application', {
        expect: { status: 404, body: { error: { code: 'no_such_version' } } },
      });
    },
  },
  {
    id: 'user-preference/protocol/slash',
    title: 'a slash at the end of the path makes no difference',
    ids: ['X18'],
    steps: async ({ userPreference }) => {
      await userPreference.get('/application/', { expect: { data: z.array(z.unknown()) } });
    },
  },
  {
    id: 'user-preference/protocol/head',
    title: 'HEAD is answered like GET, without the body',
    ids: ['X17'],
    steps: async ({ userPreference }) => {
      await userPreference.send('HEAD', '/application', {
        expect: {
          body: undefined,
          headers: { 'content-type': z.string().check(z.regex(/^application\/json\b/i)) },
        },
      });
    },
  },
  {
    id: 'user-preference/protocol/all-or-none',
    title: 'a bulk POST with an invalid item writes none',
    ids: ['X6'],
    creates: ['user-preference/preference-hierarchy'],
    steps: async ({ userPreference, name, missingId, expect }) => {
      const label = name('entry');
      await userPreference.post('/preference-hierarchy', {
        body: [{ label }, { label: name('entry'), parent: missingId }],
        expect: { status: 404 },
      });
      const { data } = await userPreference.get('/preference-hierarchy');
      expect(
        data.filter((entry: { label: string }) => entry.label === label),
        [],
      );
    },
  },
  {
    id: 'user-preference/protocol/precedence',
    title: 'an invalid value gets 400 even if another item refers to a record that does not exist',
    ids: ['X6'],
    creates: ['user-preference/preference-hierarchy'],
    steps: async ({ userPreference, name, missingId }) => {
      const unknown = { label: name('entry'), parent: missingId };
      const invalid = { label: name('entry'), description: 7 };
      for (const body of [[unknown, invalid], [{ ...unknown, ...invalid }]]) {
        await userPreference.post('/preference-hierarchy', { body, expect: { status: 400 } });
      }
    },
  },
  {
    id: 'user-preference/protocol/path-first',
    title: 'a record in the path that does not exist gets 404 whatever the body is',
    ids: ['X6'],
    creates: ['user-preference/application'],
    steps: async ({ userPreference, missingId }) => {
      for (const body of ['{', { name: 7 }, undefined]) {
        await userPreference.put(`/application/${missingId}`, { body, expect: { status: 404 } });
      }
    },
  },
  {
    id: 'user-preference/protocol/array',
    title: 'a single object in place of an array gets 400, and an empty array is answered with an empty list',
    ids: ['X7'],
    creates: ['user-preference/application'],
    steps: async ({ userPreference, name }) => {
      await userPreference.post('/application', { body: { name: name('application') }, expect: { status: 400 } });
      await userPreference.post('/application', { body: [], expect: { data: [] } });
    },
  },
  {
    id: 'user-preference/protocol/unknown-fields',
    title: 'unknown fields in a body are ignored',
    ids: ['X8'],
    creates: ['user-preference/application'],
    steps: async ({ userPreference, name, expect }) => {
      const body = { name: name('application'), conform: true };
      const { data } = await userPreference.post('/application', {
        body: [body],
        expect: { data: [{ name: body.name, conform: undefined }] },
      });
      await userPreference.put(`/application/${data[0].id}`, {
        body: { conform: true, description: 'Changed' },
        expect: { data: [{ name: body.name, description: 'Changed', conform: undefined }] },
      });
      expect(data, [{ id: z.int() }]);
    },
  },
  {
    id: 'user-preference/protocol/id-in-body',
    title: 'an id in a body is ignored',
    ids: ['X9'],
    creates: ['user-preference/application'],
    steps: async ({ userPreference, name, missingId }) => {
      const assigned = z.int().check(z.refine((id) => id !== missingId, 'must not be the id in the body'));
      const {
        data: [{ id }],
      } = await userPreference.post('/application', {
        body: [{ id: missingId, name: name('application') }],
        expect: { data: [{ id: assigned }] },
      });
      await userPreference.put(`/application/${id}`, {
        body: { id: missingId, description: 'Changed' },
        expect: { data: [{ id, description: 'Changed' }] },
      });
    },
  },
  {
    id: 'user-preference/protocol/ids',
    title: 'ids count up, and the id of a deleted record is not used again',
    ids: ['X9'],
    creates: ['user-preference/application'],
    steps: async (world) => {
      const first = await createApplication(world);
      await world.userPreference.delete(`/application/${first.id}`);
      const second = await createApplication(world);
      world.expect(second.id, z.int().check(z.minimum(first.id + 1)));
    },
  },
  {
    id: 'user-preference/protocol/odd-ids',
    title: 'an id in a path that is not a plain integer gets 404',
    ids: ['X10'],
    creates: ['user-preference/application'],
    steps: async (world) => {
      const { id } = await createApplication(world);
      for (const odd of [`0${id}`, `${id}.0`, `${id}e0`, `-${id}`, `+${id}`, 'one']) {
        await world.userPreference.put(`/application/${odd}`, {
          body: { description: 'Changed' },
          expect: { status: 404 },
        });
      }
    },
  },
  {
    id: 'user-preference/protocol/null',
    title: 'optional fields that are left out or null are null, and null empties them',
    ids: ['X21'],
    creates: ['user-preference/preference-hierarchy'],
    steps: async (world) => {
      const { userPreference, name } = world;
      const empty = { description: null, parent: null };
      await userPreference.post('/preference-hierarchy', {
        body: [{ label: name('entry') }, { label: name('entry'), ...empty }],
        expect: { data: [empty, empty] },
      });
      const { id, parent } = await createEntry(world, { parent: (await createEntry(world)).id });
      world.expect(parent, z.int());
      await userPreference.put(`/preference-hierarchy/${id}`, { body: empty, expect: { data: { id, ...empty } } });
    },
  },
];
