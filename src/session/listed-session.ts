import * as z from 'zod/mini';
import type { Session } from './session.js';

export const sessionInfo = z.strictObject({
  /** The name of the session. */
  id: z.string(),
  /** The scenario that the state was built from. */
  scenario: z.string(),
  /** The seed of all random values. */
  seed: z.int(),
  /** The time of its clock. */
  clock: z.iso.datetime(),
  /** The number of API requests since it was created, reset or restored. */
  requests: z.int(),
  /** Seconds since its last request. */
  idle_seconds: z.int(),
  /** The reader who sent its latest request of a known reader. */
  email: z.optional(z.string()),
  /** The address of the client that created it. */
  client: z.optional(z.string()),
});

/** A session in a list. */
export type SessionInfo = z.output<typeof sessionInfo>;

/** A session other than the default session. */
export type NamedSession = Session & { readonly id: string };

/** How a session came to be. */
export interface SessionOrigin {
  /** The address from which it was created; undefined in the process. */
  readonly client?: string | undefined;
  /** Whether a call created it, not a request that names it: the limits of one client do not apply. */
  readonly isCreated?: boolean | undefined;
}

/** A session in the list of a mock. */
export interface ListedSession extends SessionOrigin {
  readonly session: NamedSession;
  /** The time of the last request, by the machine's clock, in milliseconds. */
  usedAt: number;
}

export function infoOf({ session, client, usedAt }: ListedSession): SessionInfo {
  const { id, requestIds, state, shared } = session;
  const { scenario, seed, clock } = state;
  const idle_seconds = Math.floor((shared.machine.elapsed - usedAt) / 1000);
  const email = session.journal.caller;
  return {
    ...{ id, scenario, seed, clock: clock.toString(), requests: requestIds.count, idle_seconds },
    ...(email !== undefined && { email }),
    ...(client !== undefined && { client }),
  };
}
