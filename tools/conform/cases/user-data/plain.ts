import * as z from 'zod/mini';
import { encoded } from '../../api.js';
import { containing } from '../../patterns.js';
import { casesAbout } from '../cases-about.js';
import {
  entitlementKinds,
  newApplicationUser,
  newEntitlement,
  newFeature,
  newFeaturePackage,
  newPackage,
} from './new-records.js';

/** What is special about plain resources, of those with one or two such cases. */
export const plainCases = casesAbout('user-data')({
  'application/without-name': {
    title: 'an application that user-preference created without a name has the name null',
    ids: ['D31'],
    creates: ['user-preference/application'],
    steps: async ({ userPreference, name }, api) => {
      const { data } = await userPreference.post('/application', { body: [{ description: name('description') }] });
      await api.get('/application', { expect: { data: containing({ id: data[0].id, name: null }) } });
    },
  },
  'package/any-status': {
    title: 'the status of a package may be any text',
    ids: ['D8'],
    creates: ['user-data/package'],
    steps: async (world, api) => {
      const { id } = await newPackage(world);
      const body = { status: 'on hold until May' };
      await api.put(`/package/${id}`, { body, expect: { data: [body] } });
    },
  },
  'feature-package/last': {
    title: 'a feature package without display_order comes last',
    ids: ['D32'],
    creates: ['user-data/application', 'user-data/feature', 'user-data/package', 'user-data/feature-package'],
    steps: async (world, api) => {
      const { package_id } = await newFeaturePackage(world, { display_order: 5 });
      const { id: feature_id } = await newFeature(world);
      const body = [{ package_id, feature_id }];
      await api.post('/feature-package', { body, expect: { data: [{ display_order: 6 }] } });
    },
  },
  'content-entitlement/slug': {
    title: 'the query parameter slug selects the content entitlements with this slug',
    ids: ['UD-E76'],
    needs: ['briefSlug'],
    creates: entitlementKinds,
    steps: async (world, api) => {
      const { briefSlug, name } = world;
      const { id } = await newEntitlement(world);
      const ofBrief = z.array(z.looseObject({ slug: z.literal(briefSlug) }));
      await api.get(encoded`/content-entitlement?slug=${briefSlug}`, {
        expect: { data: z.intersection(containing({ id }), ofBrief) },
      });
      await api.get(`/content-entitlement?slug=${name('slug')}`, { expect: { data: [] } });
    },
  },
  'content-entitlement/any-slug': {
    title: 'a content entitlement may have a slug that no brief has',
    ids: ['D25'],
    needs: ['briefSlug'],
    creates: entitlementKinds,
    steps: async (world, api) => {
      const slug = world.name('slug');
      const { id: application_user_id } = await newApplicationUser(world);
      const body = [{ application_user_id, content_type: 'brief', slug, is_subscribed: false }];
      await api.post('/content-entitlement', { body, expect: { data: [{ slug }] } });
    },
  },
});
