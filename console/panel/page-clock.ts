import { REAL_DATE, realDate } from '../../src/foundation/real-date.js';
import { type ReadClock, timeOf } from '../model/console-model.js';

/** How far in milliseconds two readings of a clock that runs may be apart, because each takes a while. */
const TOLERANCE = 1000;

/** Whether the Date of the page is the machine's, or one of ours; not that of a test, which moves it itself. */
export function isPageClockOurs(): boolean {
  return /\[native code\]/.test(Function.prototype.toString.call(realDate()));
}

/**
 * Gives the page the time of the mock: `Date` starts there and runs on, also while the mock's clock stands still, because code that
 * waits by comparing times would wait for ever. Timers stay as they are.
 */
export class PageClock {
  #offset = 0;
  /** The reading from which the time of the page started. */
  #followed: ReadClock | undefined;

  /** Sets the time of the page, unless nobody has set or moved the clock since: then it runs on. */
  follow(read: ReadClock): void {
    if (this.#followed !== undefined && isSame(this.#followed, read)) return;
    this.#followed = read;
    const Real = realDate();
    this.#offset = timeOf(read) - Real.now();
    if (Date !== Real) return;
    const now = () => Real.now() + this.#offset;
    const OfPage: DateConstructor = new Proxy(Real, {
      apply: () => new Real(now()).toString(),
      construct: (_, values, target) =>
        Reflect.construct(Real, values.length === 0 ? [now()] : values, target === OfPage ? Real : target),
      get: (_, key) => (key === 'now' ? now : key === REAL_DATE ? Real : Reflect.get(Real, key)),
    });
    window.Date = OfPage;
  }

  /** Gives the page the time of the machine again. */
  stop(): void {
    this.#followed = undefined;
    window.Date = realDate();
  }
}

function isSame(before: ReadClock, read: ReadClock): boolean {
  const difference = Math.abs(timeOf(read) - timeOf(before));
  return before.frozen === read.frozen && difference <= (read.frozen ? 0 : TOLERANCE);
}
