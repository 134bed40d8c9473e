import * as z from 'zod/mini';
import { notFound } from '../../foundation/mock-error.js';
import { inBriefOrder } from '../../model/brief-order.js';
import { entitledBriefs } from '../../model/entitlement.js';
import { defineRoute } from '../../protocol/route.js';
import type { UserContext } from './authentication.js';
import { briefDocument, presentDocument } from './document.js';
import { publishedDocument, publishedDocuments, readableBrief } from './find-content.js';
import { readableExample } from './readable-example.js';

/** Brief and Bookmark Service, "Brief list item". */
export const briefListItem = z.strictObject({
  /** The title that readers see. */
  name: z.string(),
  /** Names the brief in URLs. */
  slug: z.string(),
});

/** P13: answers of the two fetch routes have an empty `error`. */
const fetched = z.strictObject({ data: briefDocument, error: z.array(z.never()).check(z.maxLength(0)) });

const listBriefs = defineRoute({
  method: 'GET',
  path: '/public-api/v1/brief',
  summary: 'List the briefs that the caller may read',
  decisions: ['P3', 'P4'],
  response: z.strictObject({ data: z.array(briefListItem) }),
  handle: (_, { tables, caller }: UserContext) => {
    const briefs = inBriefOrder(entitledBriefs(caller, tables), (brief) => brief);
    return { data: briefs.map(({ name, slug }) => ({ name, slug })) };
  },
});

const fetchLatest = defineRoute({
  method: 'GET',
  path: '/public-api/v1/brief/:brief_slug',
  aliases: ['/v1/brief/:brief_slug'],
  summary: 'Get the latest published document of a brief',
  decisions: ['P5', 'P6', 'P7', 'P13', 'P15', 'P16', 'P17', 'P19', 'P20', 'P21', 'P22', 'P23'],
  params: { brief_slug: z.string() },
  example: (state) => {
    const document = readableExample(state);
    return document && { params: { brief_slug: document.brief_slug } };
  },
  response: fetched,
  failures: ['not_entitled'],
  handle: ({ params }, context: UserContext) => {
    const brief = readableBrief(params.brief_slug, context);
    const published = publishedDocuments(brief, context);
    const document = published.at(-1);
    if (document === undefined) throw notFound(`Brief ${brief.slug} has no published document`);
    return { data: presentDocument({ brief, document, published, selected: true }, context), error: [] };
  },
});

const fetchDocument = defineRoute({
  method: 'GET',
  path: '/public-api/v1/brief/:brief_slug/:gid',
  summary: 'Get a published document of a brief',
  decisions: ['P5', 'P6', 'P7', 'P10', 'P13', 'P15', 'P16', 'P19', 'P20', 'P21', 'P22', 'P23'],
  params: { brief_slug: z.string(), gid: z.string() },
  example: (state) => {
    const document = readableExample(state);
    return document && { params: { brief_slug: document.brief_slug, gid: document.brief_gid } };
  },
  response: fetched,
  failures: ['not_entitled'],
  handle: ({ params }, context: UserContext) => {
    const brief = readableBrief(params.brief_slug, context);
    const document = publishedDocument(brief, params.gid, context);
    const published = publishedDocuments(brief, context);
    return { data: presentDocument({ brief, document, published, selected: false }, context), error: [] };
  },
});

export const briefRoutes = [listBriefs, fetchLatest, fetchDocument];
