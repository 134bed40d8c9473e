import * as z from 'zod';
import { copyValue } from '../foundation/deep-copy.js';
import { MockError, refusal } from '../foundation/mock-error.js';
import { randomFor } from '../foundation/random.js';
import { expectShape } from '../foundation/validate.js';
import type { Route } from '../protocol/route.js';
import { nearestRoute } from './nearest-route.js';
import { fitsPattern, meetsPattern, type Place, pathPattern } from './path-pattern.js';

/** The longest delay, in milliseconds: whatever waits longer has given up. */
const LONGEST_DELAY = 600_000;

/** How many rules a session may have. */
const RULE_LIMIT = 100;

/** Statuses whose answers have no body. */
const BODILESS = [204, 205, 304];

const NO_DELAY = `is neither a number of milliseconds up to ${LONGEST_DELAY} nor {min, max} of such numbers`;
const milliseconds = z.number({ error: NO_DELAY }).min(0, NO_DELAY).max(LONGEST_DELAY, NO_DELAY);
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A delay in milliseconds: always the same, or drawn from a range. */
export const delayShape = z.union(
  [
    milliseconds,
    z.strictObject({ min: milliseconds, max: milliseconds }).refine(({ min, max }) => min <= max, 'min is above max'),
  ],
  { error: NO_DELAY },
);
export type Delay = z.output<typeof delayShape>;

const NO_PROBABILITY = 'is not a number from 0 to 1';

function integer(least: number, greatest: number) {
  const error = `is not an integer from ${least}${greatest === Number.MAX_SAFE_INTEGER ? '' : ` to ${greatest}`}`;
  return z.int({ error }).min(least, error).max(greatest, error);
}

const effects = ['status', 'body', 'delay_ms', 'abort', 'malformed'] as const;

/** What makes requests fail, or slow. */
export const faultRule = z
  .strictObject({
    /** Left out: every method. */
    method: z.enum(methods, { error: `is none of ${methods.join(', ')}` }).optional(),
    /** A route's path (`/user-data/v1/client/:id`), a path of one record, or the beginning of paths and `*`. Left out: all of the three APIs. */
    path: pathPattern.optional(),
    status: integer(200, 599).optional(),
    /** Any JSON. Left out: a failure in the shape of the API that was asked. */
    body: z.json().optional(),
    /** Milliseconds before the answer is sent. */
    delay_ms: delayShape.optional(),
    /** From 0 (never) to 1 (always). */
    probability: z.number({ error: NO_PROBABILITY }).min(0, NO_PROBABILITY).max(1, NO_PROBABILITY).optional(),
    /** How many requests it strikes before it is spent. */
    times: integer(1, Number.MAX_SAFE_INTEGER).optional(),
    /** Seconds, for the header `Retry-After`. */
    retry_after: integer(0, Number.MAX_SAFE_INTEGER).optional(),
    /** The connection breaks and there is no answer. */
    abort: z.literal(true, { error: 'is not true' }).optional(),
    /** The answer is cut off in the middle and is no JSON. */
    malformed: z.literal(true, { error: 'is not true' }).optional(),
  })
  .superRefine((rule, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (effects.every((effect) => rule[effect] === undefined)) {
      context.addIssue({ code: 'custom', message: `A rule needs an effect, or several: ${effects.join(', ')}` });
    }
    for (const field of ['status', 'body', 'retry_after', 'malformed'] as const) {
      if (rule.abort && rule[field] !== undefined) refuse(field, 'is never sent: the rule aborts');
    }
    const bodiless = BODILESS.includes(rule.status ?? 0);
    if (bodiless && rule.body !== undefined) refuse('body', `is never sent: ${rule.status} has no body`);
    if (bodiless && rule.malformed) refuse('malformed', `has nothing to cut off: ${rule.status} has no body`);
    if (rule.retry_after !== undefined && rule.status === undefined) refuse('retry_after', 'goes with a status');
    const succeeds = rule.status !== undefined && rule.status >= 200 && rule.status < 400;
    if (succeeds && !bodiless && rule.body === undefined) {
      refuse('body', `is required with status ${rule.status}: only from 400 is there a failure to make it of`);
    }
  });

/** A rule as it is written: `{ path: '/public-api/v1/brief', status: 503, times: 2 }`. */
export type FaultRule = z.input<typeof faultRule>;

/** A rule that was added. `hits`: how many requests it struck. */
export const fault = z.intersection(z.object({ id: z.int(), hits: z.int() }), faultRule);
export type Fault = Readonly<FaultRule> & { readonly id: number; readonly hits: number };

/** What strikes one request: at most one rule that answers in its route's place, and the sum of all delays. */
export interface Strike {
  readonly delay: number;
  readonly rule: FaultRule | undefined;
}

