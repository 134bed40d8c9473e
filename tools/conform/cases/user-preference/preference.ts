import type { Step } from '../../case.js';
import { lacking } from '../../patterns.js';
import { casesAbout } from '../cases-about.js';
import { createPreference, newColumns, preferenceKinds, preferenceParts } from '../preference-of-user.js';
import { noNameSteps, typeSteps, userSteps } from '../preferences/writes.js';
import { refused } from '../refused.js';
import { newApplicationPreference, newSharedApplication } from '../user-data/new-records.js';

export const preferenceCases = casesAbout('user-preference/preference', { creates: preferenceKinds })({
  'with-application': {
    title: 'the application preferences of an application, and their preferences, are deleted with it',
    ids: ['X19', 'X1'],
    creates: [...preferenceKinds, 'user-preference/application'],
    steps: async (world, api) => {
      const { userData } = world;
      const { id: application_id } = await newSharedApplication(world);
      const { id: application_preference } = await newApplicationPreference(world, { application_id });
      const { id } = await createPreference(world, { application_preference });
      await api.delete(`/application/${application_id}`);
      await api.get('/preference', { expect: { data: lacking({ id }) } });
      await userData.get('/application-preference', { expect: { data: lacking({ id: application_preference }) } });
    },
  },
  'one-of-two': {
    title: 'user_id or user_email is enough, and the other is filled in',
    ids: ['D16', 'UP-F21', 'UP-F22'],
    steps: userSteps('/preference'),
  },
  'other-user': {
    title: 'a user_id and a user_email of different users get 400, an unknown user gets 404',
    ids: ['D16'],
    steps: async (world, api) => {
      const { user_id, user_email, ...others } = await newColumns(world);
      const other = await preferenceParts(world);
      const send = (columns: object, step: Step) =>
        api.post('/preference', { body: [{ ...others, ...columns }], ...step });
      await send({ user_id, user_email: other.user_email }, refused(400));
      await send({ user_id: world.missingId }, refused(404));
      await send({ user_email: world.email() }, refused(404));
    },
  },
  'type-case': {
    title: 'the type is case-insensitive, and answered as Entity or Generic',
    ids: ['D17'],
    steps: typeSteps('/preference'),
  },
  'no-name': {
    title:
      'a preference that is created with an empty name, or without one, has the label of its application preference',
    ids: ['F3', 'F2'],
    steps: noNameSteps('/preference'),
  },
  'type-with-values': {
    title: 'the type of a preference that has values cannot be changed: 400',
    ids: ['D15', 'UP-R2'],
    creates: [...preferenceKinds, 'user-preference/generic-preference'],
    steps: async (world, api) => {
      const { name } = world;
      const { id } = await createPreference(world);
      await api.post('/generic-preference', {
        body: [{ preference_id: id, preference_value: name('value') }],
      });
      await api.put(`/preference/${id}`, { body: { type: 'Entity' }, expect: { status: 400 } });
    },
  },
  'in-user-data': {
    title: 'a preference that user-preference created is found by get-preference of user-data',
    ids: ['X1'],
    steps: async (world) => {
      const preference = await createPreference(world);
      await world.userData.post('/get-preference', {
        body: { user_id: [preference.user_id] },
        expect: { data: [preference] },
      });
    },
  },
});
