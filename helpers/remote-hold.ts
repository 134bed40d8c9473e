import { expectObject } from '../src/foundation/check-options.js';
import type { AnswerChange, AnswerRelease, Fault, HeldAnswer } from '../src/index.js';
import { whyNoneArrives } from '../src/mock/hold.js';

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
  readonly #route: string;
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
  constructor(id: number, route: string, mock: HoldingMock, signal: AbortSignal) {
    this.id = id;
    this.#route = route;
    this.#mock = mock;
    this.#signal = signal;
  }

  /** The answers that wait, in the order of their requests. */
  async answers(): Promise<HeldAnswer[]> {
    if (this.#isOver) return [];
    const held = await this.#mock.heldAnswers();
    return this.#isOver ? [] : held.filter(({ fault }) => fault === this.id);
  }

  /**
   * Resolves with the answer that waits longest, once there is one.
   * @throws Error if the hold ends before, such as by a reset, or is used up because of its `times`.
   */
  arrived(): Promise<HeldAnswer> {
    const arriving = this.#arrived();
    // If nobody awaits it, the end of the hold must not end the process.
    arriving.catch(() => {});
    return arriving;
  }

  async #arrived(): Promise<HeldAnswer> {
    for (;;) {
      // A call to a session that has ended would create it again.
      const rule = this.#isOver ? undefined : await this.#rule();
      const [first] = rule?.held ? await this.answers() : [];
      if (first !== undefined) return first;
      const problem = whyNoneArrives(this.#route, this.#isOver ? undefined : rule);
      if (problem !== undefined) throw new Error(problem);
      await new Promise((resolve) => setTimeout(resolve, POLL));
    }
  }

  /**
   * Sends the answer that waits longest, changed if so wished. If none waits yet, the next one when it arrives.
   * @throws Error as `arrived`
   */
  send(change: AnswerChange = {}): Promise<void> {
    const sending = this.#sent.then(async () => {
      expectObject('send', change);
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
    if ((await this.#rule()) !== undefined) await this.#mock.removeFault(this.id);
  }

  /** Its rule; undefined if somebody has removed it. */
  async #rule(): Promise<Fault | undefined> {
    return (await this.#mock.faults()).find(({ id }) => id === this.id);
  }

  get #isOver(): boolean {
    return this.#hasEnded || this.#signal.aborted;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }
}
