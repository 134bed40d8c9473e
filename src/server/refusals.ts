import { type IncomingHttpHeaders, type IncomingMessage, maxHeaderSize, STATUS_CODES } from 'node:http';
import { control } from '../control/index.js';
import { formatValue } from '../foundation/format-value.js';
import { MockError, malformed } from '../foundation/mock-error.js';
import { failureHeaders } from '../http/answer.js';
import { statusOf } from '../protocol/http-status.js';

/** An error in the format of the control API, for requests that do not reach the mock. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function refusal(error: MockError): Refusal {
  const status = statusOf[error.code];
  const body = JSON.stringify(control.failure(error, status, ''));
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  return { status, headers: { ...headers, ...failureHeaders(error, status) }, body };
}

export function refusalResponse(error: MockError): Response {
  const { status, headers, body } = refusal(error);
  return new Response(body, { status, headers });
}

/** The last bytes that are sent on a connection. */
export function refusalText(error: MockError): string {
  const { status, headers, body } = refusal(error);
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d*)?$/i;

/**
 * Creates a function that checks what the URL of a request is made of, and how its body is sent. It writes the Host header as URLs
 * have it, for example without an empty port; HTTP/1.0 does not require one. It throws a MockError `malformed_data`.
 */
export function targetCheck(): (incoming: IncomingMessage) => void {
  // Most requests have the same Host header, which takes 0.7 µs to parse.
  let latest: { readonly given: string; readonly host: string } | undefined;

  return ({ url = '', headers, httpVersion, httpVersionMajor }) => {
    const given = httpVersion === '1.0' ? (headers.host ?? 'localhost') : hostIn(headers);
    if (given !== latest?.given) latest = { given, host: hostOf(given) };
    const isPath = url.startsWith('/');
    if (!isPath && !/^https?:\/\//i.test(url)) {
      throw malformed(`The target of the request must be a path, such as /__mock/health, but is ${formatValue(url)}`);
    }
    if (/^[^?]*\\/.test(url)) throw malformed('The path must not contain a backslash; encode it as %5C');
    if (!isPath && !URL.canParse(url)) throw malformed(`The URL ${formatValue(url)} in the request line is invalid`);
    const { 'transfer-encoding': encoding = 'chunked' } = headers;
    if (encoding.toLowerCase() !== 'chunked') throw malformed(TRANSFER_ENCODING);
    headers.host = latest.host;
    if (httpVersionMajor === 1) return;
    // Node reads those of HTTP/2, such as `:path`, again; nobody else may take them for headers.
    for (const name in headers) if (name.startsWith(':')) Object.defineProperty(headers, name, { enumerable: false });
  };
}

/** In HTTP/2, `:authority` has the host; a Host header may repeat it. */
function hostIn({ host, ':authority': authority = host }: IncomingHttpHeaders): string {
  if (typeof authority !== 'string') throw malformed('The request has no Host header');
  if (host === undefined || host === authority) return authority;
  throw malformed(
    `The Host header must be the same as :authority, ${formatValue(authority)}, but is ${formatValue(host)}`,
  );
}

function hostOf(given: string): string {
  const origin = `http://${given}`;
  if (HOST.test(given) && URL.canParse(origin)) return new URL(origin).host;
  throw malformed(
    `The Host header must be a host name or an IP address, optionally with a port, but is ${formatValue(given)}`,
  );
}

/** Answers a client that mistakes the server for a proxy. */
export function notAProxy(): MockError {
  return malformed('The server is not a proxy; it does not support CONNECT');
}

const REQUEST_LINE = 'The request must start with a line such as GET /__mock/health HTTP/1.1';
const HEADER =
  'The name or value of a header contains a character that is not allowed, such as a space or a control character';
const LENGTH =
  'The Content-Length header must be given at most once, as a number, and not together with Transfer-Encoding';
const TRANSFER_ENCODING = 'The only supported Transfer-Encoding is chunked, without a Content-Length header';

/** What the codes of Node's HTTP parser mean. */
const meanings: Readonly<Record<string, string>> = {
  HPE_INVALID_METHOD: `${REQUEST_LINE}, with a known method`,
  HPE_INVALID_CONSTANT: REQUEST_LINE,
  HPE_INVALID_VERSION: REQUEST_LINE,
  HPE_PAUSED_H2_UPGRADE: 'The server supports only HTTP/1.1',
  HPE_INVALID_URL:
    'The URL must start with a slash, and characters that it does not allow, such as control characters, must be percent-encoded',
  HPE_INVALID_HEADER_TOKEN: HEADER,
  HPE_INVALID_CONTENT_LENGTH: LENGTH,
  HPE_UNEXPECTED_CONTENT_LENGTH: LENGTH,
  HPE_INVALID_TRANSFER_ENCODING: TRANSFER_ENCODING,
  HPE_INVALID_CHUNK_SIZE: 'The size of a chunk of the request body is invalid',
  HPE_INVALID_EOF_STATE: 'The request is incomplete',
};

/** Node adds a reason to the errors of its HTTP parser. */
type ParserFailure = NodeJS.ErrnoException & { readonly reason?: string };

/** The error for a request that Node could not parse; undefined if the connection itself failed. */
export function parserError({ code = '', message, reason }: ParserFailure): MockError | undefined {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new MockError(
        'headers_too_large',
        `The request line and the headers may have at most ${maxHeaderSize} bytes together`,
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new MockError('payload_too_large', 'The extensions of a chunk of the request body are too long');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new MockError('request_timeout', 'The request did not arrive completely in time');
    default:
      return code.startsWith('HPE_')
        ? malformed(meanings[code] ?? `The request is not valid HTTP: ${reason ?? message}`)
        : undefined;
  }
}
