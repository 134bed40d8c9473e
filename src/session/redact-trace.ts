import { getPathNoStrict } from 'hono/utils/url';
import { timesOf } from '../faults/fault-rule.js';
import type { FaultsImage } from '../faults/faults-image.js';
import { PathPattern } from '../faults/path-pattern.js';
import { atOnce, mapSteps, type Steps } from '../foundation/in-slices.js';
import {
  HIDDEN,
  hideSecrets,
  hideSecretsInText,
  hideSecretsInUrl,
  isSecretName,
  visibleHeader,
} from '../foundation/secrets.js';
import type { Trace, TraceBody, TraceEntry, TraceRequest } from './trace-format.js';

/**
 * A copy of a trace without the secrets that the journal hides either, in requests, answers and fault rules: values of fields,
 * query parameters and headers with names such as `password` or `token`. The tokens of the mock stay in the header `Authorization`,
 * unless a fault rule compares it: a replay needs them. A request that has lost something says so, and a replay leaves it out.
 */
export function redactTrace(trace: Trace): Trace {
  return atOnce(redactSteps(trace));
}

/** As `redactTrace`, an entry in each step. */
export function* redactSteps(trace: Trace): Steps<Trace> {
  let inForce = redactFaults(trace.start.faults);
  const start = { ...trace.start, faults: inForce.faults };
  const entries = yield* mapSteps(trace.entries, (entry): TraceEntry => {
    if (entry.kind === 'request') return redactRequest(entry, inForce);
    if (entry.faults === undefined) return entry;
    inForce = redactFaults(entry.faults);
    return { ...entry, faults: inForce.faults };
  });
  return { ...trace, start, entries };
}

/**
 * The number of the request before which a replay stops, because what it sent is hidden, and what follows depends on it: it wrote,
 * or a fault rule may have counted it. Undefined if the replay goes to the end.
 */
export function stopOf({ start, entries }: Trace): number | undefined {
  let number = 0;
  let { rules } = start.faults;
  for (const entry of entries) {
    if (entry.kind !== 'request') {
      rules = entry.faults?.rules ?? rules;
      continue;
    }
    number++;
    if (entry.redacted !== 'request') continue;
    if (entry.revision !== undefined || rules.some((one) => mayCount(one, entry))) return number;
  }
  return undefined;
}

/** Whether a rule may answer the requests after this one as it does because it has counted this one. */
function mayCount({ rule, hits }: FaultsImage['rules'][number], { method, path }: TraceRequest): boolean {
  const times = timesOf(rule);
  const isCounting = times !== Number.POSITIVE_INFINITY || rule.skip !== undefined || rule.probability !== undefined;
  if (hits >= times || !isCounting || (rule.method ?? method) !== method) return false;
  if (rule.path === undefined) return true;
  const pathname = getPathNoStrict(new Request(new URL(path, 'http://localhost')));
  // A rule may name the main path of the only route that has another one (P: fetchLatest).
  const spellings = pathname.startsWith('/v1/brief/') ? [pathname, `/public-api${pathname}`] : [pathname];
  const pattern = new PathPattern(rule.path);
  return spellings.some((one) => pattern.matches({ segments: one.split('/'), route: undefined }));
}

/** Fault rules without their secrets, and what follows from that for requests. */
interface RedactedFaults {
  readonly faults: FaultsImage;
  /** Whether a rule compares `Authorization`, of which it has lost the value. */
  readonly hidesToken: boolean;
  /** Whether a rule has lost something of the bodies that it answers with. */
  readonly hidesBody: boolean;
}

type Rule = FaultsImage['rules'][number]['rule'];

function redactFaults(faults: FaultsImage): RedactedFaults {
  const rules = faults.rules.map((one) => ({ ...one, rule: visibleRule(one.rule) }));
  const before = faults.rules.map(({ rule }) => rule);
  return {
    faults: { ...faults, rules },
    hidesToken: before.some(({ match }) => Object.keys(match?.headers ?? {}).some(isAuthorization)),
    hidesBody: rules.some(({ rule }, i) => !isSame(bodiesOf(rule), bodiesOf(before[i] as Rule))),
  };
}

/**
 * No request of a replay fulfills a condition of which the value is hidden: those that did have lost the same value, so that a
 * replay leaves them out.
 */
function visibleRule(rule: Rule): Rule {
  const { match, answers } = rule;
  const { headers, query, body } = match ?? {};
  const visibleMatch = match && {
    ...match,
    ...(headers && { headers: visibleHeaders(headers) }),
    ...(query && { query: visibleQuery(query) }),
    ...(body && { body: hideSecrets(body) }),
  };
  return {
    ...visibleAnswer(rule),
    ...(match && { match: visibleMatch }),
    ...(answers && { answers: answers.map(visibleAnswer) }),
  };
}

function visibleAnswer<Answer extends Pick<Rule, 'headers' | 'body'>>(answer: Answer): Answer {
  const { headers, body } = answer;
  return {
    ...answer,
    ...(headers && { headers: visibleHeaders(headers) }),
    ...(body !== undefined && { body: hideSecrets(body) }),
  };
}

const bodiesOf = ({ body, answers = [] }: Rule) => [body, ...answers.map((answer) => answer.body)];

function redactRequest(entry: TraceRequest, { hidesToken, hidesBody }: RedactedFaults): TraceRequest {
  const { answer, path, headers, body, text, sha256, ...rest } = entry;
  const sent = visibleHeaders(headers, (name) => isSecretName(name) && (hidesToken || !isAuthorization(name)));
  const asked = {
    path: hideSecretsInUrl(path, encodeURIComponent(HIDDEN)),
    headers: sent,
    ...visibleBody({ body, text, sha256 }),
  };
  const ofAnswer = answer.headers && { headers: visibleHeaders(answer.headers) };
  const answered = { status: answer.status, ...ofAnswer, ...visibleBody(answer) };
  const given = { path, headers, ...present({ body, text, sha256 }) };
  // A rule that has lost something answers with another hash, or is cut off at another place.
  const isFromLoss = hidesBody && (answer.sha256 ?? answer.text) !== undefined;
  const keepsAnswer = isSame(answered, answer) && !isFromLoss;
  const what = isSame(asked, given) ? (keepsAnswer ? entry.redacted : 'answer') : 'request';
  return { ...rest, ...asked, answer: answered, ...(what && { redacted: what }) } satisfies TraceRequest;
}

function visibleHeaders(headers: Record<string, string>, isSecret = isSecretName): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, visibleHeader(name, value, isSecret)]),
  );
}

function visibleQuery(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, isSecretName(name) ? HIDDEN : value]));
}

function isAuthorization(name: string): boolean {
  return name.toLowerCase() === 'authorization';
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
