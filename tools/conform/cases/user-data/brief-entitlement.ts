import * as z from 'zod/mini';
import type { Json, World } from '../../case.js';
import { ascending, containing } from '../../patterns.js';
import { casesAbout } from '../cases-about.js';
import { otherCase } from '../plain/plain-case.js';
import { postOne } from '../post-one.js';
import { refused } from '../refused.js';
import { briefSlugs } from './brief-slugs.js';
import { newUser } from './new-records.js';

const creates = ['user-data/user'] as const;
const needs = ['briefSlug'] as const;
const path = '/brief-entitlement';
const flags = { is_default: true, is_redacted: true, is_admin: true, is_subscribed: false };
const noFlags = { is_default: false, is_redacted: false, is_admin: false, is_subscribed: true };

/** The slugs in a list of entitlements. */
function slugsOf(data: Json): readonly string[] {
  return data.map(({ brief_slug }: Json) => brief_slug).sort();
}

/** Entitles a new user to a number of briefs. */
async function entitledUser(world: World, count: number): Promise<Json> {
  const { email, fname, lname } = await newUser(world);
  const slugs = await briefSlugs(world, count);
  await world.userData.post(path, { body: slugs.map((brief_slug) => ({ email, brief_slug })) });
  return { email, fname, lname, slugs };
}

