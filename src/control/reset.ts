import { defineRoute } from '../protocol/route.js';
import { baselineShape } from '../session/session.js';
import { stateSummary, summaryOf } from './shapes.js';

const reset = defineRoute({
  method: 'POST',
  path: '/__mock/reset',
  summary: 'Back to the baseline; a scenario or a seed in the body changes the baseline first',
  decisions: ['X20'],
  body: baselineShape.optional(),
  response: stateSummary,
  failures: ['not_found'],
  immune: true,
  handle: ({ body }, context) => {
    context.session.reset(body);
    return summaryOf(context);
  },
});

export const resetRoutes = [reset];
