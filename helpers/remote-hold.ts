import type { AnswerChange, AnswerRelease, Fault, HeldAnswer } from '../src/index.js';

/** The session whose answers are held back. */
interface HoldingMock {
  faults(): Promise<Fault[]>;
  removeFault(id: number): Promise<void>;
  heldAnswers(): Promise<HeldAnswer[]>;
  releaseAnswer(release: AnswerRelease): Promise<void>;
}

/** How often, in milliseconds, a server is asked whether an answer has arrived. */
const POLL = 20;

/** The answers of a route, which are sent one by one. */
export class RemoteHold {
  /** The id of its fault rule. */
  readonly id: number;
  readonly #mock: HoldingMock;
  readonly #signal: AbortSignal;
  /** Whether it has ended. After a reset, another rule can have its id. */
  #hasEnded = false;
  /** Resolves when what was asked for so far has been sent. */
  #sent: Promise<void> = Promise.resolve();

  /**
   * @internal
   * @param signal aborts when the rules of the session are gone.
   */
  constructor(id: number, mock: HoldingMock, signal: AbortSignal) {
    this.id = id;
    this.#mock = mock;
    this.#signal = signal;
  }

  /** The answers that wait, in the order of their requests. */
  async answers(): Promise<HeldAnswer[]> {
    if (this.#isOver) return [];
    const held = await this.#mock.heldAnswers();
    return this.#isOver ? [] : held.filter(({ fault }) => fault === this.id);
  }

  /** Resolves with the answer that waits longest, once there is one. */
  async arrived(): Promise<HeldAnswer> {
    while (!this.#isOver) {
      const [first] = await this.answers();
      if (first !== undefined) return first;
      await new Promise((resolve) => setTimeout(resolve, POLL));
    }
    // None will arrive.
    return new Promise(() => {});
  }

  /** Sends the answer that waits longest, changed if so wished. If none waits yet, the next one when it arrives. */
  send(change: AnswerChange = {}): Promise<void> {
    const sending = this.#sent.then(async () => {
      const { entry } = await this.arrived();
      await this.#mock.releaseAnswer({ entry, ...change });
    });
    this.#sent = sending.catch(() => {});
    return sending;
  }

  /** Sends all answers, and holds back no more. Does nothing if its rule is gone, such as after a reset. */
  async end(): Promise<void> {
    if (this.#isOver) return;
    this.#hasEnded = true;
    const rules = await this.#mock.faults();
    if (rules.some(({ id }) => id === this.id)) await this.#mock.removeFault(this.id);
  }

  get #isOver(): boolean {
    return this.#hasEnded || this.#signal.aborted;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }
}
