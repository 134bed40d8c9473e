import { MockError } from '../../foundation/mock-error.js';
import type { Row } from '../../model/tables.js';
import { bearerToken } from '../../protocol/bearer-token.js';
import type { RouteContext } from '../../protocol/route.js';
import type { CallContext } from '../../protocol/service.js';
import { isExpired } from '../../state/access-tokens.js';

type User = Row<'user'>;

/** The context of the routes that a user calls. */
export type UserContext = RouteContext<User>;

/**
 * The user whom `Authorization: Bearer <token>` names (Brief and Bookmark Service, "Authentication"; P1, P2, P24).
 * @throws MockError `unauthorized`, saying what is wrong with the header.
 */
export function authenticate(headers: Headers, context: CallContext): User {
  const header = headers.get('authorization');
  if (header === null) throw unauthorized('The header Authorization: Bearer <token> is missing');
  const token = bearerToken(header);
  if (token === undefined) throw unauthorized('The header Authorization is not of the form Bearer <token>');

  const issued = context.tables.access_token.get(token);
  if (issued !== undefined) {
    if (isExpired(issued, context.clock)) {
      throw unauthorized(`The token expired at ${new Date(Number(issued.expires_at) * 1000).toISOString()}`);
    }
    return userNamed(issued.email, context);
  }
  if (context.behavior.tokens === 'jwt') return userNamed(emailClaim(token), context);
  if (context.behavior.tokens === 'any') {
    const user = context.tables.user.find({ email: token }) ?? context.tables.user.first();
    if (user !== undefined) return user;
    throw unauthorized('There is no user whom the token could name');
  }
  throw unauthorized('The token is not one that was issued');
}

function userNamed(email: string, { tables }: CallContext): User {
  const user = tables.user.find({ email });
  if (user === undefined) throw unauthorized(`The token names ${email}, who is not a user`);
  return user;
}

/** The `email` claim of an unverified JWT, or its `sub`. */
function emailClaim(token: string): string {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
    const { email, sub } = JSON.parse(new TextDecoder().decode(bytes));
    const name: unknown = email ?? sub;
    if (typeof name === 'string') return name;
  } catch {
    throw unauthorized('The token is neither issued nor a JWT');
  }
  throw unauthorized('The JWT has neither an email nor a sub claim');
}

function unauthorized(message: string): MockError {
  return new MockError('unauthorized', message);
}
