import { getOrInsert } from '../../../src/foundation/get-or-insert.js';
import type { ApiRequest } from '../api-routes.js';
import { Findings } from '../findings.js';
import type { Finding, Result } from '../report.js';
import type { Exchange } from './exchange.js';

/** One place in which an answer differs from the mock's. */
export interface Deviation {
  /** `data[3].created_at`, `status`, `content-type` or `body`. */
  readonly path: string;
  /** What the mock does there. It is the same for every answer with this problem. */
  readonly rule: string;
  /** What this answer has instead, or why the mock does so. */
  readonly detail: string;
}

/** How an answer fits the answers before it. */
export interface Verdict {
  /** Whether earlier answers say anything about this one. */
  readonly isConclusive: boolean;
  readonly problems: readonly Deviation[];
}

/** What is compared in the answers of a route. */
const checks = {
  form: 'answers have a status, a content type and fields of the route',
  records: 'answers follow from the answers before them',
} as const;

type Check = keyof typeof checks;

/** What is missing if a check could not tell. */
const missing: Readonly<Record<Check, string>> = {
  form: 'a recorded body',
  records: 'an earlier answer that shows the same records',
};

/** One check of one route. */
interface Noted {
  readonly check: Check;
  readonly about: ApiRequest;
  readonly findings: Findings;
  isConclusive: boolean;
}

/** Collects what checks have found in answers, as one result for each check of each route. */
export class Judgement {
  readonly #onFinding: (finding: Finding) => void;
  readonly #noted = new Map<string, Noted>();

  /** `onFinding` is called for each difference when it is found first. */
  constructor(onFinding: (finding: Finding) => void = () => {}) {
    this.#onFinding = onFinding;
  }

  /** Adds what a check has found in one answer. */
  note(
    check: Check,
    { entry, at, method, status }: Pick<Exchange, 'entry' | 'at' | 'method' | 'status'>,
    about: ApiRequest,
    { isConclusive, problems }: Verdict,
  ): void {
    const id = `${routeId(method, about)}/${check}`;
    const noted = getOrInsert(this.#noted, id, () => ({ check, about, findings: new Findings(), isConclusive }));
    noted.isConclusive ||= isConclusive;
    const counted = new Set<string>();
    for (const { path, rule, detail } of problems) {
      const where = `${status} ${path.replaceAll(/\[\d+\]/g, '[]')}: ${rule}`;
      if (counted.has(where)) continue;
      counted.add(where);
      const first = { ...(entry !== undefined && { entry }), at, request: `${method} ${about.path}`, status, path };
      const finding = noted.findings.add({ where, problem: rule + detail, first });
      if (finding !== undefined) this.#onFinding(finding);
    }
  }

  /** The results so far, by route. */
  get results(): Result[] {
    return [...this.#noted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, noted]) => resultOf(id, noted));
  }
}

/** `user-data/client/GET/:id`, or `user-data/unknown` without a route. */
function routeId(method: string, { service, route }: ApiRequest): string {
  if (route === undefined) return `${service.name}/unknown`;
  const [resource, ...rest] = route.path
    .replace(`/${service.name}`, '')
    .replace(/^\/v\d+/, '')
    .slice(1)
    .split('/');
  return [service.name, resource, method === 'HEAD' ? 'HEAD' : route.method, ...rest].join('/');
}

function resultOf(id: string, { check, about, findings, isConclusive }: Noted): Result {
  const { route } = about;
  const head = {
    id,
    title: route === undefined ? 'requests have a route' : checks[check],
    ids: route?.decisions ?? [],
    findings: findings.all,
  };
  if (findings.all.length > 0) return { ...head, outcome: 'differs' };
  if (isConclusive) return { ...head, outcome: 'agrees' };
  return { ...head, outcome: 'could not tell', missing: missing[check] };
}
