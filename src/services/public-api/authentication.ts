import { didYouMean } from '../../foundation/did-you-mean.js';
import { MockError } from '../../foundation/mock-error.js';
import type { Row } from '../../model/tables.js';
import { bearerToken } from '../../protocol/bearer-token.js';
import { jwtClaims } from '../../protocol/jwt.js';
import { headerIn, type RequestHeaders } from '../../protocol/request-headers.js';
import type { RouteContext } from '../../protocol/route.js';
import type { CallContext } from '../../protocol/service.js';
import { isExpired } from '../../state/access-tokens.js';

/** The same in the process and over HTTP, so that a trace of one can be replayed in the other. */
const GET_ONE = 'get one with mock.tokenFor(email), or with POST /__mock/tokens';

/** The context of routes whose caller is a user. */
export type UserContext = RouteContext<Row<'user'>>;

/**
 * The user of the token in `Authorization: Bearer <token>` (Brief and Bookmark Service, "Authentication"; P1, P2, P24).
 * @throws MockError `unauthorized` with the reason.
 */
export function authenticate(headers: RequestHeaders, context: CallContext): Row<'user'> {
  const header = headerIn(headers, 'authorization');
  if (header === undefined) throw unauthorized(`The header Authorization: Bearer <token> is required; ${GET_ONE}`);
  const token = bearerToken(header);
  if (token === undefined) throw unauthorized('The header Authorization must have the form Bearer <token>');

  const issued = context.tables.access_token.get(token);
  if (issued !== undefined) {
    if (isExpired(issued, context.clock)) {
      throw unauthorized(`The token expired at ${new Date(Number(issued.expires_at) * 1000).toISOString()}`);
    }
    return userWithEmail(issued.email, context);
  }
  if (context.behavior.tokens === 'jwt') return userWithEmail(emailClaim(token), context);
  if (context.behavior.tokens === 'any') {
    const user = context.tables.user.find({ email: token }) ?? context.tables.user.first();
    if (user !== undefined) return user;
    throw unauthorized('No token is valid, because there are no users');
  }
  const message = `The token was not issued by this mock; ${GET_ONE}`;
  throw new MockError('unauthorized', message, [], message + similarTo(token, context));
}

/**
 * A suggestion for the journal. The answer has none, because a trace hides tokens of other systems, and its replay must give the
 * same answer. Suggests only tokens that somebody has chosen, such as those of personas. Generated ones, in hexadecimal digits,
 * are secrets.
 */
function similarTo(token: string, { tables: { access_token } }: CallContext): string {
  const chosen = () => access_token.all().flatMap((issued) => (/^[\da-f]+$/.test(issued.token) ? [] : [issued.token]));
  return didYouMean(token, { count: access_token.size, list: chosen });
}

function userWithEmail(email: string, { tables }: CallContext): Row<'user'> {
  const user = tables.user.find({ email });
  if (user === undefined) throw unauthorized(`The token is for ${email}, but there is no user with this e-mail`);
  return user;
}

/** The `email` claim of an unverified JWT, or its `sub`. */
function emailClaim(token: string): string {
  const claims = jwtClaims(token);
  if (claims === undefined) throw unauthorized('The token was not issued by this mock and is not a JWT');
  const name = [claims.email, claims.sub].find((claim) => typeof claim === 'string' && claim !== '');
  if (typeof name === 'string') return name;
  throw unauthorized('The JWT must have a claim email or sub');
}

function unauthorized(message: string): MockError {
  return new MockError('unauthorized', message);
}
