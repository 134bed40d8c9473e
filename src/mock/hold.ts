import type { FaultRule } from '../faults/fault-rule.js';
import type { Fault, Faults } from '../faults/fault-rules.js';
import type { AnswerChange, HeldAnswer } from '../faults/held-answers.js';
import { checkOptions, expectObject, optionNames } from '../foundation/check-options.js';
import { formatValue } from '../foundation/format-value.js';
import { malformed, notFound } from '../foundation/mock-error.js';

/** Which answers are held back. */
export interface HoldOptions {
  /** The number of answers to hold back; later ones are sent. Default: all of them. */
  times?: number | undefined;
  /** The number of requests of the route to leave out before. Default: 0. */
  skip?: number | undefined;
}

/** The rule that holds back the answers of a route, such as `GET /public-api/v1/brief`; without a method, of all methods. */
export function holdingRule(route: unknown, options: HoldOptions = {}): FaultRule {
  checkOptions('hold', options, optionNames<HoldOptions>({ times: true, skip: true }));
  const [, method, path] = (typeof route === 'string' && /^(?:([A-Z]+) )?(\/\S*)$/.exec(route)) || [];
  if (path === undefined) {
    const form = 'must be a path, or a method and a path, such as "GET /public-api/v1/brief"';
    throw malformed(`hold: the route ${form}, but is ${formatValue(route)}`);
  }
  return {
    ...(method !== undefined && { method: method as NonNullable<FaultRule['method']> }),
    path,
    hold: true,
    ...(options.times !== undefined && { times: options.times }),
    ...(options.skip !== undefined && { skip: options.skip }),
  };
}

type HoldingFaults = Pick<Faults, 'all' | 'held' | 'release' | 'remove'>;
type OnEvent = (event: 'held' | 'request' | 'reset' | 'sessions' | 'steered', listener: () => void) => () => void;

/** Says why no answer arrives that a hold waits for; undefined if one may. `rule` is that of the hold, undefined if it is gone. */
export function whyNoneArrives(route: string, rule: Fault | undefined): string | undefined {
  const problem = 'No further answer is held back:';
  if (rule === undefined) {
    return `${problem} the hold of ${route} has ended, or the mock was reset or restored, or its session has ended`;
  }
  const { hits, held = 0, times = Number.POSITIVE_INFINITY } = rule;
  return hits < times || held > 0
    ? undefined
    : `${problem} the hold of ${route} is used up, because its times is ${times}`;
}

/** The answers of a route, which are sent one by one. */
export class Hold {
  /** The id of its fault rule. */
  readonly id: number;
  readonly #route: string;
  readonly #faults: HoldingFaults;
  readonly #on: OnEvent;
  readonly #stopsListening: readonly (() => void)[];
  /** Whether it has ended. After a reset, another rule can have its id. */
  #hasEnded = false;

  /** @internal */
  constructor(id: number, route: string, faults: HoldingFaults, on: OnEvent, isOver: () => boolean) {
    this.id = id;
    this.#route = route;
    this.#faults = faults;
    this.#on = on;
    this.#stopsListening = [
      on('reset', () => this.#finish()),
      on('sessions', () => {
        if (isOver()) this.#finish();
      }),
    ];
  }

  /** The answers that wait, in the order of their requests. */
  get answers(): HeldAnswer[] {
    if (this.#hasEnded) return [];
    return this.#faults.held().filter(({ fault }) => fault === this.id);
  }

  /**
   * Resolves with the answer that waits longest, once there is one.
   * @throws MockError `not_found` if the hold ends before, such as by a reset, or is used up because of its `times`.
   */
  arrived(): Promise<HeldAnswer> {
    return this.#withFirst((first) => first);
  }

  /**
   * Sends the answer that waits longest, changed if so wished. If none waits yet, the next one when it arrives.
   * @throws MockError as `arrived`
   */
  send(change: AnswerChange = {}): Promise<void> {
    return this.#withFirst(
      ({ entry }) => void this.#faults.release({ entry, ...change }),
      () => expectObject('send', change),
    );
  }

  /** Sends all answers, and holds back no more. Does nothing if its rule is gone, such as after a reset. */
  end(): void {
    if (this.#hasEnded) return;
    if (this.#rule !== undefined) this.#faults.remove(this.id);
    this.#finish();
  }

  /** Its rule; undefined if somebody has removed it. */
  get #rule(): Fault | undefined {
    return this.#faults.all().find(({ id }) => id === this.id);
  }

  #finish(): void {
    this.#hasEnded = true;
    for (const stop of this.#stopsListening) stop();
  }

  #withFirst<Result>(use: (first: HeldAnswer) => Result, check = () => {}): Promise<Result> {
    const result = this.#useFirst(use, check);
    // If nobody awaits it, the end of the hold must not end the process.
    result.catch(() => {});
    return result;
  }

  /** Uses the answer that waits longest as soon as there is one, so that no other call has sent it before. */
  async #useFirst<Result>(use: (first: HeldAnswer) => Result, check: () => void): Promise<Result> {
    check();
    for (;;) {
      const [first] = this.answers;
      if (first !== undefined) return use(first);
      const problem = whyNoneArrives(this.#route, this.#hasEnded ? undefined : this.#rule);
      if (problem !== undefined) throw notFound(problem);
      await this.#nextChange();
    }
  }

  /** Resolves when an answer may have arrived, or the hold may have ended. */
  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      const stops = (['held', 'request', 'reset', 'sessions', 'steered'] as const).map((event) =>
        this.#on(event, () => {
          for (const stop of stops) stop();
          resolve();
        }),
      );
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
  }
}
