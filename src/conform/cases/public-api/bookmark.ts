import * as z from 'zod';
import type { Case } from '../../case.js';

export const bookmarkCases: readonly Case[] = [
  {
    id: 'public-api/bookmark/add-brief',
    title: 'POST of a document answers with one bookmark record',
    ids: ['PUB-E5', 'PUB-T1'],
    needs: ['unbookmarked'],
    creates: ['public-api/bookmark'],
    steps: async ({ reader, unbookmarked: { slug, gid } }) => {
      const value = { brief_slug: slug, brief_gid: gid, url: `brief:${gid}` };
      await reader.post(`/bookmark/${slug}/${gid}`, {
        expect: { data: [{ email: z.string(), preference_slug: 'bookmark', value, created_on: z.int() }] },
      });
    },
  },
  {
    id: 'public-api/bookmark/repeated',
    title: 'bookmarking something again answers with the same record',
    ids: ['P8'],
    needs: ['unbookmarked'],
    creates: ['public-api/bookmark'],
    switch: 'repeatBookmark',
    steps: async ({ reader, unbookmarked: { slug, gid } }) => {
      const first = await reader.post(`/bookmark/${slug}/${gid}`);
      await reader.post(`/bookmark/${slug}/${gid}`, {
        sides: { same: { status: 200, data: first.data }, conflict: { status: 409 } },
      });
    },
  },
  {
    id: 'public-api/bookmark/remove-missing',
    title: 'removing a bookmark that does not exist gets 404',
    ids: ['P9'],
    needs: ['unbookmarked'],
    creates: ['public-api/bookmark'],
    switch: 'deleteMissingBookmark',
    steps: async ({ reader, unbookmarked: { slug, gid } }) => {
      await reader.delete(`/bookmark/${slug}/${gid}`, {
        sides: { 'not-found': { status: 404 }, empty: { status: 200, data: [] } },
      });
    },
  },
];
