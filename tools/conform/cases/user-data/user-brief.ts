import * as z from 'zod/mini';
import type { Json, World } from '../../case.js';
import { ACCEPTED_CALLER } from '../../find.js';
import { ascending } from '../../patterns.js';
import { casesAbout } from '../cases-about.js';
import { otherCase } from '../plain/plain-case.js';
import { refused } from '../refused.js';
import { entitle, newEntitledUser } from './entitlements.js';
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

/**
 * Creates a user who is entitled to a number of briefs, written in reverse order of their display names, for a server that lists
 * them in order of creation.
 */
export async function newUserInReverse(world: World, count: number) {
  const names = await namesOfBriefs(world, (await newEntitledUser(world, count)).email);
  const last = ([, one]: readonly string[], [, other]: readonly string[]) =>
    (one ?? '').toLowerCase() < (other ?? '').toLowerCase() ? 1 : -1;
  const slugs = [...names].sort(last).map(([slug]) => slug);
  const { email } = await newUser(world);
  await world.userData.post('/brief-entitlement', { body: slugs.map((brief_slug) => ({ email, brief_slug })) });
  return { email, names, slugs };
}

export const userBriefCases = casesAbout('user-data/user-brief', { needs })({
  'by-query': {
    title: 'GET /user-brief/filter lists the briefs that a user has an entitlement for, subscribed or not',
    ids: ['UD-E83', 'UD-F99', 'UD-F100', 'D24'],
    creates,
    steps: async (world, api) => {
      const { email } = await newUser(world);
      const preference = { is_default: false, is_admin: true, is_redacted: true };
      await entitle(world, { email, ...preference, is_subscribed: false });
      const brief_definition = { display_name: z.string(), slug: world.briefSlug, id: z.string() };
      await api.get(`${path}?email=${email}`, {
        headers: callerOf(world),
        expect: { data: [{ brief_definition, preference }] },
      });
    },
  },
  'by-body': {
    title: 'POST /user-brief/filter takes the e-mail in the body and answers with the same list',
    ids: ['UD-E84', 'X24'],
    creates,
    steps: async (world, api) => {
      const { email } = await newUser(world);
      await entitle(world, { email });
      const headers = callerOf(world);
      const { data } = await api.get(`${path}?email=${email}`, { headers });
      await api.post(path, { headers, body: { email }, expect: { data } });
      await api.post(path, { headers, body: { email: otherCase(email) }, expect: { data } });
    },
  },
  order: {
    title: 'user-brief/filter sorts by the display name of the brief',
    ids: ['D24'],
    creates,
    steps: async (world, api) => {
      const { email } = await newUserInReverse(world, 3);
      const inOrder = ascending(({ brief_definition: { display_name, slug } }: Json) => [
        display_name.toLowerCase(),
        slug.toLowerCase(),
      ]);
      await api.get(`${path}?email=${email}`, { headers: callerOf(world), expect: { data: inOrder } });
    },
  },
  unknown: {
    title: 'for an unknown e-mail, the list of user-brief/filter is empty',
    ids: ['D24'],
    needs: ['caller'],
    steps: (world, api) =>
      api.get(`${path}?email=${world.email()}`, {
        headers: callerOf(world),
        expect: { data: [] },
      }),
  },
  'without-caller': {
    title: 'user-brief/filter without the header X-REQUEST-FROM gets 400',
    ids: ['UD-A2', 'D23'],
    needs: [],
    steps: async ({ email }, api) => {
      const body = { email: email() };
      await api.get(`${path}?email=${body.email}`, { expect: { status: 400 } });
      await api.post(path, { body, expect: { status: 400 } });
    },
  },
  'without-email': {
    title: 'user-brief/filter without an e-mail gets 400',
    ids: ['D23'],
    needs: ['caller'],
    steps: async (world, api) => {
      const headers = callerOf(world);
      await api.get(path, { headers, ...refused(400, 'email') });
      for (const email of world.ours ? [undefined, '', null] : [undefined]) {
        await api.post(path, { headers, body: { email }, ...refused(400, 'email') });
      }
    },
  },
  caller: {
    title: 'X-REQUEST-FROM may have any value',
    ids: ['D23'],
    switch: 'requestFrom',
    needs: [],
    steps: async ({ name, email, behavior: { requestFrom }, callers, observe, cannotTell }, api) => {
      const isAccepted = async (caller: string) => {
        const { status } = await api.get(`/user-brief/filter?email=${email()}`, {
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
