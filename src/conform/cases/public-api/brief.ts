import * as z from 'zod';
import type { Case } from '../../case.js';
import { ascending } from '../../patterns.js';

export const briefCases: readonly Case[] = [
  {
    id: 'public-api/brief/fields',
    title: 'GET /brief lists the name and the slug of each brief',
    ids: ['PUB-E1', 'PUB-F1', 'PUB-F2', 'PUB-V1'],
    needs: ['reader'],
    steps: async ({ reader }) => {
      await reader.get('/brief', { expect: { data: z.array(z.looseObject({ name: z.string(), slug: z.string() })) } });
    },
  },
  {
    id: 'public-api/brief/order',
    title: 'GET /brief is sorted by name and then by slug, case-insensitively',
    ids: ['P4'],
    needs: ['reader'],
    steps: async ({ reader }) => {
      const inOrder = ascending(({ name, slug }: Record<string, string>) => [name?.toLowerCase(), slug?.toLowerCase()]);
      await reader.get('/brief', { expect: { data: inOrder } });
    },
  },
  {
    id: 'public-api/brief/not-entitled',
    title: 'a brief to which the reader is not entitled gets 403',
    ids: ['P7'],
    needs: ['outsider'],
    switch: 'hideUnentitled',
    steps: async ({ outsider: { reader, slug } }) => {
      await reader.get(`/brief/${slug}`, { sides: { false: { status: 403 }, true: { status: 404 } } });
    },
  },
];
