import type { Case } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { newApplication, newApplicationUser, newUser } from './new-records.js';
import { missingCase, recordCases } from './record-cases.js';

const creates: readonly Kind[] = ['user-data/user', 'user-data/application', 'user-data/application-user'];

export const applicationUserCases: readonly Case[] = [
  ...recordCases({
    name: 'application-user',
    noun: 'an application user',
    creates,
    item: async (world) => ({
      user_id: (await newUser(world)).id,
      application_id: (await newApplication(world)).id,
      legacy_id: world.number(),
    }),
    changes: (world, { user_id, application_id }) => ({ user_id, application_id, legacy_id: world.number() }),
    ids: {
      create: ['UD-E24', 'UD-F25', 'UD-F26', 'UD-F27', 'UD-F28'],
      list: ['UD-E22', 'D2'],
      read: ['UD-E23', 'D2'],
      update: ['UD-E25'],
      delete: ['UD-E26'],
    },
  }),
  missingCase('application-user'),
  ...(['user_id', 'application_id', 'legacy_id'] as const).map(
    (field): Case => ({
      id: `user-data/application-user/required-${field.replace('_', '-')}`,
      title: `an application user without ${field} gets 400`,
      ids: [{ user_id: 'UD-F26', application_id: 'UD-F27', legacy_id: 'UD-F28' }[field], 'D32'],
      creates,
      steps: async (world) => {
        const { id: user_id } = await newUser(world);
        const { id: application_id } = await newApplication(world);
        const body = { user_id, application_id, legacy_id: world.number(), [field]: undefined };
        await world.userData.post('/application-user', { body: [body], expect: { status: 400 } });
      },
    }),
  ),
  {
    id: 'user-data/application-user/duplicate',
    title: 'a second account of a user in an application gets 409',
    ids: ['D35'],
    creates,
    steps: async (world) => {
      const { user_id, application_id } = await newApplicationUser(world);
      await world.userData.post('/application-user', {
        body: [{ user_id, application_id, legacy_id: world.number() }],
        expect: { status: 409 },
      });
    },
  },
  {
    id: 'user-data/application-user/duplicate-legacy-id',
    title: 'the same legacy_id for a second user of an application gets 409',
    ids: ['D35'],
    creates,
    steps: async (world) => {
      const { application_id, legacy_id } = await newApplicationUser(world);
      const { id: user_id } = await newUser(world);
      await world.userData.post('/application-user', {
        body: [{ user_id, application_id, legacy_id }],
        expect: { status: 409 },
      });
    },
  },
];
