import * as z from 'zod/mini';
import type { Case } from '../../case.js';
import { containing, lacking } from '../../patterns.js';
import { newApplication } from '../user-data/new-records.js';
import { createApplication } from './created.js';

export const applicationCases: readonly Case[] = [
  {
    id: 'user-preference/application/list',
    title: 'GET /application lists applications with id, name and description',
    ids: ['UP-E2', 'UP-F7', 'UP-F8', 'UP-F9'],
    steps: async ({ userPreference }) => {
      const text = z.nullable(z.string());
      const application = z.looseObject({ id: z.int(), name: text, description: text });
      await userPreference.get('/application', { expect: { data: z.array(application) } });
    },
  },
  {
    id: 'user-preference/application/create',
    title: 'POST /application answers the created records, which are then listed',
    ids: ['UP-E3', 'UP-E2', 'UP-R3', 'UP-F7', 'UP-F8', 'UP-F9'],
    creates: ['user-preference/application'],
    steps: async ({ userPreference, name }) => {
      const one = { name: name('one'), description: 'The first' };
      const other = { name: name('other'), description: 'The second' };
      const { data } = await userPreference.post('/application', {
        body: [one, other],
        expect: {
          data: [
            { id: z.int(), ...one },
            { id: z.int(), ...other },
          ],
        },
      });
      await userPreference.get('/application', { expect: { data: containing(...data) } });
    },
  },
  {
    id: 'user-preference/application/update',
    title: 'PUT /application/<id> answers an array with the changed record',
    ids: ['UP-E4', 'UP-R4'],
    creates: ['user-preference/application'],
    steps: async (world) => {
      const { userPreference, name } = world;
      const { id } = await createApplication(world);
      const changed = { name: name('renamed'), description: 'Changed' };
      await userPreference.put(`/application/${id}`, { body: changed, expect: { data: [{ id, ...changed }] } });
      await userPreference.get('/application', { expect: { data: containing({ id, ...changed }) } });
    },
  },
  {
    id: 'user-preference/application/delete',
    title: 'DELETE /application/<id> answers an array with the deleted record, which is not listed any more',
    ids: ['UP-E5', 'UP-R4'],
    creates: ['user-preference/application'],
    steps: async (world) => {
      const { userPreference } = world;
      const application = await createApplication(world);
      const path = `/application/${application.id}`;
      await userPreference.delete(path, { expect: { data: [application] } });
      await userPreference.get('/application', { expect: { data: lacking({ id: application.id }) } });
      await userPreference.delete(path, { expect: { status: 404 } });
    },
  },
  {
    id: 'user-preference/application/no-name',
    title: 'an application that is created without a name has the name null, and several may have it',
    ids: ['F1', 'UP-F8', 'X21'],
    creates: ['user-preference/application'],
    steps: async ({ userPreference, name }) => {
      await userPreference.post('/application', {
        body: [{ description: name('description') }, { name: null, description: name('description') }],
        expect: { data: [{ name: null }, { name: null }] },
      });
    },
  },
  {
    id: 'user-preference/application/no-description',
    title: 'an application may have no description',
    ids: ['UP-F9', 'X21'],
    creates: ['user-preference/application'],
    steps: async ({ userPreference, name }) => {
      await userPreference.post('/application', {
        body: [{ name: name('application') }],
        expect: { data: [{ description: null }] },
      });
    },
  },
  {
    id: 'user-preference/application/taken-name',
    title: 'a name that another application has gets 409',
    ids: ['F1', 'X5'],
    creates: ['user-preference/application'],
    steps: async (world) => {
      const { userPreference } = world;
      const one = await createApplication(world);
      const other = await createApplication(world);
      const expect = { status: 409, body: { error: { code: 'conflict' } } };
      await userPreference.post('/application', { body: [{ name: one.name }], expect });
      await userPreference.put(`/application/${other.id}`, { body: { name: one.name }, expect });
    },
  },
  {
    id: 'user-preference/application/in-user-data',
    title: 'an application that user-preference created is listed by user-data',
    ids: ['X1', 'UP-E3'],
    creates: ['user-preference/application'],
    steps: async (world) => {
      const { id, name } = await createApplication(world);
      await world.userData.get('/application', { expect: { data: containing({ id, name }) } });
    },
  },
  {
    id: 'user-preference/application/from-user-data',
    title: 'an application that user-data created is listed by user-preference',
    ids: ['X1'],
    creates: ['user-data/application'],
    steps: async (world) => {
      const { id, name } = await newApplication(world);
      await world.userPreference.get('/application', { expect: { data: containing({ id, name, description: null }) } });
    },
  },
];
