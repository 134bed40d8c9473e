import * as z from 'zod';
import { deepCopy } from '../foundation/deep-copy.js';
import { issuesError, MockError } from '../foundation/mock-error.js';
import { randomFor } from '../foundation/random.js';
import { expectValid } from '../foundation/validate.js';
import { FaultConditions, type FaultTarget } from './fault-conditions.js';
import { type Delay, effectsOf, type FaultEffect, type FaultRule, faultRule, timesOf } from './fault-rule.js';
import { nearestRouteHint } from './nearest-route.js';
import { PathPattern } from './path-pattern.js';
import type { RouteAddress } from './route-address.js';

/** The maximum number of rules of a session. */
const RULE_LIMIT = 100;

/** A rule that was added. `hits` counts the requests that it applied to. */
export const fault = z.intersection(z.object({ id: z.int(), hits: z.int() }), faultRule);
export type Fault = Readonly<FaultRule> & {
  /** Counts up from 1. */
  readonly id: number;
  /** The number of requests that it applied to. */
  readonly hits: number;
};

/** What all rules do to one request: the sum of their delays, and the effect of at most one rule. */
export interface FaultOutcome {
  readonly delay: number;
  readonly effect: FaultEffect | undefined;
  /** The ids of all rules that apply. */
  readonly ids: readonly number[];
}

interface ActiveRule {
  readonly id: number;
  readonly rule: FaultRule;
  readonly conditions: FaultConditions;
  /** What it does to requests, in turn; nothing if it only delays them. */
  readonly effects: readonly FaultEffect[];
  /** The number of requests that it applies to. */
  readonly times: number;
  /** The number of matching requests that it left out because of `skip`. */
  skipped: number;
  hits: number;
  /** The number of random numbers drawn so far. */
  draws: number;
}

/** The fault rules of a session. */
export class Faults {
  readonly #routes: readonly RouteAddress[];
  #rules: readonly ActiveRule[] = [];
  #lastId = 0;

  constructor(routes: readonly RouteAddress[]) {
    this.#routes = routes;
  }

  get active(): boolean {
    return this.#rules.length > 0;
  }

  /**
   * Adds a rule. Rules apply in the order in which they were added.
   * @throws MockError `malformed_data`, for an invalid rule; `payload_too_large` if there are too many.
   */
  add(rule: FaultRule): Fault {
    const checked = expectValid(faultRule, rule);
    const pattern = checked.path === undefined ? undefined : new PathPattern(checked.path);
    this.#checkPath(checked, pattern);
    if (this.#rules.length >= RULE_LIMIT) {
      throw new MockError(
        'payload_too_large',
        `There are already ${RULE_LIMIT} fault rules, the maximum; remove some first`,
      );
    }
    this.#lastId++;
    const copy = deepCopy(checked) as FaultRule;
    const active: ActiveRule = {
      id: this.#lastId,
      rule: copy,
      conditions: new FaultConditions(copy, pattern),
      effects: effectsOf(copy),
      times: timesOf(copy),
      skipped: 0,
      hits: 0,
      draws: 0,
    };
    this.#rules = [...this.#rules, active];
    return toPublic(active);
  }

  /** The rules that apply, in the order in which they were added. */
  all(): Fault[] {
    return this.#rules.map(toPublic);
  }

  /** Removes a rule and returns it. @throws MockError `not_found` */
  remove(id: number): Fault {
    const found = this.#rules.find((active) => active.id === id);
    if (found === undefined) throw new MockError('not_found', `There is no fault rule ${id}`);
    this.#rules = this.#rules.filter((active) => active !== found);
    return toPublic(found);
  }

  /** Removes every rule and returns them. */
  clear(): Fault[] {
    const removed = this.all();
    this.#rules = [];
    return removed;
  }

  /** Removes every rule; the ids of new rules start from 1 again. */
  reset(): void {
    this.#rules = [];
    this.#lastId = 0;
  }

  /** An independent copy that draws the same random numbers. */
  copy(): Faults {
    const copy = new Faults(this.#routes);
    copy.#rules = this.#rules.map((active) => ({ ...active }));
    copy.#lastId = this.#lastId;
    return copy;
  }

  /** Whether the body of a request decides which rules apply to it. */
  needBody(target: FaultTarget): boolean {
    return this.#rules.some(
      (active) => active.conditions.needBody && !isUsedUp(active) && active.conditions.holdFor(target),
    );
  }

  /**
   * Finds the rules that apply to a request. The delays of rules that only delay are added up; the search ends at the first
   * rule with another effect.
   */
  match(target: FaultTarget, body: unknown, seed: number): FaultOutcome {
    let delay = 0;
    const ids: number[] = [];
    for (const active of this.#rules) {
      const { rule, conditions, effects } = active;
      const { probability = 1, delay_ms = 0, skip = 0 } = rule;
      if (isUsedUp(active) || !conditions.holdFor(target) || !conditions.holdForBody(body)) continue;
      if (active.skipped < skip) {
        active.skipped++;
        continue;
      }
      if (probability < 1 && draw(active, seed) >= probability) continue;
      delay += millisecondsOf(delay_ms, () => draw(active, seed));
      const effect = effects[active.hits % effects.length];
      active.hits++;
      ids.push(active.id);
      if (effect !== undefined) return { delay, effect, ids };
    }
    return { delay, effect: undefined, ids };
  }

  #checkPath({ method, path }: FaultRule, pattern: PathPattern | undefined): void {
    if (path === undefined || pattern === undefined) return;
    const matching = this.#routes.filter((route) =>
      [route.path, ...route.aliases].some((spelling) => pattern.canMatchRoute(spelling)),
    );
    if (matching.length === 0) {
      const message = `matches no route${nearestRouteHint(this.#routes, method ?? 'GET', path)}`;
      throw issuesError('malformed_data', [{ path: 'path', message }]);
    }
    const wanted = method === 'HEAD' ? 'GET' : method;
    if (wanted === undefined || matching.some((route) => route.method === wanted)) return;
    const allowed = [...new Set(matching.map((route) => route.method))].join(', ');
    const message = `is ${method}, but ${path} supports only ${allowed}`;
    throw issuesError('malformed_data', [{ path: 'method', message }]);
  }
}

/** A delay in milliseconds; `random` draws from a range. */
export function millisecondsOf(delay: Delay, random: () => number): number {
  return typeof delay === 'number' ? delay : delay.min + random() * (delay.max - delay.min);
}

/** The next random number of a rule. Each rule has a separate sequence, so that rules do not affect each other. */
function draw(active: ActiveRule, seed: number): number {
  active.draws++;
  return randomFor(seed, 'fault', `${active.id}/${active.draws}`)();
}

function isUsedUp({ hits, times }: ActiveRule): boolean {
  return hits >= times;
}

function toPublic({ id, rule, hits }: ActiveRule): Fault {
  return { id, ...(deepCopy(rule) as FaultRule), hits };
}
