import * as z from 'zod';
import type { Clock } from '../foundation/clock.js';
import { show } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';
import type { Row } from '../model/tables.js';
import type { State } from './state.js';

/** Seconds that a token works; with them it ends in the years that a clock has. */
export const lifetimeShape = z.int({ abort: true }).positive().max(1e10);

/**
 * Issues an access token to a user (P1). `expiresIn` is its lifetime in seconds by the mock's clock; left out, it never
 * ends.
 * @throws MockError `not_found` where no user has the e-mail.
 */
export function issueToken({ tables, clock }: State, email: string, expiresIn?: number): Row<'access_token'> {
  if (!tables.user.has({ email })) throw new MockError('not_found', `There is no user ${show(email)}`);
  return tables.access_token.insert({ email, expires_at: expiresIn === undefined ? null : clock.seconds + expiresIn });
}

/** Whether a token works no more (P1). */
export function isOver({ expires_at }: Row<'access_token'>, clock: Clock): boolean {
  return expires_at !== null && expires_at <= clock.seconds;
}

/** A token that the user has and that works now; undefined where there is none. */
export function validToken({ tables, clock }: State, email: string): string | undefined {
  return tables.access_token.list({ email }).find((issued) => !isOver(issued, clock))?.token;
}

/** A token of the user that works now: one they have, or a new one that never expires. */
export function tokenFor(state: State, email: string): string {
  return validToken(state, email) ?? issueToken(state, email).token;
}
