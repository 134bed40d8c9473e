import { realDate } from './real-date.js';

/**
 * The machine's monotonic time in milliseconds, for durations and idle times. No answer of the APIs depends on it.
 */
export function machineMilliseconds(): number {
  return performance.now();
}

/** The machine's time in ISO 8601, UTC, for logs. No answer of the APIs depends on it. */
export function machineTime(): string {
  return new (realDate())().toISOString();
}

/**
 * The machine's time as a mock sees it: the one input of a mock that is neither a request nor a call. It stands still while a
 * request or call is handled, so that each sees one time. Replays and replicas follow the times of what they repeat.
 */
export class MachineTime {
  #held: number | undefined;
  #isFollowed = false;
  /** How far `elapsed` is ahead of the machine, so that it does not jump when the time is released. */
  #ahead = 0;

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#held ?? realDate().now();
  }

  /** Like `now`, but it does not stand still while a command runs. */
  get present(): number {
    return this.#isFollowed ? this.now : realDate().now();
  }

  /** Milliseconds that never go back, for durations and idle times. */
  get elapsed(): number {
    return this.#isFollowed ? this.now : machineMilliseconds() + this.#ahead;
  }

  /** Whether the time is that of an entry of a log or a trace. */
  get isFollowed(): boolean {
    return this.#isFollowed;
  }

  /** Stops the time while a command runs. */
  hold<Result>(command: () => Result): Result {
    if (this.#held !== undefined) return command();
    this.#held = realDate().now();
    try {
      return command();
    } finally {
      this.#held = undefined;
    }
  }

  /**
   * Sets the time, in milliseconds since 1970, until it is released: to that of an entry of a log or a trace. Durations and idle times
   * follow it, so that they are the same wherever the entry is applied.
   */
  follow(time: number): void {
    this.#held = time;
    this.#isFollowed = true;
  }

  /** Follows the machine's time again. */
  release(): void {
    if (this.#isFollowed) this.#ahead = this.now - machineMilliseconds();
    this.#held = undefined;
    this.#isFollowed = false;
  }
}

/** A text for a name that no process has used before. No answer of the mock depends on it. */
export function uniqueName(): string {
  return crypto.randomUUID();
}
