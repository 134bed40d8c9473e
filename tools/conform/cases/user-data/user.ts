import type { World } from '../../case.js';
import { casesAbout } from '../cases-about.js';
import { refused } from '../refused.js';
import { newClient, newUser } from './new-records.js';

const creates = ['user-data/user'] as const;
const withClient = ['user-data/client', 'user-data/user'] as const;

/** Sends a user with an e-mail at a domain, who belongs to a client with a list of domains. */
async function postAt(world: World, at: string, { domain, isAllowed }: { domain?: string[]; isAllowed: boolean }) {
  const { id: client_id } = await newClient(world, { domain });
  const body = [{ fname: world.name('first'), lname: 'Reader', email: world.email(at), client_id }];
  await world.userData.post('/user', { body, ...(isAllowed ? { expect: { data: [{ client_id }] } } : refused(400)) });
}

export const userCases = casesAbout('user-data/user', { creates: withClient })({
  'first-name': {
    title: 'two users may have the same first name',
    ids: ['D4'],
    creates,
    switch: 'uniqueFirstName',
    steps: async ({ name, email }, api) => {
      const fname = name('first');
      await api.post('/user', { body: [{ fname, lname: 'One', email: email() }] });
      await api.post('/user', {
        body: [{ fname, lname: 'Two', email: email() }],
        sides: { false: { data: [{ fname, lname: 'Two' }] }, true: { status: 409 } },
      });
    },
  },
  types: {
    title: 'a user may have each of the four types, and POST of several users answers with them in the same order',
    ids: ['UD-F22', 'UD-R2', 'UD-R3'],
    creates,
    steps: async ({ name, email }, api) => {
      const types = ['normal', 'power_user', 'decision_maker', 'power_user_and_decision_maker'];
      const body = types.map((user_type) => ({ fname: name('first'), lname: 'Reader', email: email(), user_type }));
      await api.post('/user', { body, expect: { data: types.map((user_type) => ({ user_type })) } });
    },
  },
  domain: {
    title: 'an e-mail with a domain that the client does not allow gets 400',
    ids: ['UD-R14', 'UD-F20'],
    steps: async (world) => {
      await postAt(world, 'conform.example', { domain: ['conform.example'], isAllowed: true });
      await postAt(world, 'other.example', { domain: ['conform.example'], isAllowed: false });
    },
  },
  'domain-put': {
    title: 'PUT of an e-mail with a domain that the client does not allow gets 400',
    ids: ['UD-R14'],
    steps: async (world, api) => {
      const { id: client_id } = await newClient(world, { domain: ['conform.example'] });
      const { id } = await newUser(world, { client_id });
      const body = { email: world.email('other.example') };
      await api.put(`/user/${id}`, { body, ...refused(400) });
    },
  },
  'domain-case': {
    title: 'the domain of an e-mail is compared case-insensitively',
    ids: ['D5'],
    steps: (world) => postAt(world, 'CONFORM.example', { domain: ['Conform.Example'], isAllowed: true }),
  },
  subdomain: {
    title: 'a domain that the client allows does not include its subdomains',
    ids: ['D5'],
    steps: (world) => postAt(world, 'mail.conform.example', { domain: ['conform.example'], isAllowed: false }),
  },
  'any-domain': {
    title: 'a client without a list of domains, or with an empty one, allows every domain',
    ids: ['D5', 'D36'],
    steps: async (world) => {
      await postAt(world, 'other.example', { isAllowed: true });
      await postAt(world, 'other.example', { domain: [], isAllowed: true });
    },
  },
});
