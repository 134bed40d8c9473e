import { Uuids } from '../foundation/random.js';

/** Control calls have a sequence of their own, so that watching a session does not change the ids of its API requests. */
type Purpose = 'request' | 'control';

/** The ids of a session's requests, sent as `X-Request-Id`: the same sequence for the same seed (X12). */
export class RequestIds {
  readonly #purpose: Purpose;
  #uuids: Uuids | undefined;
  /** The number of ids used up. The sequence continues after it. */
  count: number;

  constructor(purpose: Purpose, count: number) {
    this.#purpose = purpose;
    this.count = count;
  }

  next(seed: number): string {
    if (this.#uuids?.seed !== seed) this.#uuids = new Uuids(seed, this.#purpose);
    this.count++;
    return this.#uuids.nth(this.count);
  }
}

/** The id of the `number`th API request under a seed. */
export function requestIdOf(seed: number, number: number): string {
  return new Uuids(seed, 'request').nth(number);
}
