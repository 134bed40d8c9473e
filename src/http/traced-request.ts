import { bytesIn } from '../foundation/bytes-in.js';
import { HIDDEN } from '../foundation/secrets.js';
import { sha256Of } from '../foundation/sha256.js';
import { bearerToken } from '../protocol/bearer-token.js';
import { jwtClaims } from '../protocol/jwt.js';
import { headerIn } from '../protocol/request-headers.js';
import { readsBody } from '../protocol/route.js';
import type { RecordedText, ReplayParts } from '../session/entry.js';
import { cutText } from '../session/journal-entry.js';
import type { Call } from './call.js';
import { splitAt } from './response-cache.js';

/** Longer bodies of answers are recorded as their hash, in characters. */
const BODY_LIMIT = 1024 * 1024;

/** What stands for a token that is not the service token, which is `[hidden]`. */
const OTHER = '[other]';

/** The headers on which reading a body depends. */
const BODY_HEADERS = ['content-type', 'content-encoding'];

/** The headers of a request that its answer may depend on. */
export function tracedHeaders(call: Call): ReplayParts['headers'] {
  const { request, match, session } = call;
  const { headers } = request;
  const route = match?.route;
  const found: [string, string][] = [];
  const authorization = headerIn(headers, 'authorization');
  if (authorization !== undefined) {
    const visible = visibleAuthorization(authorization, call);
    if (visible !== undefined) found.push(['authorization', visible]);
  }
  const ofBody = route !== undefined && readsBody(route) ? BODY_HEADERS : [];
  for (const name of [...ofBody, ...namesOf(route?.headers), ...session.faults.comparedHeaders]) {
    const value = headerIn(headers, name);
    // Authorization is above.
    if (name !== 'authorization' && value !== undefined && !found.some(([other]) => other === name))
      found.push([name, value]);
  }
  return found;
}

function namesOf(headers: object | undefined): string[] {
  return headers === undefined ? [] : Object.keys(headers).map((name) => name.toLowerCase());
}

/**
 * The header, with a token of another system replaced by one that gets the same answer. Undefined if the service does not
 * authenticate callers.
 */
function visibleAuthorization(header: string, { service, config, session, email }: Call): string | undefined {
  const { tokens, serviceToken } = config.behavior;
  const isOptional = service?.credential.optional !== false;
  if (isOptional && serviceToken === null) return undefined;
  if (email !== null && tokens === 'issued') return header;
  const token = bearerToken(header);
  if (token === undefined) return HIDDEN;
  const { tables } = session.state;
  if (isOptional) return `Bearer ${token === serviceToken ? HIDDEN : OTHER}`;
  if (tables.access_token.get(token) !== undefined) return header;
  if (tokens === 'any' && tables.user.find({ email: token }) !== undefined) return header;
  // The signature of a JWT is not verified.
  if (tokens === 'jwt' && jwtClaims(token) !== undefined)
    return `Bearer ${token.split('.').slice(0, 2).join('.')}.${HIDDEN}`;
  return `Bearer ${HIDDEN}`;
}

/**
 * A body as it is recorded; `id` is the request id if the body may contain it. Without a trace, it is cut to what the journal
 * shows.
 */
export function recordedText(body: string, id: string | undefined, isTraced: boolean): RecordedText {
  // A fault rule may have cut it off before the id.
  const [head, tail] = splitAt(body, id !== undefined && body.includes(id) ? id : undefined);
  const text = { head, tail };
  if (!isTraced) return cutText(text);
  if (body.length <= BODY_LIMIT) return text;
  const sha256 = sha256Of(body);
  const withoutId = tail === undefined ? sha256 : sha256Of(head + tail);
  return { ...cutText(text), sha256, whole: { bytes: bytesIn(body), withoutId } };
}

/** The number of characters in a text that are recorded. */
export function lengthOf(text: RecordedText | undefined): number {
  return text === undefined ? 0 : text.head.length + (text.tail?.length ?? 0);
}
