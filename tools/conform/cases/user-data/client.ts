import type { Case } from '../../case.js';
import { newClient, newUser } from './new-records.js';
import { missingCase, recordCases } from './record-cases.js';

const creates = ['user-data/client'] as const;
const withUser = ['user-data/client', 'user-data/user'] as const;

export const clientCases: readonly Case[] = [
  ...recordCases({
    name: 'client',
    noun: 'a client',
    creates,
    item: async ({ name, number }) => ({
      name: name('client'),
      short_name: name('short'),
      display_name: 'Conform',
      type: 'company',
      status: 'active',
      domain: ['conform.example', 'other.example'],
      legacy_id: number(),
      sf_id: name('sf'),
    }),
    changes: ({ name, number }) => ({
      name: name('changed'),
      short_name: name('changed'),
      display_name: 'Changed',
      type: 'school',
      domain: ['changed.example'],
      legacy_id: number(),
      sf_id: name('sf'),
    }),
    deleted: { status: 'deleted' },
    ids: {
      create: ['UD-E67', 'UD-F76', 'UD-F77', 'UD-F78', 'UD-F79', 'UD-F80', 'UD-F81', 'UD-F82', 'UD-F83', 'UD-F84'],
      list: ['UD-E65'],
      read: ['UD-E66'],
      update: ['UD-E68'],
      delete: ['UD-E69', 'UD-T1', 'UD-F81'],
    },
  }),
  missingCase('client'),
  {
    id: 'user-data/client/deleted',
    title: 'a deleted client can be read',
    ids: ['D7'],
    creates,
    switch: 'hideDeleted',
    steps: async (world) => {
      const { userData } = world;
      const { id } = await newClient(world);
      await userData.delete(`/client/${id}`);
      await userData.get(`/client/${id}`, {
        sides: { false: { data: [{ id, status: 'deleted' }] }, true: { status: 404 } },
      });
    },
  },
  {
    id: 'user-data/client/deleted-again',
    title: 'deleting a deleted client again answers with the same record',
    ids: ['D34'],
    creates,
    steps: async (world) => {
      const { userData } = world;
      const { id } = await newClient(world);
      const { data } = await userData.delete(`/client/${id}`);
      await userData.delete(`/client/${id}`, { expect: { data } });
    },
  },
  {
    id: 'user-data/client/deleted-name',
    title: 'the name of a deleted client stays in use',
    ids: ['D34'],
    creates,
    steps: async (world) => {
      const { userData } = world;
      const { id, name } = await newClient(world);
      await userData.delete(`/client/${id}`);
      const body = [{ name, short_name: world.name('short'), display_name: 'Other', type: 'company' }];
      await userData.post('/client', { body, expect: { status: 409 } });
    },
  },
  {
    id: 'user-data/client/deleted-users',
    title: 'users may belong to a deleted client',
    ids: ['D34'],
    creates: withUser,
    steps: async (world) => {
      const { userData } = world;
      const { id: client_id } = await newClient(world);
      const before = await newUser(world, { client_id });
      await userData.delete(`/client/${client_id}`);
      await userData.get(`/user/${before.id}`, { expect: { data: [{ client_id }] } });
      const body = { lname: 'Changed', client_id };
      await userData.put(`/user/${before.id}`, { body, expect: { data: [body] } });
    },
  },
  {
    id: 'user-data/client/unique-name',
    title: 'two clients with the same name get 409',
    ids: ['UD-F77'],
    creates,
    steps: async (world) => {
      const { name } = await newClient(world);
      const body = [{ name, short_name: world.name('short'), display_name: 'Other', type: 'company' }];
      await world.userData.post('/client', { body, expect: { status: 409 } });
    },
  },
  ...(['name', 'short_name', 'display_name', 'type'] as const).map(
    (field): Case => ({
      id: `user-data/client/required-${field.replace('_', '-')}`,
      title: `a client without ${field} gets 400`,
      ids: [{ name: 'UD-F77', short_name: 'UD-F78', display_name: 'UD-F79', type: 'UD-F80' }[field], 'D32'],
      creates,
      steps: async ({ userData, name }) => {
        const client = { name: name('client'), short_name: name('short'), display_name: 'Conform', type: 'company' };
        await userData.post('/client', { body: [{ ...client, [field]: undefined }], expect: { status: 400 } });
      },
    }),
  ),
  {
    id: 'user-data/client/optional',
    title: 'a client is active by default; its domains and its other ids are null',
    ids: ['UD-F81', 'UD-F82', 'UD-F83', 'UD-F84', 'D6'],
    creates,
    steps: async ({ userData, name }) => {
      await userData.post('/client', {
        body: [{ name: name('client'), short_name: name('short'), display_name: 'Conform', type: 'company' }],
        expect: { data: [{ status: 'active', domain: null, legacy_id: null, sf_id: null }] },
      });
    },
  },
  {
    id: 'user-data/client/any-type',
    title: 'the type of a client is any text that is not empty',
    ids: ['D6'],
    creates,
    steps: async ({ userData, name }) => {
      const client = { name: name('client'), short_name: name('short'), display_name: 'Conform' };
      const type = 'a reading group';
      await userData.post('/client', { body: [{ ...client, type }], expect: { data: [{ type }] } });
      const other = { ...client, name: name('client'), type: '' };
      await userData.post('/client', { body: [other], expect: { status: 400 } });
    },
  },
  {
    id: 'user-data/client/status-invalid',
    title: 'a client with a status other than active and deleted gets 400',
    ids: ['D33'],
    creates,
    steps: async (world) => {
      const { id } = await newClient(world);
      await world.userData.put(`/client/${id}`, { body: { status: 'paused' }, expect: { status: 400 } });
    },
  },
  {
    id: 'user-data/client/domain-of-users',
    title: 'the domains of a client may exclude the e-mails of its users',
    ids: ['D36'],
    creates: withUser,
    steps: async (world) => {
      const { id } = await newClient(world);
      await newUser(world, { client_id: id });
      const body = { domain: ['other.example'] };
      await world.userData.put(`/client/${id}`, { body, expect: { data: [body] } });
    },
  },
  {
    id: 'user-data/client/domain-empty',
    title: 'an empty list of domains stays an empty list',
    ids: ['D36'],
    creates,
    steps: async (world) => {
      const { id } = await newClient(world);
      await world.userData.put(`/client/${id}`, { body: { domain: [] }, expect: { data: [{ domain: [] }] } });
    },
  },
];
