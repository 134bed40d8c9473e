import * as z from 'zod/mini';
import { formatValue } from './format-value.js';
import { methodsFromCaller } from './from-caller.js';
import { isPlainObject } from './is-object.js';
import { MachineTime } from './machine.js';
import { malformed } from './mock-error.js';

/** A time: ISO 8601 with a zone, a Date, or milliseconds since 1970. */
export type Instant = string | number | Date;

/** A length of time: the sum of its parts, which may be negative. */
export interface Duration {
  /** Days of 24 hours. */
  days?: number | undefined;
  /** Hours of 60 minutes. */
  hours?: number | undefined;
  /** Minutes of 60 seconds. */
  minutes?: number | undefined;
  /** Seconds, which may have a fraction. */
  seconds?: number | undefined;
  /** Milliseconds. The sum is rounded down to a whole number. */
  milliseconds?: number | undefined;
}

export const clockReadingSchema = z.strictObject({
  /** The time in ISO 8601, UTC. */
  now: z.iso.datetime(),
  /** Whether the time stands still. */
  frozen: z.boolean(),
});

/** The clock in a snapshot. */
export type ClockReading = Readonly<z.output<typeof clockReadingSchema>>;

const MILLISECONDS: Record<keyof Duration, number> = {
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1_000,
  milliseconds: 1,
};

/** Advances a clock from a time to another, with what happens on the way: `goTo` sets the time, once or in steps. */
export type Pass = (from: number, until: number, goTo: (time: number) => void) => void;

/**
 * The mock's own time. It is frozen until it is set, advanced or unfrozen, so that two runs see the same times.
 * It reads the machine's time only while it runs.
 */
export class Clock {
  #time: number;
  /** The machine's time at which the clock was at `#time`; null while frozen. */
  #runningSince: number | null;
  readonly #run: (method: string, change: () => void) => void;
  readonly #machine: MachineTime;
  readonly #pass: Pass | undefined;
  /** The cached `day`; `number` counts the days since 1970. */
  #day: { readonly number: number; readonly text: string } | undefined;
  /** The cached `reading`, with its time in milliseconds. */
  #reading: { readonly time: number; readonly value: ClockReading } | undefined;

  /** `run` runs each change of a call that sets, advances, freezes or unfreezes the clock, with the name of the method. */
  constructor(
    reading: { now: Instant; frozen: boolean },
    run: (method: string, change: () => void) => void = (_, change) => change(),
    machine = new MachineTime(),
    pass?: Pass,
  ) {
    this.#machine = machine;
    this.#pass = pass;
    this.#time = parseInstant(reading.now);
    this.#runningSince = reading.frozen ? null : machine.now;
    this.#run = run;
  }

  /** Milliseconds since 1970. A running clock stops at the end of its range, so that its time can always be written. */
  get now(): number {
    if (this.#runningSince === null) return this.#time;
    return withinRange(this.#time + (this.#machine.now - this.#runningSince));
  }

  /** Whole seconds since 1970. */
  get seconds(): number {
    return Math.floor(this.now / 1000);
  }

  /** The calendar day in UTC, `YYYY-MM-DD`. */
  get day(): string {
    const number = Math.floor(this.now / MILLISECONDS.days);
    // Nearly every request reads it.
    if (this.#day?.number !== number) this.#day = { number, text: this.toString().slice(0, 10) };
    return this.#day.text;
  }

  /** Whether the time stands still. */
  get frozen(): boolean {
    return this.#runningSince === null;
  }

  /** Sets the time; a running clock continues from there. */
  set(instant: Instant): void {
    const time = parseInstant(instant);
    this.#run('set', () => this.#restart(time, this.frozen));
  }

  /** Moves the time by a duration, such as `{ days: 1 }`. */
  advance(duration: Duration): void {
    let time = this.now;
    for (const [unit, amount] of isPlainObject(duration) ? Object.entries(duration) : [['', duration]]) {
      const length = Object.hasOwn(MILLISECONDS, unit as string) ? MILLISECONDS[unit as keyof Duration] : Number.NaN;
      const step = length * (amount === undefined ? 0 : typeof amount === 'number' ? amount : Number.NaN);
      if (!Number.isFinite(step)) {
        const allowed = Object.keys(MILLISECONDS).join(', ');
        throw malformed(`${formatValue(duration)} is not a valid duration; use an object with numbers of ${allowed}`);
      }
      time += step;
    }
    if (!isTime(time)) {
      throw malformed(`The duration ${formatValue(duration)} would move the clock out of its range, which is ${RANGE}`);
    }
    const goTo = (to: number) => this.#run('advance', () => this.#restart(to, this.frozen));
    if (this.#pass === undefined) goTo(Math.floor(time));
    else this.#pass(this.now, Math.floor(time), goTo);
  }

  /** Stops the clock at its current time. */
  freeze(): void {
    this.#run('freeze', () => this.#restart(this.now, true));
  }

  /** Lets the clock run at the machine's pace. */
  unfreeze(): void {
    this.#run('unfreeze', () => this.#restart(this.now, false));
  }

  /**
   * Goes back to a reading.
   * @internal
   */
  reset({ now, frozen }: ClockReading): void {
    // A reading is valid, and every restored state has one.
    this.#restart(Date.parse(now), frozen);
  }

  /** The time and whether it is frozen, as in a snapshot. It cannot be changed. */
  reading(): ClockReading {
    const { now, frozen } = this;
    // Thousands of images share a reading while the clock stands still.
    if (this.#reading?.time !== now || this.#reading.value.frozen !== frozen) {
      this.#reading = { time: now, value: Object.freeze({ now: this.toString(), frozen }) };
    }
    return this.#reading.value;
  }

  /** The time in ISO 8601, UTC. */
  toString(): string {
    return new Date(this.now).toISOString();
  }

  #restart(time: number, frozen: boolean): void {
    this.#time = time;
    this.#runningSince = frozen ? null : this.#machine.now;
  }

  static {
    methodsFromCaller(Clock.prototype);
  }
}

// With and without seconds.
const isoInstant = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);
// ISO 8601 writes years of four digits without a sign.
const EARLIEST = Date.parse('0000-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
export const RANGE = 'from 0000-01-01T00:00:00Z to 9999-12-31T23:59:59.999Z';

function isTime(time: number): boolean {
  return time >= EARLIEST && time <= LATEST;
}

/** A time that can be written: the time itself, or the end of the range that it is beyond. */
export function withinRange(time: number): number {
  return Math.min(Math.max(time, EARLIEST), LATEST);
}

/** Milliseconds since 1970. @throws MockError `malformed_data` for an invalid time. */
export function parseInstant(instant: unknown): number {
  const time = timeOf(instant);
  if (isTime(time)) return Math.floor(time);
  const expected = `use ISO 8601 with a time zone, such as 2026-03-04T09:00:00Z, ${RANGE}`;
  throw malformed(`${formatValue(instant)} is not a valid time; ${expected}`);
}

function timeOf(instant: unknown): number {
  if (typeof instant === 'string') return z.safeParse(isoInstant, instant).success ? Date.parse(instant) : Number.NaN;
  if (instant instanceof Date) return instant.getTime();
  return typeof instant === 'number' ? instant : Number.NaN;
}
