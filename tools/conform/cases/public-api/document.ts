import * as z from 'zod/mini';
import { monthAndDay } from '../../../../src/services/public-api/dates.js';
import { briefDocument } from '../../../../src/services/public-api/document.js';
import { encoded } from '../../api.js';
import { newestFirst } from '../../orders.js';
import { casesAbout } from '../cases-about.js';

export const documentCases = casesAbout('public-api/document', { needs: ['document'] })({
  latest: {
    title: 'GET /brief/<slug> answers the latest published document as an object, with an empty list of errors',
    ids: [
      ...['PUB-E2', 'PUB-V2', 'PUB-V3', 'P13', 'PUB-F3', 'PUB-F4', 'PUB-F5', 'PUB-F7', 'PUB-F8', 'PUB-F10', 'PUB-F11'],
      ...['PUB-F6', 'PUB-F12', 'PUB-F13', 'PUB-F14', 'PUB-F15'],
    ],
    steps: async ({ reader, document: { slug }, expect }) => {
      const { data } = await reader.get(encoded`/brief/${slug}`, {
        expect: { data: briefDocument, body: { error: [] } },
      });
      expect(data.slug, slug);
    },
  },
  'by-gid': {
    title: 'GET /brief/<slug>/<gid> answers the document of that gid in the same format, with its articles',
    ids: [
      ...['PUB-E4', 'PUB-V2', 'PUB-V3', 'P13', 'PUB-F5', 'PUB-F17', 'PUB-F18', 'PUB-F19', 'PUB-F20', 'PUB-F21'],
      ...['PUB-F22', 'PUB-F23'],
    ],
    steps: async ({ reader, document: { slug, gid, name }, expect }) => {
      const { data } = await reader.get(encoded`/brief/${slug}/${gid}`, {
        expect: { data: briefDocument, body: { error: [] } },
      });
      expect(data, { slug, gid, name });
    },
  },
  same: {
    title:
      'a document that is read by its gid has the same articles, in the same order, as one that is read by its slug',
    ids: ['PUB-R1', 'PUB-F7'],
    steps: async ({ reader, document: { slug } }) => {
      const { data } = await reader.get(encoded`/brief/${slug}`);
      const { name, share, web, upgrade } = data;
      await reader.get(encoded`/brief/${slug}/${data.gid}`, {
        expect: { data: { name, share, web, upgrade, article: data.article } },
      });
    },
  },
  gids: {
    title: 'the gid of a document is a digit, a hyphen and digits',
    ids: ['PUB-R5'],
    steps: async ({ reader, document: { slug } }) => {
      const gid = z.string().check(z.regex(/^\d-\d+$/));
      const entries = z.array(z.looseObject({ gid }));
      await reader.get(encoded`/brief/${slug}`, {
        expect: { data: { gid, date_option: { picker: entries, slider: entries } } },
      });
    },
  },
  picker: {
    title: 'the picker lists dates such as 2026-03-04, newest first, starting with the latest document',
    ids: ['P5', 'P6', 'PUB-F12', 'PUB-F14', 'PUB-F15'],
    steps: async ({ reader, document: { slug }, expect }) => {
      const { data } = await reader.get(encoded`/brief/${slug}`);
      const { picker } = data.date_option;
      expect(picker, z.array(z.looseObject({ date: z.iso.date() })));
      expect(picker, newestFirst);
      expect(picker[0], { gid: data.gid });
    },
  },
  slider: {
    title: 'the slider lists the latest seven dates of the picker, such as March 4',
    ids: ['P6', 'PUB-F13', 'PUB-F14', 'PUB-F15'],
    steps: async ({ reader, document: { slug }, expect }) => {
      const { data } = await reader.get(encoded`/brief/${slug}`);
      const { picker, slider } = data.date_option;
      const latest = picker.slice(0, 7).map(({ date, gid }: { date: string; gid: string }) => ({
        date: monthAndDay(date),
        gid,
      }));
      expect(slider, latest);
    },
  },
  selected: {
    title: 'only the entries of the document itself are selected, and only if it is read by the slug',
    ids: ['P6', 'PUB-F16'],
    steps: async ({ reader, document: { slug }, expect }) => {
      const { data } = await reader.get(encoded`/brief/${slug}`);
      const { picker, slider } = data.date_option;
      for (const entry of [...picker, ...slider]) {
        expect(entry, { selected: entry.gid === data.gid ? true : undefined });
      }
      const none = z.array(z.looseObject({ selected: z.optional(z.undefined()) }));
      await reader.get(encoded`/brief/${slug}/${data.gid}`, {
        expect: { data: { date_option: { picker: none, slider: none } } },
      });
    },
  },
  older: {
    title: 'an older document is read with its gid from the picker, and has the slug of the brief',
    ids: ['PUB-E4', 'PUB-R2', 'PUB-R12'],
    needs: ['olderDocument'],
    steps: async ({ reader, olderDocument: { slug, gid } }) => {
      const { data } = await reader.get(encoded`/brief/${slug}`);
      await reader.get(encoded`/brief/${slug}/${gid}`, { expect: { data: { gid, slug, name: data.name } } });
    },
  },
  unknown: {
    title: 'an unknown document of a known brief gets 404',
    ids: ['P22', 'X5'],
    steps: ({ reader, document: { slug }, name }) =>
      reader.get(encoded`/brief/${slug}/${name('gid')}`, { expect: { status: 404 } }),
  },
  'other-brief': {
    title: 'a document gets 404 below the slug of another brief',
    ids: ['P10'],
    steps: async ({ reader, document: { slug, gid }, cannotTell }) => {
      const { data } = await reader.get('/brief');
      const other = data.find((brief: { slug: string }) => brief.slug !== slug);
      if (other === undefined) cannotTell('two briefs that the reader may read');
      await reader.get(encoded`/brief/${other.slug}/${gid}`, { expect: { status: 404 } });
    },
  },
  'without-prefix': {
    title: 'GET /v1/brief/<slug> answers as the path with public-api',
    ids: ['PUB-E3', 'P17'],
    steps: async ({ reader, document: { slug } }) => {
      const { body } = await reader.get(encoded`/brief/${slug}`);
      await reader.get(encoded`../v1/brief/${slug}`, { expect: { body } });
    },
  },
  share: {
    title: 'share of a document has its name as the subject, and the text of its first snippet as the body',
    ids: ['P15', 'PUB-F9'],
    steps: async ({ reader, document: { slug, gid }, expect }) => {
      const { data } = await reader.get(encoded`/brief/${slug}/${gid}`);
      expect(mailOf(data.share), { subject: data.name, body: textOf(data.article[0].snippet) });
    },
  },
  'share-article': {
    title: 'share of an article has its title as the subject, and the text of its snippet as the body',
    ids: ['P15', 'PUB-F23'],
    steps: async ({ reader, document: { slug, gid }, expect }) => {
      const { data } = await reader.get(encoded`/brief/${slug}/${gid}`);
      for (const { share, title, snippet } of data.article) {
        expect(mailOf(share), { subject: title, body: textOf(snippet) });
      }
    },
  },
  'share-encoding': {
    title: 'subject and body of share are percent-encoded',
    ids: ['P15', 'PUB-F9', 'PUB-F23'],
    steps: async ({ reader, document: { slug, gid } }) => {
      const share = z.string().check(z.regex(/^mailto:\?subject=[^&=\s<>"+]*&body=[^&=\s<>"+]*$/));
      await reader.get(encoded`/brief/${slug}/${gid}`, {
        expect: { data: { share, article: z.array(z.looseObject({ share })) } },
      });
    },
  },
  'article-gid': {
    title: 'the articles of a document have their gid',
    ids: ['P19'],
    switch: 'articleGid',
    steps: async ({ reader, document: { slug, gid } }) => {
      const articles = (article: object) => ({ data: { article: z.array(z.looseObject(article)) } });
      await reader.get(encoded`/brief/${slug}/${gid}`, {
        sides: { true: articles({ gid: z.string() }), false: articles({ gid: z.optional(z.undefined()) }) },
      });
    },
  },
  'web-links': {
    title: 'upgrade and web are URLs of one web site',
    ids: ['P16', 'PUB-F10', 'PUB-F11'],
    switch: 'webOrigin',
    steps: async ({ reader, document: { slug, gid }, expect, observe }) => {
      const { data } = await reader.get(encoded`/brief/${slug}/${gid}`, {
        expect: { data: { web: z.url(), upgrade: z.url() } },
      });
      const ofDocument = encoded`/brief/${slug}/${gid}`;
      const origin = data.web.endsWith(ofDocument) ? data.web.slice(0, -ofDocument.length) : data.web;
      expect(
        { web: data.web, upgrade: data.upgrade },
        { web: `${origin}${ofDocument}`, upgrade: origin + encoded`/upgrade?brief=${slug}` },
      );
      observe(origin);
    },
  },
});

/** The decoded parts of a share link. */
function mailOf(share: string): Record<string, string> {
  const parts = share.replace(/^mailto:\?/, '').split('&');
  return Object.fromEntries(
    parts.map((part) => {
      const [name = '', value = ''] = part.split('=');
      return [name, decodeURIComponent(value)];
    }),
  );
}

/** The text of a snippet, if it has at most simple tags; otherwise any text. */
function textOf(snippet: string): unknown {
  const plain = snippet.replace(/<\/?[a-z][^<>]*>/gi, '');
  return /[<>&]/.test(plain) ? z.string() : plain.replace(/\s+/g, ' ').trim();
}
