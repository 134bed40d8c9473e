import { REAL_DATE, realDate } from '../../src/foundation/real-date.js';

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

  /** Sets the time of the page. */
  follow(now: string): void {
    const Real = realDate();
    this.#offset = Real.parse(now) - Real.now();
    if (Date !== Real) return;
    const read = () => Real.now() + this.#offset;
    const OfPage: DateConstructor = new Proxy(Real, {
      apply: () => new Real(read()).toString(),
      construct: (_, values, target) =>
        Reflect.construct(Real, values.length === 0 ? [read()] : values, target === OfPage ? Real : target),
      get: (_, key) => (key === 'now' ? read : key === REAL_DATE ? Real : Reflect.get(Real, key)),
    });
    window.Date = OfPage;
  }

  /** Gives the page the time of the machine again. */
  stop(): void {
    window.Date = realDate();
  }
}
