import { bytesIn } from '../foundation/bytes-in.js';
import { getOrInsert } from '../foundation/get-or-insert.js';
import { HIDDEN, isSecretName } from '../foundation/secrets.js';
import { sha256Of } from '../foundation/sha256.js';
import { chainsOf, readsPerItemOf } from './answer-values.js';
import type { Entry, HttpExchange, RecordedText } from './entry.js';
import type { RecordedRequest } from './journal-entry.js';
import { parametersOf, type Read } from './reported-read.js';
import { queryPairsOf } from './request-query.js';
import type { RepeatedRead, RequestReport, RouteTraffic } from './request-report-schema.js';
import type { Session } from './session.js';
import { targetOf } from './trace.js';

/** The length of the id of a request. */
const ID_BYTES = 36;

/**
 * What the requests in the journal of a session asked in vain. Worked out from the log when somebody asks.
 * @throws MockError `not_found` if the mock keeps no history.
 */
export function reportOf(session: Session): RequestReport {
  const { log } = session;
  session.expectHistory();
  const { shown, total } = log.journaled;
  const requests = shown.filter(({ logged }) => logged.exchange.replay !== undefined);
  // Of older requests, the log keeps what the journal shows, which is not enough.
  const older = new Set<Entry>(log.untraced);
  const lost = shown.filter(({ logged }) => logged.exchange.replay === undefined && older.has(logged));
  const reads = requests.filter(isRead).map(readOf);
  const repeated = repeatedIn(reads, session);
  return {
    requests: requests.length,
    dropped: total - shown.length + lost.length,
    repeated,
    n_plus_one: readsPerItemOf(reads),
    chains: chainsOf(reads),
    routes: trafficOf(requests, repeated),
  };
}

/** Reads that a fault rule answered are left out: a client repeats these for a good reason. */
function isRead({ logged }: RecordedRequest): boolean {
  const { method, route, faults, reason } = logged.exchange;
  return method === 'GET' && route !== undefined && (faults.length === 0 || reason === undefined);
}

function readOf({ logged, answered }: RecordedRequest): Read {
  const { exchange } = logged;
  const { route = '', email, answer } = exchange;
  const [path, parameters, text] = [visiblePathOf(exchange), parametersOf(exchange), textOf(answer)];
  return { entry: answered.number, route, email, path, logged, parameters, text };
}

function visiblePathOf({ url, path }: HttpExchange): string {
  const visible = queryPairsOf(url).map(([name, value]) => [name, isSecretName(name) ? HIDDEN : value]);
  const query = decodeURIComponent(new URLSearchParams(visible).toString().replaceAll('%25', '%2525'));
  return query === '' ? path : `${path}?${query}`;
}

function textOf(answer: RecordedText | undefined): string {
  if (answer === undefined) return '';
  return answer.whole?.withoutId ?? answer.head + (answer.tail ?? '');
}

/** The same reads that follow each other with the same answer, and would have had it at any time in between. */
function repeatedIn(reads: readonly Read[], session: Session): RepeatedRead[] {
  const latest = new Map<string, Read[]>();
  const groups: Read[][] = [];
  for (const read of reads) {
    const { exchange } = read.logged;
    const key = JSON.stringify([exchange.url, exchange.email, exchange.replay?.headers]);
    const group = latest.get(key);
    const before = group?.at(-1);
    if (group !== undefined && before !== undefined && isSameSince(before, read, session)) group.push(read);
    else {
      const started = [read];
      latest.set(key, started);
      groups.push(started);
    }
  }
  return groups.filter(({ length }) => length > 1).map(repeatedOf);
}

function repeatedOf(group: readonly Read[]): RepeatedRead {
  const [{ route, email, path }] = group as [Read];
  const bytes = group.slice(1).reduce((sum, { logged }) => sum + bytesOf(logged.exchange.answer), 0);
  return { route, email, path, count: group.length - 1, entries: group.map(({ entry }) => entry), bytes };
}

/** Whether the second read could get no other answer than the first at any time between them. */
function isSameSince(first: Read, second: Read, session: Session): boolean {
  const [one, other] = [first.logged, second.logged];
  if (one.exchange.status !== other.exchange.status || first.text !== second.text) return false;
  // The states after these two revisions gave the answers.
  for (let revision = one.revision + 1; revision < other.revision; revision++) {
    if (!isAnsweredAt(revision, second, session)) return false;
  }
  return one.revision <= other.revision;
}

/** Whether a read would have had the same answer after a revision, without fault rules. False if the revision is not kept. */
function isAnsweredAt(revision: number, { logged, text }: Read, { shared, image, log }: Session): boolean {
  const state = log.history.get(revision)?.state;
  if (state === undefined) return false;
  const { exchange } = logged;
  const { url, replay, status, answer } = exchange;
  const past = { ...image, state, faults: { last_id: 0, rules: [] } };
  const reply = shared.read(past, new URL(targetOf(exchange), url), replay?.headers ?? []);
  if (reply instanceof Promise) return false;
  const id = reply.headers?.['x-request-id'] ?? '';
  const body = (reply.body ?? '').replace(id, '');
  return reply.status === status && (answer?.whole === undefined ? body : sha256Of(body)) === text;
}

function trafficOf(requests: readonly RecordedRequest[], repeated: readonly RepeatedRead[]): RouteTraffic[] {
  const routes = new Map<string, RouteTraffic>();
  for (const { logged } of requests) {
    const { method, route, answer } = logged.exchange;
    if (route === undefined) continue;
    const none = () => ({ method, route, requests: 0, bytes: 0, repeated_bytes: 0 });
    const totals = getOrInsert(routes, `${method} ${route}`, none);
    totals.requests++;
    totals.bytes += bytesOf(answer);
  }
  for (const { route, bytes } of repeated) {
    const totals = routes.get(`GET ${route}`);
    if (totals !== undefined) totals.repeated_bytes += bytes;
  }
  return [...routes.values()].sort((one, other) => other.bytes - one.bytes);
}

function bytesOf(answer: RecordedText | undefined): number {
  if (answer === undefined) return 0;
  const { head, tail, whole } = answer;
  if (whole !== undefined) return whole.bytes;
  return bytesIn(head + (tail ?? '')) + (tail === undefined ? 0 : ID_BYTES);
}
