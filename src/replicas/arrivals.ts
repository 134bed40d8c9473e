import { getQueryParam } from 'hono/utils/url';
import { parseJson } from '../foundation/parse-json.js';
import { type Admission, bodyLimitOf } from '../http/admission.js';
import { type ArrivedBody, again, arrivedBody } from '../http/arrived-body.js';
import { checkBroadcastSize } from '../http/broadcast-size.js';
import type { From } from '../http/call.js';
import { BODY_LIMIT, bodyOf, readJson } from '../http/read-json.js';
import type { RequestData } from '../protocol/request-data.js';
import { headerEntries, headerIn } from '../protocol/request-headers.js';
import { isRead } from '../protocol/route-address.js';
import { CONTROL_PREFIX, SESSION_HEADER, SESSIONS_QUERY } from '../session/session-address.js';
import type { Sessions } from '../session/sessions.js';
import type { RequestCommand } from './command.js';
import type { SecretHeaders } from './secret-headers.js';

/** The maximum size of a body in bytes: the store and all servers receive it, and other requests wait for it. */
export const STORED_BODY_LIMIT = 64 * 1024 * 1024;

/** A request that arrived at this replica, with its body. */
export interface ArrivedRequest extends ArrivedBody {
  readonly request: RequestData;
  readonly from: From;
  readonly admission: Admission;
}

/** Makes commands of the requests that arrive at this replica. */
export class Arrivals {
  readonly #sessions: Sessions;
  readonly #secrets: SecretHeaders;

  constructor(sessions: Sessions, secrets: SecretHeaders) {
    this.#sessions = sessions;
    this.#secrets = secrets;
  }

  /** Reads the body of a request, no more than its route reads. */
  async receive(request: RequestData, from: From, admission: Admission): Promise<ArrivedRequest> {
    const limit = isRead(request.method) ? 0 : Math.min(bodyLimitOf(admission.route), STORED_BODY_LIMIT);
    if (limit === 0) return { request, from, admission };
    const body = from.body ?? bodyOf(request, from.sender);
    return { request, from, admission, ...(await arrivedBody(request, body, limit)) };
  }

  /**
   * Checks a request before it is appended: all servers would execute it.
   * @throws MockError `payload_too_large` for a broadcast with too many rows; that of {@link readJson} for a large body that is not JSON
   */
  async check({ request, admission: { route }, bytes }: ArrivedRequest): Promise<void> {
    if (bytes === undefined) return;
    const large = bytes.length > BODY_LIMIT ? await parsedInSlices(request, bytes) : undefined;
    const pattern = route?.broadcast ? getQueryParam(request.url, SESSIONS_QUERY) : undefined;
    if (typeof pattern !== 'string') return;
    // The route reports what is not JSON.
    checkBroadcastSize(large ?? parseJson(new TextDecoder().decode(bytes)), pattern, this.#count(pattern));
  }

  /** The number of sessions that match a pattern; 0 if the route will reject it. */
  #count(pattern: string): number {
    try {
      return this.#sessions.matching(pattern).length;
    } catch {
      return 0;
    }
  }

  /** The command of a request, with the headers on which its answer depends as far as this replica knows. */
  commandOf({ request, from, admission, failed }: ArrivedRequest): RequestCommand {
    const { listener, sender, defaultSession } = from;
    const { method, url } = request;
    const isMain = defaultSession === this.#sessions.defaultSession;
    const client = sender && listener?.addressOf?.(sender);
    const visitor = sender && isVisit(request) ? listener?.visitorOf?.(sender) : undefined;
    const { sessionName = visitor } = admission;
    const session = sessionName === undefined ? defaultSession : this.#sessions.find(sessionName);
    const sent = (sender?.headers ?? Object.fromEntries(headerEntries(request.headers))) as RequestCommand['headers'];
    const headers = this.#secrets.hide(sent, admission, session);
    const main = isMain ? undefined : (defaultSession.id as string);
    return { method, url, ...headers, ...(failed && { failed }), host: listener?.host, client, visitor, main };
  }
}

function parsedInSlices(request: RequestData, bytes: Uint8Array): Promise<unknown> {
  const options = { requireContentType: false, limit: STORED_BODY_LIMIT, onText() {}, isInSlices: true };
  return readJson(request, again({ bytes }), options);
}

/** Whether a request may be that of a visitor: it is not a control call and names no session. */
function isVisit({ url, headers }: RequestData): boolean {
  const [path = ''] = url.split('?');
  return !path.includes(CONTROL_PREFIX) && headerIn(headers, SESSION_HEADER) === undefined;
}
