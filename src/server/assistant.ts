import { answerAssistant } from '../../tools/assistant/index.js';
import { expectValid } from '../foundation/validate.js';
import { version } from '../foundation/version.js';
import { bodyOf, checkContentEncoding, readBytes } from '../http/read-json.js';
import { pathOf } from '../http/request-target.js';
import { internals } from '../mock/internals.js';
import type { Mock } from '../mock/mock.js';
import { bearerToken } from '../protocol/bearer-token.js';
import type { Listener } from '../protocol/listener.js';
import { headerIn } from '../protocol/request-headers.js';
import { sessionNameSchema } from '../protocol/session-name.js';
import { SESSION_HEADER, withoutSession } from '../session/session-address.js';
import type { NodeRequest } from './node-request.js';

/** The headers by which the control API recognizes a foreign caller. */
const CALLER_HEADERS = ['host', 'origin', 'sec-fetch-site'];

interface AssistantParts {
  readonly mock: Mock;
  /** The decoded path of the base URL. */
  readonly basePath: string;
  readonly listener: Listener;
}

/** The maximum size of a message, in bytes: that of the library. */
const MESSAGE_LIMIT = 4 * 1024 * 1024;

/**
 * Answers a request for `/__mock/mcp`. The calls of its tools are those of its caller: what he may not call, they may not.
 * @throws MockError as {@link readBytes}; `malformed_data` for a session with an invalid name; `unsupported_media_type` for an encoded body
 */
export async function assistantResponse(
  request: NodeRequest,
  { mock, basePath, listener }: AssistantParts,
): Promise<Response> {
  const { incoming, headers, method, url, signal } = request;
  const { origin } = new URL(url);
  const { addressOf } = listener;
  const asCaller: Listener = {
    ...listener,
    addressOf: () => addressOf?.(incoming),
    visitorOf: undefined,
    onOutcome: undefined,
  };
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const sent = new Headers(init.headers);
    for (const name of CALLER_HEADERS) {
      const value = headerIn(headers, name);
      if (value !== undefined) sent.set(name, value);
    }
    const call = new Request(`${origin}${mock[internals].base?.path ?? ''}${path}`, { ...init, headers: sent });
    // The body of a call is its own, so its sender has only headers.
    return mock[internals].respond(call, { listener: asCaller, sender: { headers: Object.fromEntries(sent) } });
  };
  const baseUrl = listener.publicUrl?.href ?? `${origin}${mock[internals].base?.path ?? ''}`;
  const { sessionName } = withoutSession(pathOf(request), basePath);
  const own = sessionName ?? headerIn(headers, SESSION_HEADER);
  if (own !== undefined) {
    expectValid(sessionNameSchema, own, { root: [sessionName === undefined ? 'X-Mock-Session' : 'session'] });
  }
  const controlToken = bearerToken(headerIn(headers, 'authorization'));
  const access = { send, controlToken, baseUrl, own };
  const sent = headers instanceof Headers ? headers : new Headers(headers as Record<string, string>);
  checkContentEncoding(headerIn(headers, 'content-encoding'));
  const body = (await readBytes(request, bodyOf(request, incoming), MESSAGE_LIMIT)) as Uint8Array<ArrayBuffer>;
  return answerAssistant(new Request(url, { method, headers: sent, body, signal }), access, { version });
}
