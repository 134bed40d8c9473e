import * as z from 'zod/mini';
import { checkOptions, optionNames } from '../../../src/foundation/check-options.js';
import { getOrInsert } from '../../../src/foundation/get-or-insert.js';
import { expectValid } from '../../../src/foundation/validate.js';
import { type Behavior, type BehaviorOptions, behaviorOf } from '../../../src/protocol/behavior.js';
import { apiRequest } from '../api-routes.js';
import { type Baseline, withKnown } from '../baseline.js';
import { type Finding, type Report, withoutRun } from '../report.js';
import { withoutTokens } from '../without-tokens.js';
import type { Exchange } from './exchange.js';
import { formProblems } from './form.js';
import { Judgement } from './judgement.js';
import { KnownRecords } from './known-records.js';
import { listProblems } from './lists.js';

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

const exchangeSchema = z.looseObject({ method: z.string(), url: z.string(), status: z.int() });

const known = optionNames<TrafficOptions>({ against: true, at: true, behavior: true, baseline: true, onFinding: true });

/** Compares observed requests and answers with what the mock declares, and with each other. Sends nothing. */
export class Traffic {
  readonly #options: TrafficOptions;
  readonly #behavior: Behavior;
  /** By the base URL. */
  readonly #servers = new Map<string, KnownRecords>();
  readonly #judgement: Judgement;
  readonly #tokens = new Set<string>();
  #requests = 0;

  /** @throws MockError `malformed_data` for invalid options */
  constructor(options: TrafficOptions) {
    checkOptions('Traffic', options, known);
    this.#options = { ...options };
    this.#behavior = behaviorOf(options.behavior);
    this.#judgement = new Judgement((finding) => options.onFinding?.(this.#withoutTokens(finding)));
  }

  /** Whether a request can change something; undefined if it is not one to the three APIs, so that it is not compared. */
  writes(method: string, url: string): boolean | undefined {
    return apiRequest(method, url)?.writes;
  }

  /**
   * Compares an answer, if it is one of the three APIs. In the order in which the answers came.
   * @throws MockError `malformed_data` for something else than an exchange
   */
  add(exchange: Exchange): void {
    const { method, url } = expectValid(exchangeSchema, exchange, { root: ['exchange'] });
    const request = apiRequest(method, url);
    if (request === undefined) return;
    this.#requests++;
    const { body, status, token, secrets = [] } = exchange;
    for (const secret of token === undefined ? secrets : [token, ...secrets]) this.#tokens.add(secret);
    if (status !== 0) {
      const form = formProblems(exchange, request, this.#behavior);
      const problems = form.length === 0 ? listProblems(exchange, request) : form;
      // 304 has no body of its own.
      const hasBody = body !== undefined && status !== 304;
      const isConclusive = hasBody || method === 'HEAD' || problems.length > 0;
      this.#judgement.note('form', exchange, request, { isConclusive, problems });
    }
    const verdict = this.#recordsAt(request.base).compare(exchange, request);
    if (verdict !== undefined) this.#judgement.note('records', exchange, request, verdict);
  }

  /** The results so far. */
  report(): Report {
    const { against, at, baseline } = this.#options;
    const results = withKnown(this.#withoutTokens(this.#judgement.results), baseline);
    return { ...withoutRun, partial: true, against, at, requests: this.#requests, results };
  }

  #withoutTokens<Value>(value: Value): Value {
    return withoutTokens(value, [...this.#tokens]);
  }

  #recordsAt(base: string): KnownRecords {
    return getOrInsert(this.#servers, base, () => new KnownRecords(this.#behavior));
  }
}
