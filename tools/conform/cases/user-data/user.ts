import { casesAbout } from '../cases-about.js';
import { newClient, newUser } from './new-records.js';

const creates = ['user-data/user'] as const;
const withClient = ['user-data/client', 'user-data/user'] as const;

export const userCases = casesAbout('user-data/user', { creates: withClient })({
  'first-name': {
    title: 'two users may have the same first name',
    ids: ['D4'],
    creates: ['user-data/user'],
    switch: 'uniqueFirstName',
    steps: async ({ userData, name, email }) => {
      const fname = name('first');
      await userData.post('/user', { body: [{ fname, lname: 'One', email: email() }] });
      await userData.post('/user', {
        body: [{ fname, lname: 'Two', email: email() }],
        sides: { false: { data: [{ fname, lname: 'Two' }] }, true: { status: 409 } },
      });
    },
  },
  types: {
    title: 'a user may have each of the four types',
    ids: ['UD-F22'],
    creates,
    steps: async ({ userData, name, email }) => {
      const types = ['normal', 'power_user', 'decision_maker', 'power_user_and_decision_maker'];
      const body = types.map((user_type) => ({ fname: name('first'), lname: 'Reader', email: email(), user_type }));
      await userData.post('/user', { body, expect: { data: types.map((user_type) => ({ user_type })) } });
    },
  },
  domain: {
    title: 'an e-mail with a domain that the client does not allow gets 400',
    ids: ['UD-R14', 'UD-F20'],
    steps: async (world) => {
      const { userData, name, email } = world;
      const { id: client_id } = await newClient(world, { domain: ['conform.example'] });
      const user = (domain: string) => ({ fname: name('first'), lname: 'Reader', email: email(domain), client_id });
      await userData.post('/user', { body: [user('conform.example')], expect: { data: [{ client_id }] } });
      await userData.post('/user', { body: [user('other.example')], expect: { status: 400 } });
    },
  },
  'domain-put': {
    title: 'PUT of an e-mail with a domain that the client does not allow gets 400',
    ids: ['UD-R14'],
    steps: async (world) => {
      const { id: client_id } = await newClient(world, { domain: ['conform.example'] });
      const { id } = await newUser(world, { client_id });
      const body = { email: world.email('other.example') };
      await world.userData.put(`/user/${id}`, { body, expect: { status: 400 } });
    },
  },
  'domain-case': {
    title: 'the domain of an e-mail is compared case-insensitively',
    ids: ['D5'],
    steps: async (world) => {
      const { id: client_id } = await newClient(world, { domain: ['Conform.Example'] });
      const body = [{ fname: world.name('first'), lname: 'Reader', email: world.email('CONFORM.example'), client_id }];
      await world.userData.post('/user', { body, expect: { data: [{ client_id }] } });
    },
  },
  subdomain: {
    title: 'a domain that the client allows does not include its subdomains',
    ids: ['D5'],
    steps: async (world) => {
      const { id: client_id } = await newClient(world, { domain: ['conform.example'] });
      const body = [
        { fname: world.name('first'), lname: 'Reader', email: world.email('mail.conform.example'), client_id },
      ];
      await world.userData.post('/user', { body, expect: { status: 400 } });
    },
  },
  'any-domain': {
    title: 'a client without a list of domains, or with an empty one, allows every domain',
    ids: ['D5', 'D36'],
    steps: async (world) => {
      const { userData, name, email } = world;
      for (const domain of [undefined, []]) {
        const { id: client_id } = await newClient(world, { domain });
        const body = [{ fname: name('first'), lname: 'Reader', email: email('other.example'), client_id }];
        await userData.post('/user', { body, expect: { data: [{ client_id }] } });
      }
    },
  },
});
