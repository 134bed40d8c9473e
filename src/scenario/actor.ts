import { deepCopy } from '../foundation/deep-copy.js';
import { deepFreeze } from '../foundation/deep-freeze.js';
import { formatValue } from '../foundation/format-value.js';
import { fromCaller } from '../foundation/from-caller.js';
import { malformed } from '../foundation/mock-error.js';
import type { Random } from '../foundation/random.js';
import type { Data } from '../state/collection.js';
import type { Factories } from './factories.js';
import { invalidPart } from './invalid-part.js';

/** How much happens: a few acts a day, or many. */
export type Life = (typeof lives)[number];

export const lives = ['calm', 'busy'] as const;

/** A day of the week, in UTC. */
export type Weekday = (typeof weekdays)[number];

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** When an actor acts, by the mock's clock in UTC. */
export interface ActorRhythm {
  /** The time of day of its first act at the earliest, such as `06:00`. */
  readonly from: string;
  /** The time of day of its last act at the latest. Default: `from`, so that all acts of a day are at that time. */
  readonly to?: string | undefined;
  /** The days on which it acts. Default: every day. */
  readonly days?: readonly Weekday[] | undefined;
  /** How many times on such a day, for every life or for each. Default 1. */
  readonly times?: number | TimesOfLives | undefined;
}

/** How many times an actor acts on one of its days, for each life. */
export interface TimesOfLives extends Record<Life, number> {
  /** With `life: 'calm'`. */
  readonly calm: number;
  /** With `life: 'busy'`. */
  readonly busy: number;
}

/** A request that an actor sends. */
export interface ActorRequest {
  /** The e-mail of the person who sends it. Default: the application, with the service token if there is one. */
  readonly as?: string | undefined;
  /** The body, which is sent as JSON. */
  readonly body?: unknown;
}

/** The answer to a request of an actor. */
export interface ActorAnswer {
  /** The status; 0 if a fault rule broke the connection. */
  readonly status: number;
  /** The JSON of the answer; undefined without a body. */
  readonly body: unknown;
}

/** What the `act` of an actor takes. */
export interface ActorContext {
  /** The time of the act, in UTC. */
  readonly now: Date;
  /** How much happens. */
  readonly life: Life;
  /** Random numbers in [0, 1), which depend only on the seed, the actor and the time of the act. */
  readonly random: Random;
  /** Sends a request to one of the APIs, such as `POST /public-api/v1/bookmark/front-page/1-2`, and returns its answer. */
  readonly send: (request: string, options?: ActorRequest) => ActorAnswer;
  /** The tables, to look at, and to change what the APIs cannot. */
  readonly data: Data;
  /** Factories of valid records, for what the APIs cannot create. */
  readonly make: Factories;
}

/** Somebody who uses the APIs of a mock that lives. */
export interface Actor {
  /** Marks the acts in journal, history and events. */
  readonly name: string;
  /** When it acts. */
  readonly rhythm: ActorRhythm;
  /** One act. It is synchronous, and depends on nothing but its context. */
  readonly act: (context: ActorContext) => void;
}

/**
 * Declares an actor of a scenario. It acts while the clock of a mock with the option `life` advances.
 *
 * @example
 * defineActor({
 *   name: 'reader',
 *   rhythm: { from: '07:00', to: '19:00', times: { calm: 3, busy: 30 } },
 *   act: ({ send }) => void send('GET /public-api/v1/brief', { as: 'alice@acme.example' }),
 * });
 * @throws MockError `malformed_data` for a missing or invalid part.
 */
export function defineActor(definition: Actor): Actor {
  return fromCaller(defineActor, () => {
    checkActor('defineActor', definition);
    // A later change of the rhythm would not be checked.
    return Object.freeze({ ...definition, rhythm: deepFreeze(deepCopy(definition.rhythm)) });
  });
}

function checkActor(path: string, definition: Actor): void {
  const name = definition?.name;
  if (typeof name !== 'string' || name.trim() === '') invalidPart(path, 'name', 'a text', name);
  const prefix = `actor ${formatValue(name)}`;
  if (typeof definition.act !== 'function') invalidPart(prefix, 'act', 'a function', definition.act);
  checkRhythm(prefix, definition.rhythm);
}

function checkRhythm(prefix: string, rhythm: ActorRhythm): void {
  if (typeof rhythm !== 'object' || rhythm === null)
    invalidPart(prefix, 'rhythm', 'an object with the time `from`', rhythm);
  const { from, to = from, days = [], times = 1, ...others } = rhythm;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) invalidPart(prefix, `rhythm.${unknown}`, 'absent; use from, to, days, times', others);
  for (const [part, time] of Object.entries({ from, to })) {
    if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
      invalidPart(prefix, `rhythm.${part}`, 'a time of day such as 06:00', time);
  }
  if (to < from) invalidPart(prefix, 'rhythm.to', `from ${from} on`, to);
  const isKnown = (day: unknown) => weekdays.some((one) => one === day);
  if (!Array.isArray(days) || !days.every(isKnown)) {
    invalidPart(prefix, 'rhythm.days', `a list of ${weekdays.join(', ')}`, days);
  }
  const counts = lives.map((life) => (typeof times === 'object' && times !== null ? times[life] : times));
  if (!counts.every((count) => Number.isInteger(count) && count >= 0 && count <= MOST_TIMES)) {
    invalidPart(
      prefix,
      'rhythm.times',
      `an integer from 0 to ${MOST_TIMES}, or one for each of ${lives.join(' and ')}`,
      times,
    );
  }
}

/** A day of an actor with more acts would take minutes. */
const MOST_TIMES = 10_000;

/** @throws MockError `malformed_data` if the actors of a scenario are not a list, are invalid, or share a name. */
export function checkActors(actors: unknown): void {
  if (actors === undefined) return;
  if (!Array.isArray(actors)) invalidPart('actors', 'the value', 'a list', actors);
  const names = new Set<string>();
  for (const [i, one] of (actors as Actor[]).entries()) {
    if (typeof one?.act !== 'function') invalidPart(`actors.${i}`, 'it', 'created with defineActor', one);
    checkActor(`actors.${i}`, one);
    if (names.has(one.name)) {
      throw malformed(`actors.${i}: two actors have the name ${one.name}; it must be unique`);
    }
    names.add(one.name);
  }
}

/** Whether an actor acts on a day of the week; 0 is Sunday. */
export function actsOn({ days }: ActorRhythm, weekday: number): boolean {
  return days === undefined || days.includes(weekdays[weekday] as Weekday);
}

/** How many times an actor acts on one of its days. */
export function timesOf({ times = 1 }: ActorRhythm, life: Life): number {
  return typeof times === 'number' ? times : times[life];
}

/** The milliseconds between which an actor acts, from midnight. */
export function hoursOf({ from, to = from }: ActorRhythm): { readonly from: number; readonly to: number } {
  return { from: millisecondsOf(from), to: millisecondsOf(to) };
}

function millisecondsOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}
