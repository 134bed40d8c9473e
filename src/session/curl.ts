import { type MockError, notFound } from '../foundation/mock-error.js';
import { HIDDEN, hideSecretsInText, hideSecretsInUrl, isSecretName, visibleHeader } from '../foundation/secrets.js';
import { encodedPath } from './encoded-path.js';
import type { HttpExchange } from './entry.js';
import { bodyTextOf, type JournalEntry } from './journal-entry.js';
import type { Session } from './session.js';
import { SESSION_HEADER } from './session-address.js';
import { targetOf } from './trace.js';

/** A request as it was sent, except for what is hidden. */
interface Sent {
  /** The path below the base URL and the session, with the query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** Whether `[hidden]` in the target and the body stands for a secret. In headers it always does. */
  readonly hidesSecrets: boolean;
}

/** Headers of the connection, which curl sets itself, and those that name a session. */
const LEFT_OUT = [
  ...['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'accept-encoding'],
  ...['cookie', SESSION_HEADER],
];

/**
 * A command for a POSIX shell that makes a request of the journal again, with curl. Headers and body are those of the trace or,
 * if that does not have the request, of the journal. Hidden values are variables: `${SECRET1:?}`. `redact` hides in the trace, too,
 * what the journal hides.
 * @throws MockError `not_found` for an unknown request, and for one whose headers or body are not kept.
 */
export function curlOf(session: Session, id: string, serverUrl: string, redact = false): string {
  const entry = session.journal.get(id);
  const traced = tracedRequestOf(session, entry);
  const known = traced === undefined ? fromJournal(entry) : fromTrace(traced, entry);
  const { target, headers, body, hidesSecrets } = redact ? withoutSecrets(known) : known;
  if (body?.includes('\0')) throw noCommand(entry, 'its body contains a NUL character, which a command cannot contain');
  let secrets = 0;
  const withVariables = (text: string) =>
    text
      .split(HIDDEN)
      .map(quoted)
      .reduce((before, after) => {
        secrets++;
        return `${before}"\${SECRET${secrets}:?}"${after}`;
      });
  const word = hidesSecrets ? withVariables : quoted;
  const sent = headers.map(headerLine);
  // Without this, curl would send the type of a form.
  if (body !== undefined && !headers.some(([name]) => name === 'content-type')) sent.push('content-type:');
  if (session.id !== null) sent.push(`${SESSION_HEADER}: ${session.id}`);
  const words = [
    'curl',
    ...methodOptions(entry.method, body !== undefined),
    // Otherwise curl takes brackets and braces for patterns.
    ...(/[[\]{}]/.test(target.replaceAll(HIDDEN, '')) ? ['--globoff'] : []),
    word(serverUrl + target),
    ...sent.flatMap((line) => ['-H', withVariables(line)]),
    ...(body === undefined ? [] : ['--data-raw', word(body)]),
  ];
  return words.join(' ');
}

/** What the trace of the session has of the request. */
function tracedRequestOf({ log, history }: Session, { entry }: JournalEntry): HttpExchange | undefined {
  const traced = history === undefined ? [] : log.tracedEntries;
  return traced.find(({ answered }) => answered?.number === entry)?.exchange;
}

function fromTrace(traced: HttpExchange, entry: JournalEntry): Sent {
  const { headers = [], bodyError } = traced.replay ?? {};
  const body = traced.requestBody?.head;
  if (body === undefined && bodyError !== undefined) {
    throw noCommand(entry, `its body could not be read: ${bodyError.message}`);
  }
  return { target: targetOf(traced), headers, body, hidesSecrets: false };
}

function fromJournal(entry: JournalEntry): Sent {
  const { path, query, request } = entry;
  if (request === undefined) throw noCommand(entry, 'its headers and body are no longer kept');
  if (request.cut) throw noCommand(entry, 'its body was cut off');
  const { headers } = request;
  return {
    target: encodedPath(path) + searchOf(query),
    headers: Object.entries(headers).filter(([name]) => !LEFT_OUT.includes(name)),
    body: bodyTextOf(request),
    hidesSecrets: true,
  };
}

/** The tokens of the mock stay in `Authorization`, as in a redacted trace. */
function withoutSecrets({ target, headers, body }: Sent): Sent {
  const isSecret = (name: string) => isSecretName(name) && name !== 'authorization';
  return {
    target: hideSecretsInUrl(target),
    headers: headers.map(([name, value]) => [name, visibleHeader(name, value, isSecret)]),
    body: body && hideSecretsInText(body),
    hidesSecrets: true,
  };
}

function searchOf(query: JournalEntry['query']): string {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values]
      .flat()
      .map((value) => `${encodeURIComponent(name)}=${value.split(HIDDEN).map(encodeURIComponent).join(HIDDEN)}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** To curl, `name:` removes a header, and `name;` is one without a value. */
function headerLine([name, value]: readonly [string, string]): string {
  return value === '' ? `${name};` : `${name}: ${value}`;
}

function methodOptions(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD') return ['--head'];
  return method === 'GET' && !hasBody ? [] : ['-X', quoted(method)];
}

/** A word of a POSIX shell. */
function quoted(text: string): string {
  return /^[\w./:=@%+-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function noCommand({ id }: JournalEntry, why: string): MockError {
  return notFound(`There is no command for the request ${id}: ${why}`);
}
