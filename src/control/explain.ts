import { explain, explanation, explanationQuery } from '../model/explanation.js';
import { defineControlRoute } from '../protocol/control-route.js';
import { one } from './response-schemas.js';

const explainEntitlement = defineControlRoute({
  method: 'GET',
  path: '/__mock/explain',
  summary: 'Get why a brief is in the list that the public API answers to a user, or not',
  description: 'For each way of being entitled to a brief, the answer has what the user lacks.',
  decisions: ['P3', 'P24'],
  query: explanationQuery.shape,
  response: one(explanation),
  failures: ['not_found'],
  handle: ({ query }, { tables }) => ({ data: explain(tables, query) }),
});

export const explainRoutes = [explainEntitlement];
