import * as z from 'zod/mini';
import { Clock, clockReadingSchema } from '../foundation/clock.js';
import { expectPassable } from '../session/life.js';
import { defineControlRoute } from './control-route.js';

const PATH = '/__mock/clock';

const change = z.strictObject({
  /** ISO 8601 with a time zone. */
  now: z.optional(z.string()),
  /** Added after `now` is set; may be negative. */
  advance_seconds: z.optional(z.number()),
  frozen: z.optional(z.boolean()),
});

const showClock = defineControlRoute({
  method: 'GET',
  path: PATH,
  summary: 'Get the time of the clock, and whether it is frozen',
  description: 'The mock has its own time. A frozen clock stands still until it is set or advanced.',
  response: clockReadingSchema,
  handle: (_, { clock }) => clock.reading(),
});

const setClock = defineControlRoute({
  method: 'PUT',
  path: PATH,
  summary: 'Set, advance, freeze or unfreeze the clock',
  description:
    '`now`, `advance_seconds` and `frozen` are applied in this order. If one is invalid, nothing changes. If the mock lives, its actors act while the clock advances, but not while it is set.',
  body: change,
  example: () => ({ body: { advance_seconds: 3600 } }),
  response: clockReadingSchema,
  broadcast: true,
  inParts: true,
  handle: ({ body }, { clock, session }) => {
    const pass = session.shared.life && expectPassable;
    if (pass !== undefined) changeClock(new Clock(clock.reading(), undefined, undefined, pass), body);
    changeClock(clock, body);
    return clock.reading();
  },
});

const resetClock = defineControlRoute({
  method: 'DELETE',
  path: PATH,
  summary: 'Reset the clock to that of the baseline',
  description: 'The records stay as they are.',
  example: () => ({}),
  response: clockReadingSchema,
  broadcast: true,
  handle: (_, { clock, session }) => {
    session.resetClock();
    return clock.reading();
  },
});

/** @throws MockError `malformed_data` for an invalid change */
function changeClock(clock: Clock, { now, advance_seconds, frozen }: z.output<typeof change>): void {
  if (now !== undefined) clock.set(now);
  if (advance_seconds !== undefined) clock.advance({ seconds: advance_seconds });
  if (frozen === true) clock.freeze();
  if (frozen === false) clock.unfreeze();
}

export const clockRoutes = [showClock, setClock, resetClock];
