import type { FaultRule } from '../faults/fault-rule.js';
import type { Faults } from '../faults/fault-rules.js';
import type { AnswerChange, HeldAnswer } from '../faults/held-answers.js';
import { checkOptions, optionNames } from '../foundation/check-options.js';
import { formatValue } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';

/** Which answers are held back. */
export interface HoldOptions {
  /** The number of answers to hold back; later ones are sent. Default: all of them. */
  times?: number;
}

/** The rule that holds back the answers of a route, such as `GET /public-api/v1/brief`; without a method, of all methods. */
export function holdingRule(route: unknown, options: HoldOptions = {}): FaultRule {
  checkOptions('hold', options, optionNames<HoldOptions>({ times: true }));
  const [, method, path] = (typeof route === 'string' && /^(?:([A-Z]+) )?(\/\S*)$/.exec(route)) || [];
  if (path === undefined) {
    const form = 'must be a method and a path, such as "GET /public-api/v1/brief"';
    throw new MockError('malformed_data', `hold: the route ${form}, but is ${formatValue(route)}`);
  }
  return {
    ...(method !== undefined && { method: method as NonNullable<FaultRule['method']> }),
    path,
    hold: true,
    ...(options.times !== undefined && { times: options.times }),
  };
}

type HoldingFaults = Pick<Faults, 'all' | 'held' | 'release' | 'remove'>;
type OnEvent = (event: 'held' | 'reset', listener: () => void) => () => void;

/** The answers of a route, which are sent one by one. */
export class Hold {
  /** The id of its fault rule. */
  readonly id: number;
  readonly #faults: HoldingFaults;
  readonly #on: OnEvent;
  readonly #stopListening: () => void;
  /** Whether it has ended. After a reset, another rule can have its id. */
  #hasEnded = false;

  /** @internal */
  constructor(id: number, faults: HoldingFaults, on: OnEvent) {
    this.id = id;
    this.#faults = faults;
    this.#on = on;
    this.#stopListening = on('reset', () => this.#finish());
  }

  /** The answers that wait, in the order of their requests. */
  get answers(): HeldAnswer[] {
    if (this.#hasEnded) return [];
    return this.#faults.held().filter(({ fault }) => fault === this.id);
  }

  /** Resolves with the answer that waits longest, once there is one. */
  arrived(): Promise<HeldAnswer> {
    return this.#withFirst((first) => first);
  }

  /** Sends the answer that waits longest, changed if so wished. If none waits yet, the next one when it arrives. */
  send(change: AnswerChange = {}): Promise<void> {
    return this.#withFirst(({ entry }) => void this.#faults.release({ entry, ...change }));
  }

  /** Sends all answers, and holds back no more. Does nothing if its rule is gone, such as after a reset. */
  end(): void {
    if (this.#hasEnded) return;
    if (this.#faults.all().some(({ id }) => id === this.id)) this.#faults.remove(this.id);
    this.#finish();
  }

  #finish(): void {
    this.#hasEnded = true;
    this.#stopListening();
  }

  /** Uses the answer that waits longest as soon as there is one, so that no other call has sent it before. */
  async #withFirst<Result>(use: (first: HeldAnswer) => Result): Promise<Result> {
    for (;;) {
      const [first] = this.answers;
      if (first !== undefined) return use(first);
      await this.#nextHeld();
    }
  }

  #nextHeld(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#on('held', () => {
        stop();
        resolve();
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
  }
}
