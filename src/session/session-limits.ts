import * as z from 'zod/mini';
import { positiveInteger } from '../foundation/common-schemas.js';
import { MockError } from '../foundation/mock-error.js';

export const sessionLimits = z.strictObject({
  /** Whether sessions have to be created explicitly; otherwise the first request that names a session creates it. */
  strict: z._default(z.boolean(), false),
  /** The maximum number of sessions. Creating one more ends one of the client address that has most of them, the longest idle. */
  max: z._default(z.int().check(z.positive(), z.maximum(100_000)), 1000),
  /** The seconds without a request after which a session ends. */
  idleSeconds: z._default(z.number().check(z.positive()), 3600),
  /** The maximum number of sessions that requests from one client address may create; no limit by default. */
  maxPerClient: z.optional(positiveInteger),
  /** The maximum number of sessions that requests from one client address may create in a minute; no limit by default. */
  newPerMinute: z.optional(positiveInteger),
  /**
   * The seconds after a request in which a session is active, so that `max` and `maxPerClient` do not end it: if all sessions are
   * active, a new one is rejected. By default, `max` ends active sessions too, and `maxPerClient` none that was used in the last minute.
   */
  activeSeconds: z.optional(z.number().check(z.nonnegative())),
});
export type SessionLimits = z.output<typeof sessionLimits>;
export type SessionOptions = z.input<typeof sessionLimits>;

/** The error if there may be no more sessions: of one client address or, with `unavailable`, at all. */
export class TooManySessions extends MockError {
  readonly retryAfterSeconds: number;

  constructor(message: string, waitingTime: number, code: 'too_many_sessions' | 'unavailable' = 'too_many_sessions') {
    super(code, message);
    this.retryAfterSeconds = Math.ceil(waitingTime / 1000);
  }
}
