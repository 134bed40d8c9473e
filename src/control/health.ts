import * as z from 'zod/mini';
import { issuesError } from '../foundation/mock-error.js';
import { version } from '../foundation/version.js';
import { changedSwitches } from '../protocol/behavior.js';
import { defineControlRoute } from './control-route.js';

const status = z.literal('ok');

const health = z.strictObject({
  status,
  version: z.string(),
  scenario: z.string(),
  seed: z.int(),
  /** The number of the last change of the session. */
  revision: z.int(),
  clock: z.iso.datetime(),
  /** The behaviour switches that are not at their defaults, if there are any. */
  behavior: z.optional(z.record(z.string(), z.unknown())),
  fingerprint: z.optional(z.string()),
  sessions: z.int(),
});
export type Health = z.output<typeof health>;

const showHealth = defineControlRoute({
  method: 'GET',
  path: '/__mock/health',
  summary: 'Get a summary of the state; with ?fingerprint, also its fingerprint',
  // Computing the fingerprint of a large state takes seconds.
  query: { fingerprint: z.optional(z.enum(['', 'true'])) },
  description: 'Two states with the same fingerprint have the same records, clock and counters.',
  response: health,
  handle: ({ query }, { session, sessions, behavior: switches }) => {
    const { scenario, seed, clock } = session.state;
    const { revision } = session;
    const behavior = changedSwitches(switches);
    const changed = Object.keys(behavior).length > 0 && { behavior };
    const summary = { status: 'ok' as const, version, scenario, seed, revision, clock: clock.toString(), ...changed };
    const { size } = sessions;
    if (query.fingerprint === undefined) return { ...summary, sessions: size };
    return session.fingerprint().then((fingerprint) => ({ ...summary, fingerprint, sessions: size }));
  },
});

const probe = z.strictObject({ status });

const showLive = defineControlRoute({
  method: 'GET',
  path: '/__mock/live',
  summary: 'Check that the server answers requests',
  description: 'Everyone may call it, without a token. It belongs to no session.',
  response: probe,
  isOpen: true,
  exemptFromFaults: true,
  handle: () => ({ status: 'ok' as const }),
});

const showReady = defineControlRoute({
  method: 'GET',
  path: '/__mock/ready',
  summary: 'Check that the server may get requests',
  description: 'Everyone may call it, without a token. It belongs to no session.',
  response: probe,
  failures: ['unavailable'],
  isOpen: true,
  exemptFromFaults: true,
  handle: (_, { listener }) => {
    const reasons = listener?.whyNotReady?.() ?? [];
    if (reasons.length > 0) throw issuesError('unavailable', reasons);
    return { status: 'ok' as const };
  },
});

export const healthRoutes = [showHealth, showLive, showReady];
