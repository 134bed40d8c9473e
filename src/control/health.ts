import * as z from 'zod';
import { version } from '../foundation/version.js';
import { defineControlRoute } from '../protocol/control-route.js';

const health = z.strictObject({
  status: z.literal('ok'),
  version: z.string(),
  scenario: z.string(),
  seed: z.int(),
  /** The number of the last change of the session. */
  revision: z.int(),
  clock: z.iso.datetime(),
  fingerprint: z.string(),
  sessions: z.int(),
});

const showHealth = defineControlRoute({
  method: 'GET',
  path: '/__mock/health',
  summary: 'Check that the mock is running, and get a summary of its state',
  description: 'Two states with the same fingerprint have the same records, clock and counters.',
  response: health,
  handle: (_, { session, sessions }) => {
    const { scenario, seed, clock } = session.state;
    const { fingerprint } = session.snapshot();
    const state = { scenario, seed, clock: clock.toString(), fingerprint, revision: session.history?.revision ?? 0 };
    return { status: 'ok' as const, version, ...state, sessions: sessions.size };
  },
});

export const healthRoutes = [showHealth];
