import type { Case } from '../../case.js';
import { newClient, newUser } from './new-records.js';
import { missingCase, recordCases } from './record-cases.js';

const creates = ['user-data/user'] as const;
const withClient = ['user-data/client', 'user-data/user'] as const;

export const userCases: readonly Case[] = [
  ...recordCases({
    name: 'user',
    noun: 'a user',
    creates: withClient,
    item: async (world) => ({
      sf_id: world.name('sf'),
      fname: world.name('first'),
      lname: 'Reader',
      email: world.email(),
      client_id: (await newClient(world)).id,
      user_type: 'power_user',
    }),
    changes: ({ name, email }, { client_id }) => ({
      fname: name('changed'),
      lname: 'Changed',
      email: email(),
      client_id,
      user_type: 'decision_maker',
    }),
    ids: {
      create: ['UD-E14', 'UD-F16', 'UD-F17', 'UD-F18', 'UD-F19', 'UD-F20', 'UD-F21', 'UD-F22', 'D1'],
      list: ['UD-E12', 'D1'],
      read: ['UD-E13', 'D1'],
      update: ['UD-E15', 'D1'],
      delete: ['UD-E16', 'D1'],
    },
  }),
  missingCase('user'),
  ...(['fname', 'lname', 'email'] as const).map(
    (field): Case => ({
      id: `user-data/user/required-${field}`,
      title: `a user without ${field} gets 400`,
      ids: [{ fname: 'UD-F18', lname: 'UD-F19', email: 'UD-F20' }[field], 'D32'],
      creates,
      steps: async ({ userData, name, email }) => {
        const body = { fname: name('first'), lname: name('last'), email: email(), [field]: undefined };
        await userData.post('/user', { body: [body], expect: { status: 400 } });
      },
    }),
  ),
  {
    id: 'user-data/user/optional',
    title: 'the CRM id and the client of a user are null by default, and the type is normal',
    ids: ['UD-F17', 'UD-F21', 'UD-F22'],
    creates,
    steps: async ({ userData, name, email }) => {
      await userData.post('/user', {
        body: [{ fname: name('first'), lname: 'Reader', email: email() }],
        expect: { data: [{ sf_id: null, client_id: null, user_type: 'normal' }] },
      });
    },
  },
  {
    id: 'user-data/user/first-name',
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
  {
    id: 'user-data/user/types',
    title: 'a user may have each of the four types',
    ids: ['UD-F22'],
    creates,
    steps: async ({ userData, name, email }) => {
      const types = ['normal', 'power_user', 'decision_maker', 'power_user_and_decision_maker'];
      const body = types.map((user_type) => ({ fname: name('first'), lname: 'Reader', email: email(), user_type }));
      await userData.post('/user', { body, expect: { data: types.map((user_type) => ({ user_type })) } });
    },
  },
  {
    id: 'user-data/user/type-invalid',
    title: 'a user with another type gets 400',
    ids: ['D33'],
    creates,
    steps: async ({ userData, name, email }) => {
      const body = [{ fname: name('first'), lname: 'Reader', email: email(), user_type: 'superuser' }];
      await userData.post('/user', { body, expect: { status: 400 } });
    },
  },
  {
    id: 'user-data/user/unique-email',
    title: 'two users with the same e-mail get 409',
    ids: ['UD-F20'],
    creates,
    steps: async (world) => {
      const { email } = await newUser(world);
      const body = [{ fname: world.name('first'), lname: 'Other', email }];
      await world.userData.post('/user', { body, expect: { status: 409 } });
    },
  },
  {
    id: 'user-data/user/unique-email-case',
    title: 'two users with e-mails that differ only in case get 409',
    ids: ['D5'],
    creates,
    steps: async (world) => {
      const { email } = await newUser(world);
      const body = [{ fname: world.name('first'), lname: 'Other', email: email.replace('.example', '.EXAMPLE') }];
      await world.userData.post('/user', { body, expect: { status: 409 } });
    },
  },
  {
    id: 'user-data/user/domain',
    title: 'an e-mail with a domain that the client does not allow gets 400',
    ids: ['UD-R14', 'UD-F20'],
    creates: withClient,
    steps: async (world) => {
      const { userData, name, email } = world;
      const { id: client_id } = await newClient(world, { domain: ['conform.example'] });
      const user = (domain: string) => ({ fname: name('first'), lname: 'Reader', email: email(domain), client_id });
      await userData.post('/user', { body: [user('conform.example')], expect: { data: [{ client_id }] } });
      await userData.post('/user', { body: [user('other.example')], expect: { status: 400 } });
    },
  },
  {
    id: 'user-data/user/domain-put',
    title: 'PUT of an e-mail with a domain that the client does not allow gets 400',
    ids: ['UD-R14'],
    creates: withClient,
    steps: async (world) => {
      const { id: client_id } = await newClient(world, { domain: ['conform.example'] });
      const { id } = await newUser(world, { client_id });
      const body = { email: world.email('other.example') };
      await world.userData.put(`/user/${id}`, { body, expect: { status: 400 } });
    },
  },
  {
    id: 'user-data/user/domain-case',
    title: 'the domain of an e-mail is compared case-insensitively',
    ids: ['D5'],
    creates: withClient,
    steps: async (world) => {
      const { id: client_id } = await newClient(world, { domain: ['Conform.Example'] });
      const body = [{ fname: world.name('first'), lname: 'Reader', email: world.email('CONFORM.example'), client_id }];
      await world.userData.post('/user', { body, expect: { data: [{ client_id }] } });
    },
  },
  {
    id: 'user-data/user/subdomain',
    title: 'a domain that the client allows does not include its subdomains',
    ids: ['D5'],
    creates: withClient,
    steps: async (world) => {
      const { id: client_id } = await newClient(world, { domain: ['conform.example'] });
      const body = [
        { fname: world.name('first'), lname: 'Reader', email: world.email('mail.conform.example'), client_id },
      ];
      await world.userData.post('/user', { body, expect: { status: 400 } });
    },
  },
  {
    id: 'user-data/user/any-domain',
    title: 'a client without a list of domains, or with an empty one, allows every domain',
    ids: ['D5', 'D36'],
    creates: withClient,
    steps: async (world) => {
      const { userData, name, email } = world;
      for (const domain of [undefined, []]) {
        const { id: client_id } = await newClient(world, { domain });
        const body = [{ fname: name('first'), lname: 'Reader', email: email('other.example'), client_id }];
        await userData.post('/user', { body, expect: { data: [{ client_id }] } });
      }
    },
  },
];
