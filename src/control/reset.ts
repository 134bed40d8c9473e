import * as z from 'zod';
import { defineRoute } from '../protocol/route.js';
import { baselineShape } from '../protocol/session.js';

const reset = defineRoute({
  method: 'POST',
  path: '/__mock/reset',
  summary: 'Back to the baseline; a scenario or a seed in the body changes the baseline first',
  decisions: ['X20'],
  body: baselineShape.optional(),
  response: z.strictObject({ scenario: z.string(), seed: z.int(), clock: z.iso.datetime() }),
  handle: ({ body }, { session }) => {
    session.reset(body);
    const { scenario, seed, clock } = session.state;
    return { scenario, seed, clock: clock.toString() };
  },
});

export const resetRoutes = [reset];
