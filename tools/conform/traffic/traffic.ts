import { checkOptions, optionNames } from '../../../src/foundation/check-options.js';
import { type Behavior, type BehaviorOptions, behaviorOf } from '../../../src/protocol/behavior.js';
import { type ApiRequest, ApiRoutes } from '../api-routes.js';
import { type Baseline, knownSince } from '../baseline.js';
import { Findings } from '../findings.js';
import type { Finding, Report, Result } from '../report.js';
import { withoutTokens } from '../without-tokens.js';
import type { Exchange } from './exchange.js';
import { formProblems } from './form.js';
import { KnownRecords } from './known-records.js';
import type { Problem } from './problem.js';

/** The options of {@link Traffic}. */
export interface TrafficOptions {
  /** Where the traffic comes from, for the report: a file or a URL. */
  against: string;
  /** When the comparison began, in ISO 8601, UTC. */
  at: string;
  /** The switches that are expected of the server. Default: those of a mock without options. */
  behavior?: BehaviorOptions | undefined;
  /** The differences that are known already. */
  baseline?: Baseline | undefined;
  /** Called for each difference when it is found first. */
  onFinding?: ((finding: Finding) => void) | undefined;
}

/** What is compared of the answers of a route. */
const checks = {
  form: 'answers have a status, a content type and fields of the route',
  records: 'answers follow from the answers before them',
} as const;

type Check = keyof typeof checks;

/** One check of one route. */
interface Noted {
  readonly check: Check;
  readonly about: ApiRequest;
  readonly findings: Findings;
  isTold: boolean;
}

const known = optionNames<TrafficOptions>({ against: true, at: true, behavior: true, baseline: true, onFinding: true });

/** Compares observed requests and answers with what the mock declares, and with each other. Sends nothing. */
export class Traffic {
  readonly #against: string;
  readonly #at: string;
  readonly #behavior: Behavior;
  readonly #baseline: Baseline | undefined;
  readonly #onFinding: (finding: Finding) => void;
  readonly #routes = new ApiRoutes();
  /** By the base URL. */
  readonly #servers = new Map<string, KnownRecords>();
  readonly #noted = new Map<string, Noted>();
  readonly #tokens = new Set<string>();
  #requests = 0;

  /** @throws MockError `malformed_data` for invalid options */
  constructor(options: TrafficOptions) {
    checkOptions('Traffic', options, known);
    this.#against = options.against;
    this.#at = options.at;
    this.#behavior = behaviorOf(options.behavior);
    this.#baseline = options.baseline;
    this.#onFinding = options.onFinding ?? (() => {});
  }

  /** Whether a request can change something; undefined if it is not one to the three APIs, so that it is not compared. */
  writes(method: string, url: string): boolean | undefined {
    return this.#routes.find(method, url)?.writes;
  }

  /** Compares an answer, if it is one of the three APIs. In the order in which the answers came. */
  add(exchange: Exchange): void {
    const request = this.#routes.find(exchange.method, exchange.url);
    if (request === undefined) return;
    this.#requests++;
    const { body, status, method, token } = exchange;
    if (token !== undefined) this.#tokens.add(token);
    if (status !== 0) {
      const problems = formProblems(exchange, request, this.#behavior);
      const isTold = body !== undefined || method === 'HEAD' || problems.length > 0;
      this.#note('form', exchange, request, { isTold, problems });
    }
    const told = this.#recordsAt(request.base).compare(exchange, request);
    if (told !== undefined) this.#note('records', exchange, request, told);
  }

  /** What was found so far. */
  report(): Report {
    const results = [...this.#noted]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, noted]) => this.#withoutTokens(resultOf(id, noted)));
    return {
      against: this.#against,
      run: '',
      at: this.#at,
      requests: this.#requests,
      results: results.map((result) => ({
        ...result,
        knownSince: this.#baseline && knownSince(result, this.#baseline),
      })),
      switches: [],
      behavior: {},
      problems: [],
      unusable: false,
      interrupted: false,
      left: [],
    };
  }

  #withoutTokens<Value>(value: Value): Value {
    return withoutTokens(value, [...this.#tokens]);
  }

  #recordsAt(base: string): KnownRecords {
    const records = this.#servers.get(base) ?? new KnownRecords(this.#behavior);
    this.#servers.set(base, records);
    return records;
  }

  #note(
    check: Check,
    { entry, at, method, status }: Exchange,
    about: ApiRequest,
    { isTold, problems }: { readonly isTold: boolean; readonly problems: readonly Problem[] },
  ): void {
    const id = `${routeId(method, about)}/${check}`;
    const noted: Noted = this.#noted.get(id) ?? { check, about, findings: new Findings(), isTold };
    this.#noted.set(id, noted);
    noted.isTold ||= isTold;
    const counted = new Set<string>();
    for (const { path, rule, detail } of problems) {
      const where = `${status} ${path.replaceAll(/\[\d+\]/g, '[]')}: ${rule}`;
      if (counted.has(where)) continue;
      counted.add(where);
      const first = { entry, at, request: `${method} ${about.path}`, status, path };
      const finding = noted.findings.add({ where, problem: rule + detail, first });
      if (finding !== undefined) this.#onFinding(this.#withoutTokens(finding));
    }
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

function resultOf(id: string, { check, about, findings, isTold }: Noted): Result {
  const { route } = about;
  const head = {
    id,
    title: route === undefined ? 'requests have a route' : checks[check],
    ids: route?.decisions ?? [],
  };
  if (findings.all.length > 0) return { ...head, outcome: 'differs', findings: findings.all };
  if (isTold) return { ...head, outcome: 'agrees' };
  return { ...head, outcome: 'could not tell', missing: missing[check] };
}

/** What is missing if a check could not tell. */
const missing: Readonly<Record<Check, string>> = {
  form: 'a recorded body',
  records: 'an earlier answer that shows the same records',
};
