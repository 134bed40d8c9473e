import * as z from 'zod/mini';
import type { Case, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { lacking } from '../../patterns.js';
import { newApplication, newApplicationPreference } from './new-records.js';
import { recordCases } from './record-cases.js';

const creates: readonly Kind[] = ['user-data/application', 'user-data/application-preference'];

/** Creates an application preference, which should get this slug. */
async function expectSlug(world: World, preference_label: string, preference_slug: unknown): Promise<void> {
  const { id: application_id } = await newApplication(world);
  await world.userData.post('/application-preference', {
    body: [{ application_id, preference_label, preference_slug: '', preference_description: 'Conform' }],
    expect: { data: [{ preference_label, preference_slug }] },
  });
}

export const applicationPreferenceCases: readonly Case[] = [
  ...recordCases({
    name: 'application-preference',
    noun: 'an application preference',
    creates,
    item: async (world) => ({
      application_id: (await newApplication(world)).id,
      preference_label: world.name('label'),
      preference_slug: world.name('slug'),
      preference_description: 'Conform',
    }),
    changes: ({ name }, { application_id }) => ({
      application_id,
      preference_label: name('changed'),
      preference_slug: name('changed'),
      preference_description: 'Changed',
    }),
    ids: {
      create: ['UD-E44', 'UD-F43', 'UD-F44', 'UD-F45', 'UD-F46', 'UD-F47'],
      list: ['UD-E42'],
      update: ['UD-E45'],
    },
  }),
  {
    id: 'user-data/application-preference/of-application',
    title: 'GET /application-preference/<application_id> lists the application preferences of one application',
    ids: ['UD-E43'],
    creates,
    steps: async (world) => {
      const { id: application_id } = await newApplication(world);
      const one = await newApplicationPreference(world, { application_id });
      const two = await newApplicationPreference(world, { application_id });
      await newApplicationPreference(world, { application_id: (await newApplication(world)).id });
      await world.userData.get(`/application-preference/${application_id}`, { expect: { data: [one, two] } });
    },
  },
  {
    id: 'user-data/application-preference/delete',
    title: 'DELETE of an application preference answers with an object: its id, its label as name, and its description',
    ids: ['UD-E46', 'D10'],
    creates,
    steps: async (world) => {
      const { userData } = world;
      const { id: application_id } = await newApplication(world);
      const { id, preference_label } = await newApplicationPreference(world, { application_id });
      await userData.delete(`/application-preference/${id}`, {
        expect: { data: { id, name: preference_label, description: 'Conform' } },
      });
      await userData.get('/application-preference', { expect: { data: lacking({ id }) } });
    },
  },
  {
    id: 'user-data/application-preference/update-one-field',
    title: 'PUT of an application preference may contain a single field',
    ids: ['UD-E45'],
    creates,
    steps: async (world) => {
      const { id: application_id } = await newApplication(world);
      const { id, preference_label } = await newApplicationPreference(world, { application_id });
      const body = { preference_description: 'Changed' };
      await world.userData.put(`/application-preference/${id}`, {
        body,
        expect: { data: [{ id, application_id, preference_label, ...body }] },
      });
    },
  },
  {
    id: 'user-data/application-preference/required',
    title: 'an application preference requires an application and a label',
    ids: ['UD-F44', 'UD-F45', 'D32'],
    creates,
    steps: async (world) => {
      const { userData, name } = world;
      const { id: application_id } = await newApplication(world);
      await userData.post('/application-preference', { body: [{ application_id }], expect: { status: 400 } });
      const body = [{ preference_label: name('label') }];
      await userData.post('/application-preference', { body, expect: { status: 400 } });
    },
  },
  {
    id: 'user-data/application-preference/optional',
    title: 'the description of an application preference is null by default',
    ids: ['UD-F47'],
    creates,
    steps: async (world) => {
      const { id: application_id } = await newApplication(world);
      await world.userData.post('/application-preference', {
        body: [{ application_id, preference_label: world.name('label') }],
        expect: { data: [{ preference_description: null }] },
      });
    },
  },
  {
    id: 'user-data/application-preference/unique-slug',
    title: 'two application preferences with the same slug get 409',
    ids: ['UD-F46'],
    creates,
    steps: async (world) => {
      const { id: application_id } = await newApplication(world);
      const { preference_slug } = await newApplicationPreference(world, { application_id });
      await world.userData.post('/application-preference', {
        body: [{ application_id, preference_label: world.name('other'), preference_slug }],
        expect: { status: 409 },
      });
    },
  },
  {
    id: 'user-data/application-preference/slug',
    title: 'an empty slug is generated from the label',
    ids: ['UD-F46', 'D9'],
    creates,
    steps: async (world) => {
      const label = world.name('Evening  News!');
      await expectSlug(world, ` ${label}?`, label.replace('Evening  News!', 'evening-news'));
    },
  },
  {
    id: 'user-data/application-preference/slug-letters',
    title: 'a generated slug has plain letters instead of those with accents, and of other Latin letters',
    ids: ['D9'],
    creates,
    steps: async (world) => {
      const label = world.name('Café Größe Æøł');
      await expectSlug(world, label, label.replace('Café Größe Æøł', 'cafe-grosse-aeol'));
    },
  },
  {
    id: 'user-data/application-preference/slug-taken',
    title: 'a generated slug that is in use gets the suffix -2, and the next one -3',
    ids: ['D9'],
    creates,
    steps: async (world) => {
      const { id: application_id } = await newApplication(world);
      const { preference_label, preference_slug } = await newApplicationPreference(world, { application_id });
      const body = { application_id, preference_label };
      await world.userData.post('/application-preference', {
        body: [body, body],
        expect: { data: [{ preference_slug: `${preference_slug}-2` }, { preference_slug: `${preference_slug}-3` }] },
      });
    },
  },
  {
    id: 'user-data/application-preference/slug-without-letters',
    title: 'the generated slug of a label without letters and digits is preference, or preference with a number',
    ids: ['D37'],
    creates,
    steps: async (world) => {
      await expectSlug(world, '?!', z.string().check(z.regex(/^preference(-\d+)?$/)));
    },
  },
];
