import * as z from 'zod/mini';
import type { Case } from '../../case.js';
import { containing, lacking } from '../../patterns.js';
import { preferenceKinds, preferenceParts } from '../preference-of-user.js';
import { newApplicationPreference } from '../user-data/new-records.js';
import { createApplication, createPreference, labelOf } from './created.js';

const type = z.enum(['Entity', 'Generic']);

export const preferenceCases: readonly Case[] = [
  {
    id: 'user-preference/preference/list',
    title: 'GET /preference lists preferences with their fields',
    ids: ['UP-E14', 'UP-F18', 'UP-F19', 'UP-F21', 'UP-F22', 'UP-F23', 'UP-F24'],
    steps: async ({ userPreference }) => {
      const preference = z.looseObject({
        id: z.int(),
        name: z.string(),
        user_id: z.int(),
        user_email: z.string(),
        application_preference: z.int(),
        type,
      });
      await userPreference.get('/preference', { expect: { data: z.array(preference) } });
    },
  },
  {
    id: 'user-preference/preference/create',
    title: 'POST /preference answers the created records, which are then listed',
    ids: [
      ...['UP-E15', 'UP-E14', 'UP-R3', 'UP-F18', 'UP-F19', 'UP-F20', 'UP-F21', 'UP-F22', 'UP-F23', 'UP-F24'],
      ...['UP-R2'],
    ],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference, name } = world;
      const one = { ...(await preferenceParts(world)), name: name('one'), type: 'Generic' };
      const other = { ...(await preferenceParts(world)), name: name('other'), type: 'Entity' };
      const { data } = await userPreference.post('/preference', {
        body: [one, other],
        expect: {
          data: [
            { id: z.int(), ...one },
            { id: z.int(), ...other },
          ],
        },
      });
      await userPreference.get('/preference', { expect: { data: containing(...data) } });
    },
  },
  {
    id: 'user-preference/preference/update',
    title: 'PUT /preference/<id> takes any of the fields and answers an object',
    ids: ['UP-E16', 'UP-R4', 'UP-V4', 'X8'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference, name } = world;
      const { id, ...before } = await createPreference(world);
      const renamed = name('renamed');
      await userPreference.put(`/preference/${id}`, {
        body: { name: renamed },
        expect: { data: { id, ...before, name: renamed } },
      });
      await userPreference.get('/preference', { expect: { data: containing({ id, name: renamed }) } });
    },
  },
  {
    id: 'user-preference/preference/update-all',
    title: 'PUT /preference/<id> takes another user, application preference, category and type',
    ids: ['UP-E16'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference } = world;
      const { id } = await createPreference(world);
      const body = { ...(await preferenceParts(world)), type: 'Entity' };
      await userPreference.put(`/preference/${id}`, { body, expect: { data: { id, ...body } } });
    },
  },
  {
    id: 'user-preference/preference/delete',
    title: 'DELETE /preference/<id> answers the deleted record as an object',
    ids: ['UP-E17', 'UP-R4', 'UP-V4'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference } = world;
      const preference = await createPreference(world);
      await userPreference.delete(`/preference/${preference.id}`, { expect: { data: preference } });
      await userPreference.get('/preference', { expect: { data: lacking({ id: preference.id }) } });
    },
  },
  {
    id: 'user-preference/preference/values',
    title: 'the values of a preference are deleted with it',
    ids: ['X19'],
    creates: [...preferenceKinds, 'user-preference/entity-preference', 'user-preference/generic-preference'],
    steps: async (world) => {
      const { userPreference, name } = world;
      const generic = await createPreference(world);
      const entity = await createPreference(world, { type: 'Entity' });
      await userPreference.post('/generic-preference', {
        body: [{ preference_id: generic.id, preference_value: name('value') }],
      });
      await userPreference.post('/entity-preference', {
        body: [{ preference_id: entity.id, entity_gid: name('entity') }],
      });
      await userPreference.delete(`/preference/${generic.id}`);
      await userPreference.delete(`/preference/${entity.id}`);
      await userPreference.get('/generic-preference', { expect: { data: lacking({ preference_id: generic.id }) } });
      await userPreference.get('/entity-preference', { expect: { data: lacking({ preference_id: entity.id }) } });
    },
  },
  {
    id: 'user-preference/preference/with-user',
    title: 'the preferences of a user are deleted with the user',
    ids: ['X19', 'X1'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { id, user_id } = await createPreference(world);
      await world.userData.delete(`/user/${user_id}`);
      await world.userPreference.get('/preference', { expect: { data: lacking({ id }) } });
    },
  },
  {
    id: 'user-preference/preference/with-application',
    title: 'the application preferences of an application, and their preferences, are deleted with it',
    ids: ['X19', 'X1'],
    creates: [...preferenceKinds, 'user-preference/application'],
    steps: async (world) => {
      const { userPreference, userData } = world;
      const { id: application_id } = await createApplication(world);
      const { id: application_preference } = await newApplicationPreference(world, { application_id });
      const { id } = await createPreference(world, { application_preference });
      await userPreference.delete(`/application/${application_id}`);
      await userPreference.get('/preference', { expect: { data: lacking({ id }) } });
      await userData.get('/application-preference', { expect: { data: lacking({ id: application_preference }) } });
    },
  },
  {
    id: 'user-preference/preference/email-changes',
    title: 'user_email follows when the e-mail of the user changes',
    ids: ['X24'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference, userData, email } = world;
      const { id, user_id } = await createPreference(world);
      const changed = email();
      await userData.put(`/user/${user_id}`, { body: { email: changed } });
      await userPreference.get('/preference', { expect: { data: containing({ id, user_email: changed }) } });
    },
  },
  {
    id: 'user-preference/preference/email-case',
    title: 'user_email is case-insensitive, and answered as the user has it',
    ids: ['X24', 'D16'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference, name } = world;
      const { user_id, user_email, ...parts } = await preferenceParts(world);
      // The name of the run stays as it is.
      const other = user_email.replace(/@.*/, (domain: string) => domain.toUpperCase());
      await userPreference.post('/preference', {
        body: [{ ...parts, name: name('preference'), user_email: other }],
        expect: { data: [{ user_id, user_email }] },
      });
    },
  },
  {
    id: 'user-preference/preference/one-of-two',
    title: 'user_id or user_email is enough, and the other is filled in',
    ids: ['D16', 'UP-F21', 'UP-F22'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference, name } = world;
      for (const missing of ['user_id', 'user_email']) {
        const { user_id, user_email, ...parts } = await preferenceParts(world);
        await userPreference.post('/preference', {
          body: [{ ...parts, name: name('preference'), user_id, user_email, [missing]: undefined }],
          expect: { data: [{ user_id, user_email }] },
        });
      }
    },
  },
  {
    id: 'user-preference/preference/other-user',
    title: 'a user_id and a user_email of different users get 400, an unknown user gets 404',
    ids: ['D16'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference, name, email, missingId } = world;
      const { user_id, user_email, ...parts } = await preferenceParts(world);
      const other = await preferenceParts(world);
      const send = (columns: object, status: number) =>
        userPreference.post('/preference', {
          body: [{ ...parts, name: name('preference'), ...columns }],
          expect: { status },
        });
      await send({ user_id, user_email: other.user_email }, 400);
      await send({ user_id: missingId }, 404);
      await send({ user_email: email() }, 404);
    },
  },
  {
    id: 'user-preference/preference/unknown-references',
    title: 'an application preference or a category that does not exist gets 404',
    ids: ['UP-F20', 'UP-F23', 'X5'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference, name, missingId } = world;
      const parts = await preferenceParts(world);
      for (const column of ['application_preference', 'preference_hierarchy']) {
        await userPreference.post('/preference', {
          body: [{ ...parts, name: name('preference'), [column]: missingId }],
          expect: { status: 404 },
        });
      }
    },
  },
  {
    id: 'user-preference/preference/no-type',
    title: 'a preference that is created without a type is Generic',
    ids: ['F3', 'D17', 'UP-F24'],
    creates: preferenceKinds,
    steps: async (world) => {
      const parts = { ...(await preferenceParts(world)), type: undefined };
      await world.userPreference.post('/preference', {
        body: [{ ...parts, name: world.name('preference') }],
        expect: { data: [{ type: 'Generic' }] },
      });
    },
  },
  {
    id: 'user-preference/preference/type-case',
    title: 'the type is case-insensitive, and answered as Entity or Generic',
    ids: ['D17'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference, name } = world;
      for (const [sent, answered] of [
        ['entity', 'Entity'],
        ['GENERIC', 'Generic'],
      ]) {
        await userPreference.post('/preference', {
          body: [{ ...(await preferenceParts(world)), name: name('preference'), type: sent }],
          expect: { data: [{ type: answered }] },
        });
      }
    },
  },
  {
    id: 'user-preference/preference/other-type',
    title: 'another type than Entity and Generic gets 400',
    ids: ['UP-F24'],
    creates: preferenceKinds,
    steps: async (world) => {
      await world.userPreference.post('/preference', {
        body: [{ ...(await preferenceParts(world)), name: world.name('preference'), type: 'Special' }],
        expect: { status: 400 },
      });
    },
  },
  {
    id: 'user-preference/preference/no-name',
    title:
      'a preference that is created with an empty name, or without one, has the label of its application preference',
    ids: ['F3', 'F2'],
    creates: preferenceKinds,
    steps: async (world) => {
      const { userPreference } = world;
      for (const name of ['', undefined]) {
        const parts = await preferenceParts(world);
        const label = await labelOf(world, parts.application_preference);
        await userPreference.post('/preference', { body: [{ ...parts, name }], expect: { data: [{ name: label }] } });
      }
    },
  },
  {
    id: 'user-preference/preference/type-with-values',
    title: 'the type of a preference that has values cannot be changed: 400',
    ids: ['D15', 'UP-R2'],
    creates: [...preferenceKinds, 'user-preference/generic-preference'],
    steps: async (world) => {
      const { userPreference, name } = world;
      const { id } = await createPreference(world);
      await userPreference.post('/generic-preference', {
        body: [{ preference_id: id, preference_value: name('value') }],
      });
      await userPreference.put(`/preference/${id}`, { body: { type: 'Entity' }, expect: { status: 400 } });
    },
  },
  {
    id: 'user-preference/preference/in-user-data',
    title: 'a preference that user-preference created is found by get-preference of user-data',
    ids: ['X1'],
    creates: preferenceKinds,
    steps: async (world) => {
      const preference = await createPreference(world);
      await world.userData.post('/get-preference', {
        body: { user_id: [preference.user_id] },
        expect: { data: [preference] },
      });
    },
  },
];
