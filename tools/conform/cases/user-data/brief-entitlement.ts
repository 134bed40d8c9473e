import * as z from 'zod/mini';
import { encoded } from '../../api.js';
import type { Json } from '../../case.js';
import { ascending, containing } from '../../patterns.js';
import { casesAbout } from '../cases-about.js';
import { otherCase } from '../plain/plain-case.js';
import { refused } from '../refused.js';
import { briefSlugs, entitle, newEntitledUser } from './entitlements.js';
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

export const briefEntitlementCases = casesAbout('user-data/brief-entitlement', { needs, creates })({
  create: {
    title: 'POST of a brief entitlement answers with the entitlement',
    ids: ['UD-E86', 'UD-F101', 'UD-F102', 'UD-F103', 'UD-F104', 'UD-F105', 'UD-F106', 'UD-F107', 'UD-F108', 'UD-F109'],
    steps: async (world) => {
      const { email, fname, lname } = await newUser(world);
      const item = { email, fname, lname, ...flags, brief_slug: world.briefSlug };
      await entitle(world, item, { expect: { data: [{ id: z.int(), ...item }] } });
    },
  },
  'all-of-users': {
    title: 'POST answers with all entitlements of the users in the body',
    ids: ['UD-R31'],
    steps: async (world) => {
      const slugs = await briefSlugs(world, 2);
      const { email } = await newUser(world);
      await entitle(world, { email, brief_slug: slugs[0] });
      const { data, body } = await entitle(world, { email, brief_slug: slugs[1] });
      world.expect(slugsOf(data), slugs.toSorted());
      if (world.ours) world.expect(body.total, 2);
    },
  },
  order: {
    title: 'the answer to POST is sorted by e-mail and then by id',
    ids: ['D21'],
    steps: async (world, api) => {
      const users = [await newUser(world), await newUser(world)];
      const slugs = await briefSlugs(world, 2);
      // In reverse order, for a server that sorts by slug.
      const reversed = slugs.toSorted().reverse();
      const body = users.toReversed().flatMap(({ email }) => reversed.map((brief_slug) => ({ email, brief_slug })));
      const inOrder = ascending(({ email, id }: Json) => [email.toLowerCase(), id]);
      await api.post(path, { body, expect: { data: inOrder } });
    },
  },
  'of-user': {
    title: 'GET with an e-mail lists the briefs that the user is entitled to, with total',
    ids: ['UD-E85', 'UD-R28', 'UD-V5'],
    steps: async (world, api) => {
      const { email, slugs } = await newEntitledUser(world, 2);
      const { data } = await api.get(`${path}?email=${email}`, {
        expect: { data: z.array(z.looseObject({ email: z.literal(email) })), body: { total: 2 } },
      });
      world.expect(slugsOf(data), slugs.toSorted());
    },
  },
  'of-brief': {
    title: 'GET with a slug lists the users who are entitled to the brief, with total',
    ids: ['UD-E85', 'UD-R29'],
    steps: async (world, api) => {
      const { briefSlug } = world;
      const { email, fname, lname } = await newEntitledUser(world, 1);
      const query = path + encoded`?brief_slug=${briefSlug}`;
      const { body } = await api.get(query, {
        expect: { data: z.array(z.looseObject({ brief_slug: z.literal(briefSlug) })), body: { total: z.int() } },
      });
      await api.get(`${query}&size=${body.total + 100}`, {
        expect: { data: containing({ email, fname, lname }) },
      });
    },
  },
  'of-both': {
    title: 'GET with an e-mail and a slug answers whether there is an entitlement, and with the entitlement',
    ids: ['UD-R30', 'D20'],
    steps: async (world, api) => {
      const { briefSlug: brief_slug } = world;
      const { email } = await newEntitledUser(world, 1);
      await api.get(path + encoded`?email=${email}&brief_slug=${brief_slug}`, {
        expect: { data: { email, brief_slug, is_entitled: true, entitlement: { email, brief_slug } } },
      });
      const { email: other } = await newUser(world);
      await api.get(path + encoded`?email=${other}&brief_slug=${brief_slug}`, {
        expect: { data: { email: other, brief_slug, is_entitled: false, entitlement: null } },
      });
    },
  },
  'of-neither': {
    title: 'GET without an e-mail and a slug gets 400',
    ids: ['D20'],
    needs: [],
    reads: true,
    steps: (_, api) => api.get(path, { expect: { status: 400 } }),
  },
  'of-unknown': {
    title: 'for an unknown e-mail or slug, the list is empty and total is 0',
    ids: ['D21'],
    needs: [],
    reads: true,
    steps: async ({ email, name }, api) => {
      const expect = { body: { data: [], total: 0 } };
      await api.get(`${path}?email=${email()}`, { expect });
      await api.get(`${path}?brief_slug=${name('slug')}`, { expect });
    },
  },
  pages: {
    title: 'the lists have pages of any size; page is 1 by default, and after the last one the list is empty',
    ids: ['UD-E85', 'UD-L1', 'D19'],
    steps: async (world, api) => {
      const { email } = await newEntitledUser(world, 2);
      const query = `${path}?email=${email}`;
      const [one, two] = (await api.get(query)).data;
      await api.get(`${query}&size=1`, { expect: { body: { data: [one], total: 2 } } });
      await api.get(`${query}&size=1&page=1`, { expect: { body: { data: [one], total: 2 } } });
      await api.get(`${query}&size=1&page=2`, { expect: { body: { data: [two], total: 2 } } });
      await api.get(`${query}&page=2`, { expect: { body: { data: [], total: 2 } } });
      await api.get(`${query}&size=100000`, { expect: { body: { data: [one, two], total: 2 } } });
    },
  },
  size: {
    title: 'size is 24 by default',
    ids: ['UD-L2'],
    steps: async ({ email, name, briefSlug: brief_slug }, api) => {
      const body = Array.from({ length: 25 }, () => ({
        email: email(),
        fname: name('first'),
        lname: 'Reader',
        brief_slug,
      }));
      await api.post(path, { body });
      await api.get(path + encoded`?brief_slug=${brief_slug}`, {
        expect: { data: z.array(z.unknown()).check(z.length(24)) },
      });
    },
  },
  'page-invalid': {
    title: 'page and size must be integers from 1',
    ids: ['D19'],
    needs: [],
    reads: true,
    steps: async ({ email }, api) => {
      for (const query of ['page=0', 'page=one', 'size=0', 'size=1.5']) {
        await api.get(`${path}?email=${email()}&${query}`, { expect: { status: 400 } });
      }
    },
  },
  replace: {
    title: 'POST of an entitlement that exists replaces it; a missing flag is false, but is_subscribed is true',
    ids: ['D21'],
    steps: async (world) => {
      const { email } = await newUser(world);
      const { data } = await entitle(world, { email, ...flags });
      await entitle(world, { email }, { expect: { data: [{ id: data[0].id, ...noFlags }] } });
    },
  },
  'twice-in-body': {
    title: 'if a body contains the same entitlement twice, the later one applies',
    ids: ['D21'],
    steps: async (world, api) => {
      const item = { email: (await newUser(world)).email, brief_slug: world.briefSlug };
      const body = [true, false].map((is_admin) => ({ ...item, is_admin }));
      await api.post(path, { body, expect: { data: [{ is_admin: false }] } });
    },
  },
  'new-user': {
    title: 'an entitlement for an unknown e-mail creates the user',
    ids: ['D21'],
    steps: async (world, api) => {
      const user = { email: world.email(), fname: world.name('first'), lname: 'Reader' };
      await entitle(world, user);
      await api.get('/user', { expect: { data: containing(user) } });
    },
  },
  'required-names': {
    title: 'an entitlement for an unknown e-mail requires the names; for a user, it does not',
    ids: ['D32'],
    steps: async (world) => {
      await entitle(world, { email: world.email() }, { expect: { status: 400 } });
      const { email, fname } = await newUser(world);
      await entitle(world, { email }, { expect: { data: [{ fname }] } });
    },
  },
  names: {
    title: 'names in the answer are those of the user, whatever the body says',
    ids: ['D21'],
    steps: async (world, api) => {
      const { id, email, fname, lname } = await newUser(world);
      const other = { email, fname: world.name('other'), lname: 'Other' };
      await entitle(world, other, { expect: { data: [{ fname, lname }] } });
      await api.get(`/user/${id}`, { expect: { data: [{ fname, lname }] } });
    },
  },
  'unknown-brief': {
    title: 'an entitlement to an unknown brief gets 404',
    ids: ['D21'],
    needs: [],
    steps: async (world) => {
      const { email } = await newUser(world);
      await entitle(world, { email, brief_slug: world.name('slug') }, refused(404, '0.brief_slug'));
      const nameless = { email: world.email(), brief_slug: world.name('slug') };
      await entitle(world, nameless, refused(400, '0.fname', '0.lname', '0.brief_slug'));
    },
  },
  'wrong-types': {
    title: 'an entitlement with a missing field, or one of the wrong type, gets 400',
    ids: ['X5', 'D32'],
    needs: [],
    steps: async ({ email, name, ours }, api) => {
      const wrong = { email: email(), brief_slug: name('slug'), is_admin: 'yes', fname: 3 };
      await api.post(path, {
        body: [{}, { email: 'nobody', brief_slug: '' }, wrong],
        ...refused(400, '0.email', '0.brief_slug', '1.email', '1.brief_slug', '2.fname', '2.is_admin'),
      });
      await api.post(path, { body: [], expect: { body: { data: [], ...(ours && { total: 0 }) } } });
    },
  },
  'email-case': {
    title: 'e-mails are case-insensitive, and answered as the user has them',
    ids: ['X24', 'D20', 'D21', 'D32'],
    steps: async (world, api) => {
      const { briefSlug: brief_slug } = world;
      const { email } = await newUser(world);
      const other = otherCase(email);
      const item = { email: other, is_admin: null, fname: null };
      const { data } = await entitle(world, item, { expect: { data: [{ email, brief_slug, ...noFlags }] } });
      await api.get(`${path}?email=${other}`, { expect: { data } });
      await api.get(path + encoded`?email=${other}&brief_slug=${brief_slug}`, {
        expect: { data: { email, is_entitled: true } },
      });
    },
  },
  'one-default': {
    title: 'a new default removes is_default from the other entitlements of the user',
    ids: ['D21'],
    steps: async (world, api) => {
      const [one, two] = await briefSlugs(world, 2);
      const { email } = await newUser(world);
      const { email: other } = await newUser(world);
      await entitle(world, { email, brief_slug: one, is_default: true });
      await entitle(world, { email: other, brief_slug: one, is_default: true });
      await entitle(world, { email, brief_slug: two, is_default: true });
      const moved = containing({ brief_slug: one, is_default: false }, { brief_slug: two, is_default: true });
      await api.get(`${path}?email=${email}`, { expect: { data: moved } });
      await api.get(`${path}?email=${other}`, { expect: { data: [{ is_default: true }] } });
    },
  },
  'last-default': {
    title: 'of several defaults of a user in one body, the last one stays',
    ids: ['D21'],
    steps: async (world, api) => {
      const slugs = await briefSlugs(world, 2);
      const { email } = await newUser(world);
      for (const [one, last] of [slugs, slugs.toReversed()]) {
        await api.post(path, {
          body: [one, last].map((brief_slug) => ({ email, brief_slug, is_default: true })),
          expect: { data: containing({ brief_slug: one, is_default: false }, { brief_slug: last, is_default: true }) },
        });
      }
    },
  },
});
