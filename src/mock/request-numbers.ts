/**
 * The numbers of the requests of a session. When they start again, it was reset or restored, which cleared its journal. A request
 * whose body took long comes after one with a higher number.
 */
export class RequestNumbers {
  readonly #used = new Set<number>();
  readonly #onStart: () => void;
  /** Those up to this one were used before the trace. */
  #before: number;
  #last: number;

  constructor(before: number, onStart: () => void) {
    this.#before = before;
    this.#last = before;
    this.#onStart = onStart;
  }

  take(number: number): void {
    if (number <= this.#before || this.#used.has(number)) this.#startAgain();
    this.#used.add(number);
    this.#last = Math.max(this.#last, number);
  }

  /** @param count the number of requests at the end. */
  end(count: number): void {
    if (count < this.#last) this.#startAgain();
  }

  #startAgain(): void {
    this.#used.clear();
    this.#before = 0;
    this.#last = 0;
    this.#onStart();
  }
}
