import { machineTime } from '../../../src/foundation/machine.js';
import type { Behavior } from '../../../src/protocol/behavior.js';
import { isSuccess } from '../api.js';
import { type ApiRequest, apiRequest } from '../api-routes.js';
import type { Result } from '../report.js';
import type { ReceivedAnswer } from '../target.js';
import type { Exchange } from './exchange.js';
import { formProblems } from './form.js';
import { type Deviation, Judgement, type Verdict } from './judgement.js';
import { KnownRecords } from './known-records.js';

/**
 * Compares the answers of a run with what the mock declares, and with each other, as it does with recorded traffic. The cases
 * themselves compare the statuses, the order of lists, and the sides of switches.
 */
export class OwnTraffic {
  readonly #behavior: Behavior;
  readonly #judgement = new Judgement();
  /** Undefined if the run writes: its requests run at the same time, so that they allow few conclusions. */
  readonly #records: KnownRecords | undefined;

  constructor(behavior: Behavior, writes: boolean) {
    this.#behavior = behavior;
    this.#records = writes ? undefined : new KnownRecords(behavior);
  }

  /** Compares an answer. */
  add(method: string, path: string, { status, headers, text }: ReceivedAnswer): void {
    const request = apiRequest(method, `http://localhost${path}`);
    if (request === undefined) return;
    const exchange: Exchange = {
      at: machineTime(),
      method,
      url: path,
      token: undefined,
      // The result `<api>/status` is about successes with another status.
      status: isSuccess({ status }) ? 200 : status,
      contentType: headers.get('content-type'),
      link: headers.get('link'),
      body: text,
      isConcurrent: false,
      isCached: false,
    };
    // An answer that says that it has no body.
    if (status === 204) return;
    this.#judgement.note('form', exchange, request, this.#formVerdict(exchange, request));
    const verdict = this.#records?.compare(exchange, request);
    if (verdict !== undefined) this.#judgement.note('records', exchange, request, verdict);
  }

  /** The results so far, by route. */
  get results(): readonly Result[] {
    return this.#judgement.results.filter(({ outcome }) => outcome !== 'could not tell');
  }

  /** D11: the cases of the switch determine the spelling of the server. */
  #formVerdict(exchange: Exchange, request: ApiRequest): Verdict {
    const spellings = new Set([this.#behavior.apostropheKey, 'off', 'on', 'both'] as const);
    let first: readonly Deviation[] | undefined;
    for (const apostropheKey of spellings) {
      const all = formProblems(exchange, request, { ...this.#behavior, apostropheKey });
      const problems = all.filter(({ path }) => path !== 'status');
      // With a status that the route does not have, no form is known.
      if (problems.length === 0) return { isConclusive: all.length === 0, problems };
      first ??= problems;
    }
    return { isConclusive: true, problems: first ?? [] };
  }
}
