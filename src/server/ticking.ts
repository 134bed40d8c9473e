import { formatValue } from '../foundation/format-value.js';
import { machineMilliseconds } from '../foundation/machine.js';
import { malformedAt } from '../foundation/mock-error.js';
import { internals } from '../mock/internals.js';
import type { Mock } from '../mock/mock.js';
import { ALL_SESSIONS } from '../protocol/session-name.js';

const INTERVAL = 1000;

/** Advances the clocks of all sessions while a server runs, by the `speed` of its mock. */
export class Ticking {
  readonly #mock: Mock;
  readonly #report: (problem: string) => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Whether a clock did not advance the last time, which was reported. */
  #isReported = false;

  /** @throws MockError `malformed_data` for a mock with a speed and a store: its servers would each advance the clock */
  constructor(mock: Mock, store: unknown, report: (problem: string) => void) {
    this.#mock = mock;
    this.#report = report;
    if (mock[internals].speed > 0 && store !== undefined) {
      throw malformedAt('speed', 'cannot be combined with store: each server would advance the clock that they share');
    }
  }

  /** Does nothing without a speed, or if it is started. */
  start(): void {
    const { speed } = this.#mock[internals];
    if (speed === 0 || this.#timer !== undefined) return;
    let last = machineMilliseconds();
    this.#timer = setInterval(() => {
      const now = machineMilliseconds();
      this.#advance((speed * (now - last)) / 1000);
      last = now;
    }, INTERVAL);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #advance(seconds: number): void {
    let problem: string | undefined;
    for (const { id, state } of this.#mock[internals].sessions.matching(ALL_SESSIONS)) {
      try {
        state.clock.advance({ seconds });
      } catch (error) {
        const session = id === null ? 'the default session' : `the session ${formatValue(id)}`;
        problem ??= `the clock of ${session} does not advance by itself: ${(error as Error).message}; the server tries again each second`;
      }
    }
    if (problem !== undefined && !this.#isReported) this.#report(problem);
    this.#isReported = problem !== undefined;
  }
}
