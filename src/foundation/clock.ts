import * as z from 'zod';
import { show } from './format-value.js';
import { MockError } from './mock-error.js';

/** What a clock is set to: an ISO 8601 time with its zone, or milliseconds since 1970. */
export type Instant = string | number | Date;

/** A length of time; the parts add up and may be negative. */
export interface Duration {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
  milliseconds?: number;
}

export const readingShape = z.strictObject({ now: z.iso.datetime(), frozen: z.boolean() });

/** A clock as a snapshot keeps it: `now` in ISO 8601, UTC. */
export type ClockReading = Readonly<z.output<typeof readingShape>>;

const MILLISECONDS: Record<keyof Duration, number> = {
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1_000,
  milliseconds: 1,
};

/**
 * Milliseconds that have passed on the machine since some moment: for how long something took or has been idle, which no
 * answer of the APIs depends on.
 */
export function machineMilliseconds(): number {
  return performance.now();
}

/** The machine's time in ISO 8601, UTC: for logs, which no answer depends on. */
export function machineTime(): string {
  return new Date().toISOString();
}

/**
 * The mock's own time. It stands still until it is set, advanced or let run, so that two runs see the same times.
 * The machine's time is read in this file and nowhere else; for the clock, only while it runs.
 */
export class Clock {
  #time: number;
  /** The machine's time when a running clock was at `#time`; null while frozen. */
  #runningSince: number | null;
  /** The day that was last asked for, and how many came before it since 1970. */
  #day: { readonly number: number; readonly text: string } | undefined;

  constructor(reading: { now: Instant; frozen: boolean }) {
    this.#time = parseInstant(reading.now);
    this.#runningSince = reading.frozen ? null : Date.now();
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#runningSince === null ? this.#time : this.#time + (Date.now() - this.#runningSince);
  }

  /** Whole seconds since 1970. */
  get seconds(): number {
    return Math.floor(this.now / 1000);
  }

  /** The calendar day in UTC, `YYYY-MM-DD`. */
  get day(): string {
    const number = Math.floor(this.now / MILLISECONDS.days);
    // Nearly every request asks.
    if (this.#day?.number !== number) this.#day = { number, text: this.toString().slice(0, 10) };
    return this.#day.text;
  }

  get frozen(): boolean {
    return this.#runningSince === null;
  }

  /** Moves to an instant; a running clock runs on from there. */
  set(instant: Instant): void {
    this.#restart(parseInstant(instant), this.frozen);
  }

  /** Moves by a duration, for example `{ days: 1 }`. */
  advance(duration: Duration): void {
    const isObject = typeof duration === 'object' && duration !== null && !Array.isArray(duration);
    let time = this.now;
    for (const [unit, amount] of isObject ? Object.entries(duration) : [['', duration]]) {
      const length = Object.hasOwn(MILLISECONDS, unit as string) ? MILLISECONDS[unit as keyof Duration] : Number.NaN;
      const step = length * (typeof amount === 'number' ? amount : Number.NaN);
      if (!Number.isFinite(step)) {
        const allowed = Object.keys(MILLISECONDS).join(', ');
        throw new MockError(
          'malformed_data',
          `Not a duration: ${show(duration)}. It is an object with numbers of ${allowed}`,
        );
      }
      time += step;
    }
    if (!isTime(time)) {
      throw new MockError('malformed_data', `Not a duration here: ${show(duration)} leads out of the years 0 to 9999`);
    }
    this.#restart(Math.floor(time), this.frozen);
  }

  /** Stops the clock where it is. */
  freeze(): void {
    this.#restart(this.now, true);
  }

  /** Lets the clock run at the machine's pace. */
  unfreeze(): void {
    this.#restart(this.now, false);
  }

  /** Takes over another reading as a whole. */
  reset(reading: ClockReading): void {
    this.#restart(parseInstant(reading.now), reading.frozen);
  }

  reading(): ClockReading {
    return { now: this.toString(), frozen: this.frozen };
  }

  /** The time in ISO 8601, UTC. */
  toString(): string {
    return new Date(this.now).toISOString();
  }

  #restart(time: number, frozen: boolean): void {
    this.#time = time;
    this.#runningSince = frozen ? null : Date.now();
  }
}

// With seconds, or to the minute.
const isoInstant = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);
// Years of four digits: what ISO 8601 writes without a sign.
const EARLIEST = Date.parse('0000-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

function isTime(time: number): boolean {
  return time >= EARLIEST && time <= LATEST;
}

/** Milliseconds since 1970. @throws MockError `malformed_data` for what is no time. */
export function parseInstant(instant: unknown): number {
  const time = timeOf(instant);
  if (isTime(time)) return Math.floor(time);
  const example = 'Write it in ISO 8601 with its zone, such as 2026-03-04T09:00:00Z';
  throw new MockError('malformed_data', `Not a time: ${show(instant)}. ${example}`);
}

function timeOf(instant: unknown): number {
  if (typeof instant === 'string') return isoInstant.safeParse(instant).success ? Date.parse(instant) : Number.NaN;
  if (instant instanceof Date) return instant.getTime();
  return typeof instant === 'number' ? instant : Number.NaN;
}
