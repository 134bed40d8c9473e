import * as z from 'zod';
import type { Case } from '../../case.js';
import { containing } from '../../patterns.js';

export const applicationCases: readonly Case[] = [
  {
    id: 'user-preference/application/list',
    title: 'GET /application lists applications with id, name and description',
    ids: ['UP-E2'],
    steps: async ({ userPreference }) => {
      const text = z.string().nullable();
      const application = z.looseObject({ id: z.int(), name: text, description: text });
      await userPreference.get('/application', { expect: { data: z.array(application) } });
    },
  },
  {
    id: 'user-preference/application/in-user-data',
    title: 'an application that user-preference created is listed by user-data',
    ids: ['X1', 'UP-E3'],
    creates: ['user-preference/application'],
    steps: async ({ userPreference, userData, name }) => {
      const {
        data: [application],
      } = await userPreference.post('/application', { body: [{ name: name('application') }] });
      const { id } = application;
      await userData.get('/application', { expect: { data: containing({ id, name: application.name }) } });
    },
  },
];
