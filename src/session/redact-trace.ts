import { atOnce, mapSteps, type Steps } from '../foundation/in-slices.js';
import { HIDDEN, hideSecrets, hideSecretsInText, isSecretName } from '../foundation/secrets.js';
import type { Trace, TraceBody, TraceEntry, TraceRequest } from './trace-format.js';

/**
 * A copy of a trace without the secrets that the journal hides either: values of fields, query parameters and headers with names
 * such as `password` or `token`. The tokens of the mock stay in the header `Authorization`: a replay needs them. An entry that has
 * lost something says so, and a replay leaves it out.
 */
export function redactTrace(trace: Trace): Trace {
  return atOnce(redactSteps(trace));
}

/** As `redactTrace`, an entry in each step. */
export function* redactSteps(trace: Trace): Steps<Trace> {
  return { ...trace, entries: yield* mapSteps(trace.entries, redactEntry) };
}

/** Whether a replay stops before a request: what it sent is hidden, and what follows depends on what it wrote. */
export function stopsReplay({ redacted, revision }: TraceRequest): boolean {
  return redacted === 'request' && revision !== undefined;
}

/** The number of the request before which a replay stops; undefined if it goes to the end. */
export function stopOf({ entries }: Trace): number | undefined {
  const requests = entries.filter((entry) => entry.kind === 'request');
  const index = requests.findIndex(stopsReplay);
  return index === -1 ? undefined : index + 1;
}

function redactEntry(entry: TraceEntry): TraceEntry {
  if (entry.kind !== 'request') return entry;
  const { answer, path, headers, body, text, sha256, ...rest } = entry;
  const asked = { path: visiblePath(path), headers: visibleHeaders(headers), ...visibleBody({ body, text, sha256 }) };
  const ofAnswer = answer.headers && { headers: visibleHeaders(answer.headers) };
  const answered = { status: answer.status, ...ofAnswer, ...visibleBody(answer) };
  const given = { path, headers, ...present({ body, text, sha256 }) };
  const what = isSame(asked, given) ? (isSame(answered, answer) ? entry.redacted : 'answer') : 'request';
  return { ...rest, ...asked, answer: answered, ...(what && { redacted: what }) } satisfies TraceRequest;
}

function visiblePath(path: string): string {
  const start = path.indexOf('?');
  if (start === -1) return path;
  const parts = path
    .slice(start + 1)
    .split('&')
    .map((part) => {
      const [name = ''] = part.split('=', 1);
      // Brackets are sent escaped.
      const [decoded = ''] = new URLSearchParams(part).keys();
      return isSecretName(decoded) && part.includes('=') ? `${name}=${encodeURIComponent(HIDDEN)}` : part;
    });
  return `${path.slice(0, start)}?${parts.join('&')}`;
}

function visibleHeaders(headers: TraceRequest['headers']): TraceRequest['headers'] {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name !== 'authorization' && isSecretName(name) ? HIDDEN : value]),
  );
}

function visibleBody({ body, text, sha256 }: TraceBody): TraceBody {
  if (body !== undefined) return { body: hideSecrets(body) };
  if (text !== undefined) return { text: hideSecretsInText(text) };
  return present({ sha256 });
}

function present<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}

function isSame(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
