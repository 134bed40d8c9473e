import { type CaptureSource, isOfRecord, type SeenAnswer } from '../../tools/capture/index.js';
import { isSuccess } from '../../tools/conform/api.js';
import { apiRequest } from '../../tools/conform/api-routes.js';
import type { Exchange } from '../../tools/conform/index.js';
import { parseJson } from '../foundation/parse-json.js';
import { readRecording } from './conform-recording.js';

/**
 * The answers to GET requests in a recording, for each request the latest that is not a failure. Writes are counted: what they change is captured as far as
 * later reads show it. @throws Error if the file cannot be read
 */
export async function answersInRecording(file: string): Promise<CaptureSource> {
  const exchanges = await readRecording(file);
  const readers = readersIn(exchanges);
  const latest = new Map<string, SeenAnswer>();
  let writes = 0;
  for (const { method, url, status, link, body, token, isCached } of exchanges) {
    const request = apiRequest(method, url);
    if (request?.writes) writes++;
    if (request === undefined || method !== 'GET' || body === undefined || body === '' || isCached) continue;
    const path = request.path.replace(/^\/v1\//, '/public-api/v1/');
    const query = request.query.slice(1);
    // Browsers leave out tokens unless one chooses otherwise.
    const known = token === undefined ? UNKNOWN_READER : readers.get(token);
    const reader = request.service.name === 'public-api' ? known : undefined;
    const key = `${reader ?? ''} ${path}?${query}`;
    // A failure shows nothing, but a record that is not found is gone.
    const isGone = status === 404 && isOfRecord(path);
    if (!isSuccess({ status }) && !isGone && latest.has(key)) continue;
    // A later answer takes a later place.
    latest.delete(key);
    latest.set(key, { path, query, reader, status, link: link ?? undefined, body: parseJson(body) });
  }
  return { answers: [...latest.values()], writes };
}

/** The reader whose requests have no recorded token. */
const UNKNOWN_READER = 'reader@unknown.example';

/** The e-mails of the readers whose tokens were recorded: answers and tokens may say them; otherwise they are made up. */
function readersIn(exchanges: readonly Exchange[]): ReadonlyMap<string, string> {
  const readers = new Map<string, string>();
  for (const { token, body } of exchanges) {
    if (token === undefined) continue;
    const email = emailInBookmark(body) ?? emailInToken(token);
    if (email !== undefined) readers.set(token, email);
  }
  let unknown = 0;
  for (const { token, url } of exchanges) {
    if (token === undefined || readers.has(token) || !/\/public-api\/|\/v1\/brief\//.test(url)) continue;
    readers.set(token, `reader-${++unknown}@unknown.example`);
  }
  return readers;
}

/** A new bookmark names the reader. */
function emailInBookmark(body: string | undefined): string | undefined {
  const { data } = (parseJson(body ?? '') ?? {}) as { data?: unknown };
  const [first] = Array.isArray(data) ? data : [];
  const { email, preference_slug } = (first ?? {}) as { email?: unknown; preference_slug?: unknown };
  return preference_slug === 'bookmark' && typeof email === 'string' ? email : undefined;
}

/** The e-mail in a JWT. */
function emailInToken(token: string): string | undefined {
  const [, payload = ''] = token.split('.');
  const claims = (parseJson(Buffer.from(payload, 'base64url').toString()) ?? {}) as { email?: unknown; sub?: unknown };
  return [claims.email, claims.sub].find((claim): claim is string => typeof claim === 'string' && claim.includes('@'));
}
