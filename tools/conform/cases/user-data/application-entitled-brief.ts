import * as z from 'zod/mini';
import type { Json, World } from '../../case.js';
import { ascending, containing } from '../../patterns.js';
import { casesAbout } from '../cases-about.js';
import { entitle, newEntitledUser } from './entitlements.js';
import { newUser } from './new-records.js';
import { newUserInReverse } from './user-brief.js';

const creates = ['user-data/user'] as const;
const needs = ['briefSlug'] as const;

function path(email: string): string {
  return `/application-entitled-brief?email=${email}`;
}

/** A brief for all core users, as it is listed for anyone. */
async function coreBrief({ userData, email, cannotTell }: World): Promise<Json> {
  const { data } = await userData.get(path(email()));
  return data[0] ?? cannotTell('a brief for all core users');
}

export const applicationEntitledBriefCases = casesAbout('user-data/application-entitled-brief', { creates })({
  own: {
    title: 'GET /application-entitled-brief lists the entitlements of the user, with total',
    ids: ['UD-E87', 'UD-R32', 'UD-V5'],
    needs,
    steps: async (world, api) => {
      const { email } = await newUser(world);
      const { data: written } = await entitle(world, { email, is_admin: true });
      const { body } = await api.get(path(email), { expect: { data: containing(written[0]) } });
      world.expect(body.total, body.data.length);
    },
  },
  core: {
    title: 'the list contains the briefs for all core users, with the e-mail and the names of the user and no flags',
    ids: ['UD-R32', 'D22'],
    steps: async (world, api) => {
      const { brief_slug, id } = await coreBrief(world);
      const { email, fname, lname } = await newUser(world);
      const noFlags = { is_default: false, is_redacted: false, is_admin: false, is_subscribed: false };
      await api.get(path(email), {
        expect: { data: containing({ id, email, fname, lname, brief_slug, ...noFlags }) },
      });
    },
  },
  'core-id': {
    title: 'the id of a brief for all core users is negative and always the same',
    ids: ['D22'],
    reads: true,
    steps: async (world, api) => {
      const { id, brief_slug } = await coreBrief(world);
      await api.get(path(world.email()), { expect: { data: containing({ id, brief_slug }) } });
      world.expect(id, z.int().check(z.negative()));
    },
  },
  'core-entitlement': {
    title: 'a brief for all core users that the user has an entitlement for is listed once, with that entitlement',
    ids: ['D22'],
    steps: async (world, api) => {
      const { brief_slug } = await coreBrief(world);
      const { email } = await newUser(world);
      const { data: written } = await entitle(world, { email, brief_slug });
      const { data } = await api.get(path(email));
      const listed = data.filter((item: Json) => item.brief_slug === brief_slug);
      world.expect(listed, written);
    },
  },
  unknown: {
    title: 'for an unknown e-mail, the list contains the briefs for all core users, with this e-mail and empty names',
    ids: ['UD-R36', 'D22'],
    steps: async (world, api) => {
      const { data } = await api.get(path((await newUser(world)).email));
      const email = world.email();
      const expected = data.map(({ brief_slug }: Json) => ({ email, fname: '', lname: '', brief_slug }));
      await api.get(path(email), { expect: { data: expected } });
    },
  },
  order: {
    title: 'the default brief comes first, and the others are sorted by their display name',
    ids: ['UD-R34', 'D22'],
    needs: [...needs, 'caller'],
    steps: async (world, api) => {
      const { expect } = world;
      const { email, names, slugs } = await newUserInReverse(world, 3);
      // The last one in alphabetical order, so that its position shows that it is the default.
      const [last] = slugs;
      await entitle(world, { email, brief_slug: last, is_default: true });
      const { data } = await api.get(path(email));
      expect(data[0], { brief_slug: last, is_default: true });
      const others = data.slice(1).filter(({ brief_slug }: Json) => names.has(brief_slug));
      expect(
        others,
        ascending(({ brief_slug }: Json) => [names.get(brief_slug)?.toLowerCase(), brief_slug]),
      );
    },
  },
  'one-page': {
    title: 'the list is not paginated',
    ids: ['UD-R35'],
    needs,
    steps: async (world, api) => {
      const { email } = await newEntitledUser(world, 2);
      const { data } = await api.get(path(email));
      await api.get(`${path(email)}&page=2&size=1`, { expect: { data } });
    },
  },
  'without-email': {
    title: 'a request without an e-mail gets 400',
    ids: ['D23'],
    reads: true,
    steps: (_, api) => api.get('/application-entitled-brief', { expect: { status: 400 } }),
  },
  post: {
    title: 'POST is not supported and gets 405',
    ids: ['UD-R37', 'D22'],
    steps: ({ email }, api) =>
      api.post('/application-entitled-brief', { body: [{ email: email() }], expect: { status: 405 } }),
  },
});
