import * as z from 'zod';
import { json } from '../foundation/common-schemas.js';
import { deepCopy } from '../foundation/deep-copy.js';
import { issuesError, MockError } from '../foundation/mock-error.js';
import { randomFor } from '../foundation/random.js';
import { expectValid } from '../foundation/validate.js';
import { nearestRoute } from './nearest-route.js';
import { type MatchedPath, PathPattern, pathPattern } from './path-pattern.js';
import type { RouteAddress } from './route-address.js';

/** The maximum delay in milliseconds, longer than the timeout of any client. */
const LONGEST_DELAY = 600_000;

/** The maximum number of rules of a session. */
const RULE_LIMIT = 100;

/** The statuses whose answers have no body. */
const BODILESS = [204, 205, 304];

const INVALID_DELAY = `must be a number of milliseconds from 0 to ${LONGEST_DELAY}, or {min, max} of such numbers`;
const milliseconds = z.number({ error: INVALID_DELAY }).min(0, INVALID_DELAY).max(LONGEST_DELAY, INVALID_DELAY);
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A delay in milliseconds: a number, or a range for a random number. */
export const delaySchema = z.union(
  [
    milliseconds,
    z
      .strictObject({ min: milliseconds, max: milliseconds })
      .refine(({ min, max }) => min <= max, 'min must be at most max'),
  ],
  { error: INVALID_DELAY },
);
export type Delay = z.output<typeof delaySchema>;

const INVALID_PROBABILITY = 'must be a number from 0 to 1';

function integer(least: number, greatest: number) {
  const range = greatest === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${greatest}`;
  const error = `must be an integer ${range}`;
  return z.int({ error }).min(least, error).max(greatest, error);
}

const ONLY_TRUE = 'must be true, or be left out';

const effects = ['status', 'body', 'delay_ms', 'abort', 'malformed'] as const;

/** Makes requests fail, or delays them. */
export const faultRule = z
  .strictObject({
    /** Default: every method. */
    method: z.enum(methods, { error: `must be one of ${methods.join(', ')}` }).optional(),
    /** The path of a route (`/user-data/v1/client/:id`) or of one record, or a prefix and `*`. Default: all API paths. */
    path: pathPattern.optional(),
    status: integer(200, 599).optional(),
    /** Any JSON. Default: an error body of the API that was called. */
    body: json.optional(),
    /** Milliseconds to wait before the answer is sent. */
    delay_ms: delaySchema.optional(),
    /** From 0 (never) to 1 (always). */
    probability: z
      .number({ error: INVALID_PROBABILITY })
      .min(0, INVALID_PROBABILITY)
      .max(1, INVALID_PROBABILITY)
      .optional(),
    /** The number of requests to which it applies. Default: no limit. */
    times: integer(1, Number.MAX_SAFE_INTEGER).optional(),
    /** The header `Retry-After`, in seconds. */
    retry_after: integer(0, Number.MAX_SAFE_INTEGER).optional(),
    /** Breaks the connection instead of answering. */
    abort: z.literal(true, { error: ONLY_TRUE }).optional(),
    /** Cuts the answer off in the middle, so that it is invalid JSON. */
    malformed: z.literal(true, { error: ONLY_TRUE }).optional(),
  })
  .superRefine((rule, context) => {
    const addIssue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (effects.every((effect) => rule[effect] === undefined)) {
      context.addIssue({ code: 'custom', message: `A fault rule needs at least one of ${effects.join(', ')}` });
    }
    for (const field of ['status', 'body', 'retry_after', 'malformed'] as const) {
      if (rule.abort && rule[field] !== undefined)
        addIssue(field, 'cannot be combined with abort, which sends no answer');
    }
    const bodiless = BODILESS.includes(rule.status ?? 0);
    const noBody = `cannot be combined with status ${rule.status}, whose answers have no body`;
    if (bodiless && rule.body !== undefined) addIssue('body', noBody);
    if (bodiless && rule.malformed) addIssue('malformed', noBody);
    if (rule.retry_after !== undefined && rule.status === undefined) addIssue('retry_after', 'requires a status');
    const succeeds = rule.status !== undefined && rule.status >= 200 && rule.status < 400;
    if (succeeds && !bodiless && rule.body === undefined) {
      addIssue('body', `is required with status ${rule.status}; only a status of 400 or more has a default body`);
    }
  });

/** A rule to add, for example `{ path: '/public-api/v1/brief', status: 503, times: 2 }`. */
export type FaultRule = z.input<typeof faultRule>;

/** A rule that was added. `hits` counts the requests that it applied to. */
export const fault = z.intersection(z.object({ id: z.int(), hits: z.int() }), faultRule);
export type Fault = Readonly<FaultRule> & { readonly id: number; readonly hits: number };

/** The effect of all rules on one request: the sum of their delays, and at most one rule that changes the answer. */
export interface FaultMatch {
  readonly delay: number;
  readonly rule: FaultRule | undefined;
  /** The ids of all rules that apply. */
  readonly ids: readonly number[];
}

/** The parts of a request that rules are compared with. */
export interface FaultTarget {
  readonly method: string;
  /** Its path and, if it used an alias, the same path in the main spelling of the route. */
  readonly paths: readonly MatchedPath[];
  /** Whether only rules with a `path` apply. */
  readonly needsPath: boolean;
}

interface ActiveRule {
  readonly id: number;
  readonly rule: FaultRule;
  /** The parsed `path` of the rule. */
  readonly pattern: PathPattern | undefined;
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
    const active: ActiveRule = { id: this.#lastId, rule: deepCopy(checked) as FaultRule, pattern, hits: 0, draws: 0 };
    this.#rules = [...this.#rules, active];
    return toPublic(active);
  }

  all(): Fault[] {
    return this.#rules.map(toPublic);
  }

  /** @throws MockError `not_found` */
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

  /**
   * Finds the rules that apply to a request. The delays of rules that only delay are added up; the search ends at the first
   * rule with another effect.
   */
  match(target: FaultTarget, seed: number): FaultMatch {
    let delay = 0;
    const ids: number[] = [];
    for (const active of this.#rules) {
      const { rule } = active;
      const { probability = 1, delay_ms = 0 } = rule;
      if (!applies(active, target) || active.hits === rule.times) continue;
      if (probability < 1 && draw(active, seed) >= probability) continue;
      active.hits++;
      ids.push(active.id);
      delay += millisecondsOf(delay_ms, () => draw(active, seed));
      if (rule.abort || rule.malformed || rule.status !== undefined || rule.body !== undefined)
        return { delay, rule, ids };
    }
    return { delay, rule: undefined, ids };
  }

  #checkPath({ method, path }: FaultRule, pattern: PathPattern | undefined): void {
    if (path === undefined || pattern === undefined) return;
    const matching = this.#routes.filter((route) =>
      [route.path, ...route.aliases].some((spelling) => pattern.canMatchRoute(spelling)),
    );
    if (matching.length === 0) {
      const nearest = nearestRoute(this.#routes, method ?? 'GET', path);
      const message = `matches no route; the nearest route is ${nearest?.method} ${nearest?.path}`;
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

function applies({ rule: { method }, pattern }: ActiveRule, target: FaultTarget): boolean {
  if (method !== undefined && method !== target.method) return false;
  return pattern === undefined ? !target.needsPath : target.paths.some((matched) => pattern.matches(matched));
}

function toPublic({ id, rule, hits }: ActiveRule): Fault {
  return { id, ...(deepCopy(rule) as FaultRule), hits };
}
