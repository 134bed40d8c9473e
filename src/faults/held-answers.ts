/** The maximum number of answers that are held back in a session. */
const HELD_LIMIT = 1000;

interface Held {
  /** The id of the fault rule that holds it back. */
  readonly rule: number;
  readonly send: () => void;
}

/** The answers that the fault rules of a session hold back, in the order of their requests. */
export class HeldAnswers {
  readonly #held = new Set<Held>();

  get size(): number {
    return this.#held.size;
  }

  get isFull(): boolean {
    return this.size >= HELD_LIMIT;
  }

  countOf(rule: number): number {
    return this.#of(rule).length;
  }

  /** Resolves when the answer is released, or its request is aborted. */
  hold(rule: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const send = () => {
        this.#held.delete(held);
        signal.removeEventListener('abort', send);
        resolve();
      };
      const held: Held = { rule, send };
      this.#held.add(held);
      if (signal.aborted) send();
      else signal.addEventListener('abort', send);
    });
  }

  /** Releases the answers that a rule holds back, or all, and returns their number. */
  release(rule?: number): number {
    const released = rule === undefined ? [...this.#held] : this.#of(rule);
    for (const { send } of released) send();
    return released.length;
  }

  #of(rule: number): Held[] {
    return [...this.#held].filter((held) => held.rule === rule);
  }
}
