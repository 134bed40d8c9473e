import * as z from 'zod/mini';
import { encoded } from '../../api.js';
import type { Json } from '../../case.js';
import { byNameAndSlug } from '../../orders.js';
import { containing, lacking } from '../../patterns.js';
import { casesAbout } from '../cases-about.js';
import { namesOfBriefs } from '../user-data/user-brief.js';

/** How many briefs of the list are read. */
const SAMPLE = 5;

export const briefCases = casesAbout('public-api/brief', { needs: ['reader'] })({
  fields: {
    title: 'GET /brief lists the name and the slug of each brief, without an error',
    ids: ['PUB-E1', 'PUB-F1', 'PUB-F2', 'PUB-R3', 'PUB-R4', 'PUB-V1', 'P13'],
    steps: ({ reader }) => {
      const briefs = z.array(z.looseObject({ name: z.string(), slug: z.string() }));
      return reader.get('/brief', { expect: { data: briefs, body: { error: undefined } } });
    },
  },
  order: {
    title: 'GET /brief is sorted by name and then by slug, case-insensitively',
    ids: ['P4'],
    steps: ({ reader }) => reader.get('/brief', { expect: { data: byNameAndSlug } }),
  },
  query: {
    title: 'GET /brief ignores query parameters',
    ids: ['PUB-R10'],
    steps: async ({ reader, name }) => {
      const { data } = await reader.get('/brief');
      await reader.get(`/brief?slug=${name('slug')}&limit=0`, { expect: { data } });
    },
  },
  entitlements: {
    title: 'GET /brief lists every active brief that the reader has an entitlement for',
    ids: ['P3', 'X1', 'PUB-E1'],
    needs: ['reader', 'caller'],
    steps: async (world) => {
      const { reader } = world;
      const entitled = [...(await namesOfBriefs(world, reader.email)).keys()].map((slug) => ({ slug }));
      await reader.get('/brief', { expect: { data: containing(...entitled) } });
    },
  },
  inactive: {
    title: 'GET /brief lists no inactive brief, also if the reader has an entitlement for it',
    ids: ['P4', 'D24'],
    needs: ['reader', 'caller'],
    steps: async (world) => {
      const { reader, userData } = world;
      const email = encodeURIComponent(reader.email);
      const active = await namesOfBriefs(world, reader.email);
      const { data } = await userData.get(`/brief-entitlement?email=${email}`);
      const { data: ofApplications } = await userData.get(`/application-entitled-brief?email=${email}`);
      const others = new Set(ofApplications.map(({ brief_slug }: Json) => brief_slug));
      // user-brief/filter lists the active ones only. A brief that is hidden there may be visible through an application.
      const inactive = data
        .map(({ brief_slug }: Json) => brief_slug)
        .filter((slug: string) => !active.has(slug) && !others.has(slug));
      await reader.get('/brief', { expect: { data: lacking(...inactive.map((slug: string) => ({ slug }))) } });
    },
  },
  'core-briefs': {
    title: 'GET /brief lists the briefs that user-data lists as those of an application for the reader',
    ids: ['P3', 'X1'],
    steps: async ({ reader, userData }) => {
      const { data } = await userData.get(`/application-entitled-brief?email=${encodeURIComponent(reader.email)}`);
      const entitled = data.map(({ brief_slug }: { brief_slug: string }) => ({ slug: brief_slug }));
      await reader.get('/brief', { expect: { data: containing(...entitled) } });
    },
  },
  listed: {
    title: 'a brief that is listed can be read, unless it has no published document',
    ids: ['P3', 'P5'],
    steps: async ({ reader }) => {
      const { data } = await reader.get('/brief');
      for (const { slug } of data.slice(0, SAMPLE)) {
        await reader.get(encoded`/brief/${slug}`, { expect: { status: [200, 404] } });
      }
    },
  },
  'document-not-entitled': {
    title: 'a document of a brief to which the reader is not entitled gets 403',
    ids: ['P3', 'P7'],
    needs: ['outsider'],
    switch: 'hideUnentitled',
    steps: ({ outsider: { reader, slug, gid } }) =>
      reader.get(encoded`/brief/${slug}/${gid}`, { sides: { false: { status: 403 }, true: { status: 404 } } }),
  },
  'not-entitled': {
    title: 'a brief to which the reader is not entitled gets 403',
    ids: ['P7'],
    needs: ['outsider'],
    switch: 'hideUnentitled',
    steps: ({ outsider: { reader, slug } }) =>
      reader.get(encoded`/brief/${slug}`, { sides: { false: { status: 403 }, true: { status: 404 } } }),
  },
  unknown: {
    title: 'an unknown brief gets 404',
    ids: ['P22', 'X5'],
    steps: ({ reader, name }) => reader.get(encoded`/brief/${name('slug')}`, { expect: { status: 404 } }),
  },
  'not-entitled-first': {
    title: 'an unknown document of a brief to which the reader is not entitled gets 403, not 404',
    ids: ['P22'],
    needs: ['outsider'],
    switch: 'hideUnentitled',
    steps: ({ outsider: { reader, slug }, name }) =>
      reader.get(encoded`/brief/${slug}/${name('gid')}`, { sides: { false: { status: 403 }, true: { status: 404 } } }),
  },
});
