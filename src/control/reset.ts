import * as z from 'zod/mini';
import { baselineSchema } from '../session/session.js';
import { defineControlRoute } from './control-route.js';
import { stateSummary, summaryOf } from './response-schemas.js';

export const reset = defineControlRoute({
  method: 'POST',
  path: '/__mock/reset',
  summary: 'Reset to the baseline; a scenario or seed in the body changes the baseline first',
  decisions: ['X20'],
  body: z.optional(baselineSchema),
  example: ({ scenario }) => ({ body: { scenario } }),
  response: stateSummary,
  failures: ['not_found'],
  exemptFromFaults: true,
  broadcast: true,
  handle: ({ body }, context) => {
    context.session.reset(body);
    return summaryOf(context);
  },
});
