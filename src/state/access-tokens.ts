import * as z from 'zod/mini';
import type { Clock } from '../foundation/clock.js';
import { userWith } from '../model/find-user.js';
import type { Row } from '../model/tables.js';
import type { State } from './state.js';

/** The lifetime of a token in seconds; until the year 9682, the limit keeps the time of expiry within the range of the clock. */
export const tokenLifetime = z.int({ abort: true }).check(z.positive(), z.maximum(1e10));

/**
 * Issues an access token to a user (P1). `expiresIn` is its lifetime in seconds of the mock's clock; without it the token
 * never expires.
 * @throws MockError `not_found` if no user has the e-mail.
 */
export function issueToken({ tables, clock }: State, email: string, expiresIn?: number): Row<'access_token'> {
  userWith(email, tables);
  return tables.access_token.insert({ email, expires_at: expiresIn === undefined ? null : clock.seconds + expiresIn });
}

/** Whether a token has expired (P1). */
export function isExpired({ expires_at }: Row<'access_token'>, clock: Clock): boolean {
  return expires_at !== null && expires_at <= clock.seconds;
}

/** The valid token of the user that lasts longest; undefined if there is none. */
export function validToken({ tables, clock }: State, email: string): string | undefined {
  const valid = tables.access_token.list({ email }).filter((issued) => !isExpired(issued, clock));
  const endOf = ({ expires_at }: Row<'access_token'>) => expires_at ?? Number.POSITIVE_INFINITY;
  const longest = Math.max(...valid.map(endOf));
  return valid.find((issued) => endOf(issued) === longest)?.token;
}

/** A valid token of the user: an existing one, or a new one that never expires. */
export function tokenFor(state: State, email: string): string {
  return validToken(state, email) ?? issueToken(state, email).token;
}
