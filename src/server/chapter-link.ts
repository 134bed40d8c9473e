import { formatValue } from '../foundation/format-value.js';
import { MockError, notFound } from '../foundation/mock-error.js';
import { responseOf } from '../http/response-of.js';
import { internals } from '../mock/internals.js';
import type { Mock } from '../mock/mock.js';
import { MethodNotAllowed } from '../protocol/http-status.js';
import type { Reply } from '../protocol/reply.js';
import type { RequestData } from '../protocol/request-data.js';
import { headerIn } from '../protocol/request-headers.js';
import { SESSION_PREFIX } from '../session/session-address.js';
import { returnPath } from './start-again.js';

/** Before the name of a chapter: a link for slides, which leads a visitor to the chapter. */
export const CHAPTER_LINK = '/__mock/demo/chapter/';

interface WhoFollows {
  readonly mock: Mock;
  /** The id of the visitor's session, which may not exist yet. */
  readonly id: string;
  /** Starts the session, if it does not exist; it returns an answer if it could not. */
  readonly begin: () => Promise<Reply | undefined>;
}

/**
 * Takes the session of a visitor to a chapter, and leads back to the application.
 * @throws MockError `method_not_allowed`; `forbidden` for a link that nobody opened; `not_found` for an unknown chapter;
 * `malformed_data` for an invalid `return`
 */
export async function followChapterLink(request: RequestData, name: string, follower: WhoFollows): Promise<Response> {
  const { mock, id, begin } = follower;
  const { method, headers, signal } = request;
  if (method !== 'GET') throw new MethodNotAllowed(method, `${CHAPTER_LINK}${name}`, ['GET']);
  const opened = headerIn(headers, 'sec-fetch-dest') ?? 'document';
  if (opened !== 'document' || headerIn(headers, 'sec-purpose') !== undefined) {
    throw new MockError(
      'forbidden',
      'The link of a chapter changes what the visitor sees, so it must be opened as a page',
    );
  }
  const { origin, searchParams } = new URL(request.url);
  const target = returnPath(searchParams.get('return') ?? '/');
  const names = mock.chapters.list().map((one) => one.name);
  if (!names.includes(name)) {
    const known = names.join(', ') || 'none';
    throw notFound(`There is no chapter ${formatValue(name)}; the chapters are ${known}`);
  }
  const failure = await begin();
  if (failure !== undefined) return responseOf(failure, request);
  const { answer, base } = mock[internals];
  const url = `${origin}${base?.path ?? ''}${SESSION_PREFIX}${id}/__mock/chapters/${name}`;
  const gone = await answer({ method: 'POST', url, headers: {}, body: null, signal });
  if (gone.status !== 200) return responseOf(gone, request);
  return new Response(null, { status: 303, headers: { location: target, 'cache-control': 'no-store' } });
}