/** A request as rules see it. */
export interface Target {
  readonly method: string;
  /** Its place and, where that is another spelling of the route's path, the place as the route itself would have it. */
  readonly places: readonly Place[];
  /** Whether it is one that only a rule with a path can strike. */
  readonly spared: boolean;
}

interface Live {
  readonly id: number;
  readonly rule: FaultRule;
  hits: number;
  /** How often chance was asked. */
  draws: number;
}

type KnownRoute = Pick<Route, 'method' | 'path' | 'aliases'>;

/** The fault rules of a session. */
export class Faults {
  readonly #routes: readonly KnownRoute[];
  #rules: readonly Live[] = [];
  #made = 0;

  constructor(routes: readonly KnownRoute[]) {
    this.#routes = routes;
  }

  get active(): boolean {
    return this.#rules.length > 0;
  }

  /**
   * Adds a rule; rules strike in the order in which they were added.
   * @throws MockError `malformed_data`, saying what is wrong with the rule; `payload_too_large` where there are too many.
   */
  add(rule: FaultRule): Fault {
    const checked = expectShape(faultRule, rule);
    this.#checkPath(checked);
    if (this.#rules.length >= RULE_LIMIT) {
      throw new MockError('payload_too_large', `There are ${RULE_LIMIT} fault rules already; remove some first`);
    }
    this.#made++;
    const live: Live = { id: this.#made, rule: copyValue(checked) as FaultRule, hits: 0, draws: 0 };
    this.#rules = [...this.#rules, live];
    return shown(live);
  }

  all(): Fault[] {
    return this.#rules.map(shown);
  }

  /** @throws MockError `not_found` */
  remove(id: number): Fault {
    const found = this.#rules.find((live) => live.id === id);
    if (found === undefined) throw new MockError('not_found', `There is no fault rule ${id}`);
    this.#rules = this.#rules.filter((live) => live !== found);
    return shown(found);
  }

  /** Removes every rule, and answers those there were. */
  clear(): Fault[] {
    const removed = this.all();
    this.#rules = [];
    return removed;
  }

  /** Back to no rule ever made. */
  reset(): void {
    this.#rules = [];
    this.#made = 0;
  }

  /** An independent copy, which chance treats as it would this. */
  copy(): Faults {
    const copy = new Faults(this.#routes);
    copy.#rules = this.#rules.map((live) => ({ ...live }));
    copy.#made = this.#made;
    return copy;
  }

  /**
   * What strikes a request. Rules that only delay add up; the first that does more answers, and ends it.
   */
  strike(target: Target, seed: number): Strike {
    let delay = 0;
    for (const live of this.#rules) {
      const { rule } = live;
      const { probability = 1, delay_ms = 0 } = rule;
      if (!applies(rule, target) || live.hits === rule.times) continue;
      if (probability < 1 && chance(live, seed) >= probability) continue;
      live.hits++;
      delay += millisecondsOf(delay_ms, () => chance(live, seed));
      if (rule.abort || rule.malformed || rule.status !== undefined || rule.body !== undefined) return { delay, rule };
    }
    return { delay, rule: undefined };
  }

  #checkPath({ method, path }: FaultRule): void {
    if (path === undefined) return;
    const met = this.#routes.filter((route) => [route.path, ...route.aliases].some((own) => meetsPattern(own, path)));
    if (met.length === 0) {
      const nearest = nearestRoute(this.#routes, method ?? 'GET', path);
      const message = `is the path of no route; the nearest is ${nearest?.path}`;
      throw refusal('malformed_data', [{ path: 'path', message }]);
    }
    const asked = method === 'HEAD' ? 'GET' : method;
    if (asked === undefined || met.some((route) => route.method === asked)) return;
    const methods = [...new Set(met.map((route) => route.method))].join(', ');
    throw refusal('malformed_data', [{ path: 'method', message: `is ${method}, but ${path} answers ${methods}` }]);
  }
}

/** A delay in milliseconds; `random` decides where it is a range. */
export function millisecondsOf(delay: Delay, random: () => number): number {
  return typeof delay === 'number' ? delay : delay.min + random() * (delay.max - delay.min);
}

/** The next number of a rule: of its own sequence, so that no rule's chance depends on another. */
function chance(live: Live, seed: number): number {
  live.draws++;
  return randomFor(seed, 'fault', `${live.id}/${live.draws}`)();
}

function applies({ method, path }: FaultRule, target: Target): boolean {
  if (method !== undefined && method !== target.method) return false;
  return path === undefined ? !target.spared : target.places.some((place) => fitsPattern(place, path));
}

function shown({ id, rule, hits }: Live): Fault {
  return { id, ...(copyValue(rule) as FaultRule), hits };
}
