import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { serialize } from 'hono/utils/cookie';
import { responseOf } from '../http/response-of.js';
import type { Mock } from '../mock/mock.js';
import { toMockError } from '../protocol/http-status.js';
import type { Listener, PublicUrl } from '../protocol/listener.js';
import type { Reply } from '../protocol/reply.js';
import { SESSION_COOKIE, sessionFromCookie } from '../session/session-address.js';
import { CHAPTER_LINK, followChapterLink } from './chapter-link.js';
import { isEncrypted, type NodeRequest } from './node-request.js';
import { redirect } from './pages.js';
import { refusalResponse } from './refusals.js';
import { START_AGAIN_PATH, startAgain } from './start-again.js';

/** In base64url: 3 bytes of the server, if its sessions end with it, and 16 random bytes. */
const ID = /^[A-Za-z0-9_-]{22}([A-Za-z0-9_-]{4})?$/;

interface VisitorsOptions {
  /** Starts the session of a visitor, if it does not exist; it returns an answer if it could not. */
  readonly begin: (id: string, client: string | undefined) => Promise<Reply | undefined>;
  /** Ends the session of a visitor; it returns an answer if it could not. */
  readonly end: (id: string) => Promise<Reply | undefined>;
  /** The path of the base URL. */
  readonly base: string;
  readonly publicUrl: PublicUrl | undefined;
  /** Whether sessions survive the server. */
  readonly keepsSessions: boolean;
}

/** The visitors of a demo: each has a session, which a cookie names. */
export class Visitors {
  readonly #options: VisitorsOptions;
  /** The start of the ids of this server, if its sessions end with it. */
  readonly #mark: string | undefined;
  /** The ids of visitors whose requests sent none. */
  readonly #new = new WeakMap<IncomingMessage, string>();

  constructor(options: VisitorsOptions) {
    this.#options = options;
    this.#mark = options.keepsSessions ? undefined : randomBytes(3).toString('base64url');
  }

  /** The id of the visitor who sent a request. Without a cookie it is a new one. */
  idOf(incoming: IncomingMessage): string {
    return sentId(incoming) ?? this.#new.get(incoming) ?? this.#welcome(incoming);
  }

  /** Why the session of a visitor is gone, if it was one of an earlier server. */
  lossOf(id: string): string | undefined {
    return this.#mark === undefined || id.startsWith(this.#mark) ? undefined : 'the server was restarted';
  }

  #welcome(incoming: IncomingMessage): string {
    // Not derived from the seed: nobody may be able to guess the id of another visitor.
    const id = (this.#mark ?? '') + randomBytes(16).toString('base64url');
    this.#new.set(incoming, id);
    return id;
  }

  /** The cookie that the answer sets for a new visitor. */
  cookieFor(incoming: IncomingMessage): string | undefined {
    const id = this.#new.get(incoming);
    if (id === undefined) return undefined;
    const path = this.#options.base || '/';
    return serialize(SESSION_COOKIE, id, { path, httpOnly: true, sameSite: 'Lax', secure: this.#isSecure(incoming) });
  }

  /** Answers a request for the page on which a visitor starts again; undefined for any other request. */
  startAgain(request: NodeRequest, path: string): Response | Promise<Response> | undefined {
    // The relative URLs of the page are those of the path without a slash.
    if (path === `${START_AGAIN_PATH}/`) return redirect(`../start-again${new URL(request.url).search}`);
    if (path !== START_AGAIN_PATH) return undefined;
    const { incoming } = request;
    const response = startAgain(request, async () => {
      const id = sentId(incoming);
      if (id === undefined) return undefined;
      const failure = await this.#options.end(id);
      // With the id of an earlier server, the new session would seem to follow one that was lost.
      if (failure === undefined && this.lossOf(id) !== undefined) this.#welcome(incoming);
      return failure && responseOf(failure, request);
    });
    return this.#withCookie(response, incoming);
  }

  #withCookie(response: Promise<Response>, incoming: IncomingMessage): Promise<Response> {
    return response.then(
      (response) => {
        const cookie = this.cookieFor(incoming);
        if (cookie !== undefined) response.headers.append('set-cookie', cookie);
        return response;
      },
      (error) => refusalResponse(toMockError(error)),
    );
  }

  /** Answers a request for a link to a chapter; undefined for any other request. */
  chapter(request: NodeRequest, path: string, mock: Mock, listener: Listener): Promise<Response> | undefined {
    if (!path.startsWith(CHAPTER_LINK)) return undefined;
    const { incoming } = request;
    const id = this.idOf(incoming);
    const begin = () => this.#options.begin(id, listener.addressOf?.(incoming));
    const name = path.slice(CHAPTER_LINK.length).replace(/\/$/, '');
    const response = followChapterLink(request, name, { mock, id, begin });
    return this.#withCookie(response, incoming);
  }

  /** Whether the browser reaches the server by HTTPS. Without a public URL, the proxy says so if there is one. */
  #isSecure({ headers, socket }: IncomingMessage): boolean {
    const { publicUrl } = this.#options;
    if (publicUrl !== undefined) return publicUrl.origin.startsWith('https:');
    const forwarded = [headers['x-forwarded-proto']].flat().join().split(',').at(-1)?.trim();
    return forwarded === 'https' || isEncrypted(socket);
  }
}

function sentId({ headers }: IncomingMessage): string | undefined {
  const value = sessionFromCookie(headers.cookie);
  return value !== undefined && ID.test(value) ? value : undefined;
}