export const briefEntitlementCases = casesAbout('user-data/brief-entitlement', { needs, creates })({
  create: {
    title: 'POST of a brief entitlement answers with the entitlement',
    ids: ['UD-E86', 'UD-F101', 'UD-F102', 'UD-F103', 'UD-F104', 'UD-F105', 'UD-F106', 'UD-F107', 'UD-F108', 'UD-F109'],
    steps: async (world) => {
      const { email, fname, lname } = await newUser(world);
      const item = { email, fname, lname, ...flags, brief_slug: world.briefSlug };
      await world.userData.post(path, { body: [item], expect: { data: [{ id: z.int(), ...item }] } });
    },
  },
  total: {
    title: 'POST and the lists of brief entitlements answer with total',
    ids: ['UD-V5'],
    steps: async (world) => {
      const { email } = await newUser(world);
      const body = [{ email, brief_slug: world.briefSlug }];
      await world.userData.post(path, { body, expect: { body: { total: 1 } } });
      await world.userData.get(`${path}?email=${email}`, { expect: { body: { total: 1 } } });
    },
  },
  'all-of-users': {
    title: 'POST answers with all entitlements of the users in the body',
    ids: ['UD-R31'],
    steps: async (world) => {
      const { userData, expect } = world;
      const slugs = await briefSlugs(world, 2);
      const { email } = await newUser(world);
      await userData.post(path, { body: [{ email, brief_slug: slugs[0] }] });
      const { data } = await userData.post(path, {
        body: [{ email, brief_slug: slugs[1] }],
        expect: { body: { total: 2 } },
      });
      expect(slugsOf(data), slugs.toSorted());
    },
  },
  order: {
    title: 'the answer to POST is sorted by e-mail and then by id',
    ids: ['D21'],
    steps: async (world) => {
      const users = [await newUser(world), await newUser(world)];
      const slugs = await briefSlugs(world, 2);
      const body = users.toReversed().flatMap(({ email }) => slugs.map((brief_slug) => ({ email, brief_slug })));
      const inOrder = ascending(({ email, id }: Json) => [email.toLowerCase(), id]);
      await world.userData.post(path, { body, expect: { data: inOrder } });
    },
  },
  'of-user': {
    title: 'GET with an e-mail lists the briefs that the user is entitled to, with total',
    ids: ['UD-E85', 'UD-R28'],
    steps: async (world) => {
      const { email, slugs } = await entitledUser(world, 2);
      const { data } = await world.userData.get(`${path}?email=${email}`, {
        expect: { data: z.array(z.looseObject({ email: z.literal(email) })), body: { total: 2 } },
      });
      world.expect(slugsOf(data), slugs.toSorted());
    },
  },
  'of-brief': {
    title: 'GET with a slug lists the users who are entitled to the brief, with total',
    ids: ['UD-E85', 'UD-R29'],
    steps: async (world) => {
      const { briefSlug, userData } = world;
      const { email, fname, lname } = await entitledUser(world, 1);
      const query = `${path}?brief_slug=${briefSlug}`;
      const { body } = await userData.get(query, {
        expect: { data: z.array(z.looseObject({ brief_slug: z.literal(briefSlug) })), body: { total: z.int() } },
      });
      await userData.get(`${query}&size=${body.total + 100}`, {
        expect: { data: containing({ email, fname, lname }) },
      });
    },
  },
  'of-both': {
    title: 'GET with an e-mail and a slug answers whether there is an entitlement, and with the entitlement',
    ids: ['UD-R30', 'D20'],
    steps: async (world) => {
      const { userData, briefSlug: brief_slug } = world;
      const { email } = await entitledUser(world, 1);
      await userData.get(`${path}?email=${email}&brief_slug=${brief_slug}`, {
        expect: { data: { email, brief_slug, is_entitled: true, entitlement: { email, brief_slug } } },
      });
      const { email: other } = await newUser(world);
      await userData.get(`${path}?email=${other}&brief_slug=${brief_slug}`, {
        expect: { data: { email: other, brief_slug, is_entitled: false, entitlement: null } },
      });
    },
  },
  'of-neither': {
    title: 'GET without an e-mail and a slug gets 400',
    ids: ['D20'],
    needs: [],
    creates: undefined,
    steps: ({ userData }) => userData.get(path, { expect: { status: 400 } }),
  },
  'of-unknown': {
    title: 'for an unknown e-mail or slug, the list is empty and total is 0',
    ids: ['D21'],
    needs: [],
    creates: undefined,
    steps: async ({ userData, email, name }) => {
      const expect = { body: { data: [], total: 0 } };
      await userData.get(`${path}?email=${email()}`, { expect });
      await userData.get(`${path}?brief_slug=${name('slug')}`, { expect });
    },
  },
  pages: {
    title: 'the lists of brief entitlements are paginated; page is 1 by default',
    ids: ['UD-E85', 'UD-L1'],
    steps: async (world) => {
      const { userData } = world;
      const { email } = await entitledUser(world, 2);
      const query = `${path}?email=${email}`;
      const [one, two] = (await userData.get(query)).data;
      await userData.get(`${query}&size=1`, { expect: { body: { data: [one], total: 2 } } });
      await userData.get(`${query}&size=1&page=1`, { expect: { body: { data: [one], total: 2 } } });
      await userData.get(`${query}&size=1&page=2`, { expect: { body: { data: [two], total: 2 } } });
    },
  },
  size: {
    title: 'size is 24 by default',
    ids: ['UD-L2'],
    steps: async ({ userData, email, name, briefSlug: brief_slug }) => {
      const body = Array.from({ length: 25 }, () => ({
        email: email(),
        fname: name('first'),
        lname: 'Reader',
        brief_slug,
      }));
      await userData.post(path, { body });
      await userData.get(`${path}?brief_slug=${brief_slug}`, {
        expect: { data: z.array(z.unknown()).check(z.length(24)) },
      });
    },
  },
  'page-invalid': {
    title: 'page and size must be integers from 1',
    ids: ['D19'],
    needs: [],
    creates: undefined,
    steps: async ({ userData, email }) => {
      for (const query of ['page=0', 'page=one', 'size=0', 'size=1.5']) {
        await userData.get(`${path}?email=${email()}&${query}`, { expect: { status: 400 } });
      }
    },
  },
  'page-after-last': {
    title: 'after the last page, the list is empty and total is still correct',
    ids: ['D19'],
    steps: async (world) => {
      const { email } = await entitledUser(world, 1);
      await world.userData.get(`${path}?email=${email}&page=2`, { expect: { body: { data: [], total: 1 } } });
    },
  },
  'size-large': {
    title: 'size has no upper limit',
    ids: ['D19'],
    steps: async (world) => {
      const { email } = await entitledUser(world, 1);
      await world.userData.get(`${path}?email=${email}&size=100000`, { expect: { data: [{ email }] } });
    },
  },
  replace: {
    title: 'POST of an entitlement that exists replaces it',
    ids: ['D21'],
    steps: async (world) => {
      const { userData, briefSlug: brief_slug } = world;
      const { email } = await newUser(world);
      const { id } = await postOne(userData, path, { email, brief_slug, ...flags });
      await userData.post(path, { body: [{ email, brief_slug }], expect: { data: [{ id, ...noFlags }] } });
    },
  },
  'default-flags': {
    title: 'a missing flag is false, but is_subscribed is true',
    ids: ['D21'],
    steps: async (world) => {
      const body = [{ email: (await newUser(world)).email, brief_slug: world.briefSlug }];
      await world.userData.post(path, { body, expect: { data: [noFlags] } });
    },
  },
  'twice-in-body': {
    title: 'if a body contains the same entitlement twice, the later one applies',
    ids: ['D21'],
    steps: async (world) => {
      const item = { email: (await newUser(world)).email, brief_slug: world.briefSlug };
      const body = [true, false].map((is_admin) => ({ ...item, is_admin }));
      await world.userData.post(path, { body, expect: { data: [{ is_admin: false }] } });
    },
  },
  'new-user': {
    title: 'an entitlement for an unknown e-mail creates the user',
    ids: ['D21'],
    steps: async ({ userData, name, email, briefSlug: brief_slug }) => {
      const user = { email: email(), fname: name('first'), lname: 'Reader' };
      await userData.post(path, { body: [{ ...user, brief_slug }] });
      await userData.get('/user', { expect: { data: containing(user) } });
    },
  },
  'required-names': {
    title: 'an entitlement for an unknown e-mail requires the names; for a user, it does not',
    ids: ['D32'],
    steps: async (world) => {
      const { userData, email, briefSlug: brief_slug } = world;
      await userData.post(path, { body: [{ email: email(), brief_slug }], expect: { status: 400 } });
      const { email: known, fname } = await newUser(world);
      await userData.post(path, { body: [{ email: known, brief_slug }], expect: { data: [{ fname }] } });
    },
  },
  names: {
    title: 'names in the answer are those of the user, whatever the body says',
    ids: ['D21'],
    steps: async (world) => {
      const { userData, name, briefSlug: brief_slug } = world;
      const { id, email, fname, lname } = await newUser(world);
      const body = [{ email, fname: name('other'), lname: 'Other', brief_slug }];
      await userData.post(path, { body, expect: { data: [{ fname, lname }] } });
      await userData.get(`/user/${id}`, { expect: { data: [{ fname, lname }] } });
    },
  },
  'unknown-brief': {
    title: 'an entitlement to an unknown brief gets 404',
    ids: ['D21'],
    needs: [],
    steps: async (world) => {
      const body = [{ email: (await newUser(world)).email, brief_slug: world.name('slug') }];
      await world.userData.post(path, { body, ...refused(404, '0.brief_slug') });
      const nameless = [{ email: world.email(), brief_slug: world.name('slug') }];
      await world.userData.post(path, { body: nameless, ...refused(400, '0.fname', '0.lname', '0.brief_slug') });
    },
  },
  'wrong-types': {
    title: 'an entitlement with a missing field, or one of the wrong type, gets 400',
    ids: ['X5', 'D32'],
    needs: [],
    steps: async ({ userData, email, name }) => {
      const wrong = { email: email(), brief_slug: name('slug'), is_admin: 'yes', fname: 3 };
      await userData.post(path, {
        body: [{}, { email: 'nobody', brief_slug: '' }, wrong],
        ...refused(400, '0.email', '0.brief_slug', '1.email', '1.brief_slug', '2.fname', '2.is_admin'),
      });
      await userData.post(path, { body: [], expect: { body: { data: [], total: 0 } } });
    },
  },
  'email-case': {
    title: 'e-mails are case-insensitive, and answered as the user has them',
    ids: ['X24', 'D20', 'D21', 'D32'],
    steps: async (world) => {
      const { userData, briefSlug: brief_slug } = world;
      const { email } = await newUser(world);
      const other = otherCase(email);
      const body = [{ email: other, brief_slug, is_admin: null, fname: null }];
      const { data } = await userData.post(path, { body, expect: { data: [{ email, brief_slug, ...noFlags }] } });
      await userData.get(`${path}?email=${other}`, { expect: { data } });
      await userData.get(`${path}?email=${other}&brief_slug=${brief_slug}`, {
        expect: { data: { email, is_entitled: true } },
      });
    },
  },
  'one-default': {
    title: 'a new default removes is_default from the other entitlements of the user',
    ids: ['D21'],
    steps: async (world) => {
      const { userData } = world;
      const [one, two] = await briefSlugs(world, 2);
      const { email } = await newUser(world);
      const { email: other } = await newUser(world);
      const entitle = (brief_slug: string | undefined, user = email) => ({
        body: [{ email: user, brief_slug, is_default: true }],
      });
      await userData.post(path, entitle(one));
      await userData.post(path, entitle(one, other));
      await userData.post(path, entitle(two));
      await userData.get(`${path}?email=${email}`, {
        expect: {
          data: containing({ brief_slug: one, is_default: false }, { brief_slug: two, is_default: true }),
        },
      });
      await userData.get(`${path}?email=${other}`, { expect: { data: [{ is_default: true }] } });
    },
  },
  'last-default': {
    title: 'of several defaults of a user in one body, the last one stays',
    ids: ['D21'],
    steps: async (world) => {
      const slugs = await briefSlugs(world, 2);
      const { email } = await newUser(world);
      for (const [one, last] of [slugs, slugs.toReversed()]) {
        await world.userData.post(path, {
          body: [one, last].map((brief_slug) => ({ email, brief_slug, is_default: true })),
          expect: { data: containing({ brief_slug: one, is_default: false }, { brief_slug: last, is_default: true }) },
        });
      }
    },
  },
});
