import * as z from 'zod/mini';
import { explain, explainAll, explanation, explanationQuery } from '../model/explanation.js';
import { defineControlRoute } from './control-route.js';
import { list, listOf, one } from './response-schemas.js';

export const explainEntitlement = defineControlRoute({
  method: 'GET',
  path: '/__mock/explain',
  summary: 'Get why a brief, or each brief, is in the list that the public API answers to a user, or not',
  description: 'For each way of being entitled to a brief, the answer has what the user lacks.',
  decisions: ['P3', 'P24'],
  query: explanationQuery.shape,
  example: ({ tables, user: { email } }) => {
    const brief = tables.brief.first()?.slug;
    return brief === undefined ? undefined : { query: { email, brief } };
  },
  response: z.union([one(explanation), list(explanation)]),
  failures: ['not_found'],
  handle: ({ query: { email, brief } }, { tables }) =>
    brief === undefined ? listOf(explainAll(tables, email)) : { data: explain(tables, { email, brief }) },
});
