import * as z from 'zod/mini';
import type { World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { lacking } from '../../patterns.js';
import { casesAbout } from '../cases-about.js';
import { missing } from '../refused.js';
import { newApplication, newApplicationPreference } from './new-records.js';

const creates: readonly Kind[] = ['user-data/application', 'user-data/application-preference'];

/** Creates an application preference, which should get this slug. */
async function expectSlug(world: World, preference_label: string, preference_slug: unknown): Promise<void> {
  const { id: application_id } = await newApplication(world);
  await world.userData.post('/application-preference', {
    body: [{ application_id, preference_label, preference_slug: '', preference_description: 'Conform' }],
    expect: { data: [{ preference_label, preference_slug }] },
  });
}

export const applicationPreferenceCases = casesAbout('user-data/application-preference', { creates })({
  'of-application': {
    title: 'GET /application-preference/<application_id> lists the application preferences of one application',
    ids: ['UD-E43', 'D3'],
    steps: async (world, api) => {
      const { id: application_id } = await newApplication(world);
      const one = await newApplicationPreference(world, { application_id });
      const two = await newApplicationPreference(world, { application_id });
      await newApplicationPreference(world, { application_id: (await newApplication(world)).id });
      await api.get(`/application-preference/${application_id}`, { expect: { data: [one, two] } });
      const { id: empty } = await newApplication(world);
      await api.get(`/application-preference/${empty}`, { expect: { data: [] } });
      await api.get(`/application-preference/${world.missingId}`, missing);
    },
  },
  delete: {
    title: 'DELETE of an application preference answers with an object: its id, its label as name, and its description',
    ids: ['UD-E46', 'D10'],
    steps: async (world, api) => {
      const { id: application_id } = await newApplication(world);
      const { id, preference_label } = await newApplicationPreference(world, {
        application_id,
        preference_description: 'Conform',
      });
      await api.delete(`/application-preference/${id}`, {
        expect: { data: { id, name: preference_label, description: 'Conform' } },
      });
      await api.get('/application-preference', { expect: { data: lacking({ id }) } });
    },
  },
  slug: {
    title: 'an empty slug is generated from the label',
    ids: ['UD-F46', 'D9'],
    steps: async (world) => {
      const label = world.name('Evening  News!');
      await expectSlug(world, ` ${label}?`, label.replace('Evening  News!', 'evening-news'));
    },
  },
  'slug-letters': {
    title: 'a generated slug has plain letters instead of those with accents, and of other Latin letters',
    ids: ['D9'],
    steps: async (world) => {
      const label = world.name('Café Größe Æøł');
      await expectSlug(world, label, label.replace('Café Größe Æøł', 'cafe-grosse-aeol'));
    },
  },
  'slug-taken': {
    title: 'a generated slug that is in use gets the suffix -2, and the next one -3',
    ids: ['D9'],
    steps: async (world, api) => {
      const { id: application_id } = await newApplication(world);
      const { preference_label, preference_slug } = await newApplicationPreference(world, { application_id });
      const body = { application_id, preference_label };
      await api.post('/application-preference', {
        body: [body, body],
        expect: { data: [{ preference_slug: `${preference_slug}-2` }, { preference_slug: `${preference_slug}-3` }] },
      });
    },
  },
  'slug-without-letters': {
    title: 'the generated slug of a label without letters and digits is preference, or preference with a number',
    ids: ['D37'],
    steps: (world) => expectSlug(world, '?!', z.string().check(z.regex(/^preference(-\d+)?$/))),
  },
});
