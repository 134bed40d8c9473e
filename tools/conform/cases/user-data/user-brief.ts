import * as z from 'zod/mini';
import type { Json, World } from '../../case.js';
import { ACCEPTED_CALLER } from '../../find.js';
import { ascending } from '../../patterns.js';
import { casesAbout } from '../cases-about.js';
import { otherCase } from '../plain/plain-case.js';
import { refused } from '../refused.js';
import { briefSlugs } from './brief-slugs.js';
import { newUser } from './new-records.js';

const creates = ['user-data/user'] as const;
const needs = ['briefSlug', 'caller'] as const;
const path = '/user-brief/filter';

/** The header that names the caller. Cases that send it need `caller`. */
function callerOf({ caller }: World) {
  return { 'x-request-from': caller };
}

/** The display names by slug of the briefs that a user has an entitlement for, in the order of the answer. */
export async function namesOfBriefs(world: World, email: string): Promise<ReadonlyMap<string, string>> {
  const { data } = await world.userData.get(`${path}?email=${encodeURIComponent(email)}`, { headers: callerOf(world) });
  return new Map(data.map(({ brief_definition: { slug, display_name } }: Json) => [slug, display_name]));
}

export const userBriefCases = casesAbout('user-data/user-brief', { needs })({
  'by-query': {
    title: 'GET /user-brief/filter lists the briefs that a user has an entitlement for',
    ids: ['UD-E83', 'UD-F99', 'UD-F100', 'D24'],
    creates,
    steps: async (world) => {
      const { userData, briefSlug: brief_slug } = world;
      const { email } = await newUser(world);
      const preference = { is_default: false, is_admin: true, is_redacted: true };
      await userData.post('/brief-entitlement', { body: [{ email, brief_slug, ...preference }] });
      await userData.get(`${path}?email=${email}`, {
        headers: callerOf(world),
        expect: {
          data: [{ brief_definition: { display_name: z.string(), slug: brief_slug, id: z.string() }, preference }],
        },
      });
    },
  },
  'by-body': {
    title: 'POST /user-brief/filter takes the e-mail in the body and answers with the same list',
    ids: ['UD-E84', 'X24'],
    creates,
    steps: async (world) => {
      const { userData, briefSlug: brief_slug } = world;
      const { email } = await newUser(world);
      await userData.post('/brief-entitlement', { body: [{ email, brief_slug }] });
      const headers = callerOf(world);
      const { data } = await userData.get(`${path}?email=${email}`, { headers });
      await userData.post(path, { headers, body: { email }, expect: { data } });
      await userData.post(path, { headers, body: { email: otherCase(email) }, expect: { data } });
    },
  },
  subscribed: {
    title: 'user-brief/filter lists entitlements whether they are subscribed or not',
    ids: ['D24'],
    creates,
    steps: async (world) => {
      const { userData, briefSlug: brief_slug } = world;
      const { email } = await newUser(world);
      await userData.post('/brief-entitlement', { body: [{ email, brief_slug, is_subscribed: false }] });
      await userData.get(`${path}?email=${email}`, {
        headers: callerOf(world),
        expect: { data: [{ brief_definition: { slug: brief_slug } }] },
      });
    },
  },
  order: {
    title: 'user-brief/filter sorts by the display name of the brief',
    ids: ['D24'],
    creates,
    steps: async (world) => {
      const { userData } = world;
      const { email } = await newUser(world);
      const slugs = await briefSlugs(world, 3);
      await userData.post('/brief-entitlement', { body: slugs.map((brief_slug) => ({ email, brief_slug })) });
      const names = await namesOfBriefs(world, email);
      // Written again in reverse order, for a server that lists them in order of creation.
      const { email: other } = await newUser(world);
      const body = [...names.keys()].reverse().map((brief_slug) => ({ email: other, brief_slug }));
      await userData.post('/brief-entitlement', { body });
      const inOrder = ascending(({ brief_definition: { display_name, slug } }: Json) => [
        display_name.toLowerCase(),
        slug.toLowerCase(),
      ]);
      await userData.get(`${path}?email=${other}`, { headers: callerOf(world), expect: { data: inOrder } });
    },
  },
  unknown: {
    title: 'for an unknown e-mail, the list of user-brief/filter is empty',
    ids: ['D24'],
    needs: ['caller'],
    steps: (world) =>
      world.userData.get(`${path}?email=${world.email()}`, {
        headers: callerOf(world),
        expect: { data: [] },
      }),
  },
  'without-caller': {
    title: 'user-brief/filter without the header X-REQUEST-FROM gets 400',
    ids: ['UD-A2', 'D23'],
    needs: [],
    steps: async ({ userData, email }) => {
      const body = { email: email() };
      await userData.get(`${path}?email=${body.email}`, { expect: { status: 400 } });
      await userData.post(path, { body, expect: { status: 400 } });
    },
  },
  'without-email': {
    title: 'user-brief/filter without an e-mail gets 400',
    ids: ['D23'],
    needs: ['caller'],
    steps: async (world) => {
      const headers = callerOf(world);
      await world.userData.get(path, { headers, ...refused(400, 'email') });
      for (const email of world.ours ? [undefined, '', null] : [undefined]) {
        await world.userData.post(path, { headers, body: { email }, ...refused(400, 'email') });
      }
    },
  },
  caller: {
    title: 'X-REQUEST-FROM may have any value',
    ids: ['D23'],
    switch: 'requestFrom',
    needs: [],
    steps: async ({ userData, name, email, behavior: { requestFrom }, callers, observe, cannotTell }) => {
      const isAccepted = async (caller: string) => {
        const { status } = await userData.get(`/user-brief/filter?email=${email()}`, {
          headers: { 'x-request-from': caller },
          expect: { status: [200, 403] },
        });
        return status === 200;
      };
      const isOpen = await isAccepted(name('caller'));
      const accepted: string[] = [];
      const candidates = new Set([...(requestFrom ?? []), ...callers]);
      if (!isOpen && candidates.size === 0) cannotTell(ACCEPTED_CALLER);
      for (const caller of isOpen ? [] : candidates) {
        if (await isAccepted(caller)) accepted.push(caller);
      }
      observe(isOpen ? null : accepted);
    },
  },
});
