import * as z from 'zod';
import type { Case } from '../../case.js';

export const documentCases: readonly Case[] = [
  {
    id: 'public-api/document/article-gid',
    title: 'the articles of a document have their gid',
    ids: ['P19'],
    needs: ['document'],
    switch: 'articleGid',
    steps: async ({ reader, document: { slug, gid } }) => {
      const articles = (article: object) => ({ data: { article: z.array(z.looseObject(article)) } });
      await reader.get(`/brief/${slug}/${gid}`, {
        sides: { true: articles({ gid: z.string() }), false: articles({ gid: z.undefined().optional() }) },
      });
    },
  },
  {
    id: 'public-api/document/web-links',
    title: 'upgrade and web are URLs of one web site',
    ids: ['P16', 'PUB-F10', 'PUB-F11'],
    needs: ['document'],
    switch: 'webOrigin',
    steps: async ({ reader, document: { slug, gid }, expect, observe }) => {
      const { data } = await reader.get(`/brief/${slug}/${gid}`, {
        expect: { data: { web: z.url(), upgrade: z.url() } },
      });
      const ofDocument = `/brief/${slug}/${gid}`;
      const origin = data.web.endsWith(ofDocument) ? data.web.slice(0, -ofDocument.length) : data.web;
      expect(
        { web: data.web, upgrade: data.upgrade },
        { web: `${origin}${ofDocument}`, upgrade: `${origin}/upgrade?brief=${slug}` },
      );
      observe(origin);
    },
  },
];
