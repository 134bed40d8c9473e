import { casesAbout } from '../cases-about.js';
import { newClient, newUser } from './new-records.js';

const creates = ['user-data/client'] as const;
const withUser = ['user-data/client', 'user-data/user'] as const;

export const clientCases = casesAbout('user-data/client', { creates })({
  'deleted-users': {
    title: 'users may belong to a deleted client',
    ids: ['D34'],
    creates: withUser,
    steps: async (world, api) => {
      const { id: client_id } = await newClient(world);
      const before = await newUser(world, { client_id });
      await api.delete(`/client/${client_id}`);
      await api.get(`/user/${before.id}`, { expect: { data: [{ client_id }] } });
      const body = { lname: 'Changed', client_id };
      await api.put(`/user/${before.id}`, { body, expect: { data: [body] } });
    },
  },
  'any-type': {
    title: 'the type of a client is any text that is not empty',
    ids: ['D6'],
    steps: async ({ name }, api) => {
      const client = { name: name('client'), short_name: name('short'), display_name: 'Conform' };
      const type = 'a reading group';
      await api.post('/client', { body: [{ ...client, type }], expect: { data: [{ type }] } });
      const other = { ...client, name: name('client'), type: '' };
      await api.post('/client', { body: [other], expect: { status: 400 } });
    },
  },
  'domain-of-users': {
    title: 'the domains of a client may exclude the e-mails of its users',
    ids: ['D36'],
    creates: withUser,
    steps: async (world, api) => {
      const { id } = await newClient(world);
      await newUser(world, { client_id: id });
      const body = { domain: ['other.example'] };
      await api.put(`/client/${id}`, { body, expect: { data: [body] } });
    },
  },
  'domain-empty': {
    title: 'an empty list of domains stays an empty list',
    ids: ['D36'],
    steps: async (world, api) => {
      const { id } = await newClient(world);
      await api.put(`/client/${id}`, { body: { domain: [] }, expect: { data: [{ domain: [] }] } });
    },
  },
});
