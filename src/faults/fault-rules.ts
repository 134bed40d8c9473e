import * as z from 'zod/mini';
import { expectObject } from '../foundation/check-options.js';
import { deepCopy } from '../foundation/deep-copy.js';
import { didYouMean } from '../foundation/did-you-mean.js';
import { formatValue } from '../foundation/format-value.js';
import { MockError, malformedAt, notFound } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import type { RouteAddress } from '../protocol/route-address.js';
import { type ActiveRule, activate, draw } from './active-rule.js';
import type { PathText } from './checked-path.js';
import { expectRoute } from './expect-route.js';
import type { FaultTarget } from './fault-conditions.js';
import { type FaultProfile, type FaultProfileName, faultProfile, faultProfiles } from './fault-profiles.js';
import {
  type FaultEffect,
  type FaultRule,
  faultRule,
  millisecondsOf,
  RULE_LIMIT,
  type WrittenRule,
} from './fault-rule.js';
import type { FaultsImage } from './faults-image.js';
import { type AnswerRelease, answerRelease, type ComingAnswer, type HeldAnswer, HeldAnswers } from './held-answers.js';

/** What a rule that was added has beside its own fields. */
const faultState = z.object({
  /** Counts up from 1. */
  id: z.int(),
  /** The number of requests that it applied to. */
  hits: z.int(),
  /** The number of requests that it has left out because of its `skip`; only of rules with `skip`. */
  skipped: z.exactOptional(z.int()),
  /** The number of answers that it holds back, or will as soon as their routes have answered; only of rules with `hold`. */
  held: z.exactOptional(z.int()),
  /** The name of the profile that it belongs to, if any. */
  profile: z.exactOptional(z.string()),
});

export const fault = z.intersection(faultState, faultRule);
export type Fault = Readonly<FaultRule & z.output<typeof faultState>>;

/** A profile that can be applied by its name. */
export interface ListedProfile extends FaultProfile {
  /** Whether fault rules of it are in force: not used up, or still holding answers back. */
  readonly applied: boolean;
}

/** What all rules do to one request: the sum of their delays, and the effect of at most one rule. */
export interface FaultOutcome {
  readonly delay: number;
  readonly effect: FaultEffect | undefined;
  /** The answer, if a rule will hold it back. */
  readonly coming: ComingAnswer | undefined;
  readonly ids: readonly number[];
  /** The ids of the rules that left the request out because of their `skip`. */
  readonly skipped: readonly number[];
}

export class Faults {
  readonly #routes: readonly RouteAddress[];
  readonly #known: readonly FaultProfile[];
  #rules: readonly ActiveRule[] = [];
  #lastId = 0;
  /** The answers that rules hold back. Copies and captures do not contain them: their requests wait in this session. */
  readonly heldAnswers = new HeldAnswers();
  /** The rules and their counters now; undefined after they have changed. */
  #image: FaultsImage | undefined;

  constructor(routes: readonly RouteAddress[], profiles: readonly FaultProfile[] = faultProfiles) {
    this.#routes = routes;
    this.#known = profiles;
  }

  get active(): boolean {
    return this.#rules.length > 0;
  }

  /** The headers that rules compare, in lower case. */
  get comparedHeaders(): string[] {
    return this.#rules.flatMap(({ rule }) => Object.keys(rule.match?.headers ?? {}).map((name) => name.toLowerCase()));
  }

  /**
   * Adds a rule. Rules apply in the order in which they were added.
   * @throws MockError `malformed_data`, for an invalid rule; `payload_too_large` if there are too many.
   */
  add<const Path extends PathText>(rule: WrittenRule<Path>): Fault {
    expectObject('faults.add', rule);
    const checked = expectValid(faultRule, rule);
    expectRoute(checked, this.#routes);
    this.#expectRoomFor(1);
    return this.#append(checked as FaultRule);
  }

  /** The rules that apply, in the order in which they were added. */
  all(): Fault[] {
    return this.#rules.map((active) => this.#toPublic(active));
  }

  /** Removes a rule, releases the answers that it holds back, and returns it as it was. @throws MockError `not_found` */
  remove(id: number): Fault {
    const found = this.#expect(id);
    const removed = this.#toPublic(found);
    this.#replace(this.#rules.filter((active) => active !== found));
    this.heldAnswers.releaseForGood(id);
    return removed;
  }

  /** The profiles that can be applied by name: those of the option `faultProfiles`, after those that every mock has. */
  get profiles(): ListedProfile[] {
    return this.#known.map(({ name, description, rules }) => {
      return { name, description, rules: deepCopy(rules), applied: this.#isApplied(name) };
    });
  }

  /**
   * Adds the rules of a profile and returns them; rules of it that are used up are removed. If the profile is applied already,
   * nothing changes.
   * @throws MockError as `add`; `not_found` for an unknown name.
   */
  apply(profile: FaultProfileName | (string & {}) | FaultProfile): Fault[] {
    const { name, rules } = typeof profile === 'string' ? this.#named(profile) : this.#checked(profile);
    if (!this.#isApplied(name)) {
      for (const [i, rule] of rules.entries()) expectRoute(rule, this.#routes, `rules.${i}.`);
      const usedUp = this.#ofProfile(name);
      this.#expectRoomFor(rules.length - usedUp.length);
      this.#replace(this.#rules.filter((active) => !usedUp.includes(active)));
      for (const rule of rules) this.#append(rule, name);
    }
    return this.#ofProfile(name).map((active) => this.#toPublic(active));
  }

  /**
   * Removes the rules of a profile, as `remove` does, and returns them; none if the profile is not applied.
   * @throws MockError `not_found` for a name that no profile has, neither a known one nor one that is applied; `malformed_data` for an
   * object without a name.
   */
  withdraw(profile: FaultProfileName | (string & {}) | FaultProfile): Fault[] {
    const name = typeof profile === 'string' ? profile : nameOf(profile);
    const rules = this.#ofProfile(name);
    if (rules.length === 0 && profile === name) this.#named(name, ', nor is one with this name applied');
    return rules.map(({ id }) => this.remove(id));
  }

  /** Removes every rule, releases the answers that they hold back, and returns them as they were. */
  clear(): Fault[] {
    const removed = this.all();
    this.restore({ last_id: this.#lastId, rules: [] });
    return removed;
  }

  /** The answers to API requests that rules hold back, in the order of the requests. */
  held(): HeldAnswer[] {
    return this.heldAnswers.list();
  }

  /**
   * Releases the answers that a rule holds back, or those of all rules, and returns their number. The rules hold back further
   * answers; to stop this, remove them. With `entry`, releases the answer to one request: `status`, `headers` and `body` change
   * what is sent, but not what the request has changed.
   * @throws MockError `not_found` if there is no such rule, or no such answer is held back.
   */
  release(which?: number | AnswerRelease): number {
    if (typeof which === 'object') {
      expectObject('faults.release', which);
      this.heldAnswers.releaseOne(expectValid(answerRelease, which));
      return 1;
    }
    if (which !== undefined) this.#expect(which);
    return this.heldAnswers.release(which);
  }

  /** Removes every rule; the ids of new rules start from 1 again. */
  reset(): void {
    this.restore({ last_id: 0, rules: [] });
  }

  /** The rules and their counters as JSON; the same object until one of them changes. */
  capture(): FaultsImage {
    this.#image ??= {
      last_id: this.#lastId,
      rules: this.#rules.map(({ conditions, effects, times, ...counted }) => counted),
    };
    return this.#image;
  }

  /** Replaces all rules by those of a capture, which must be valid: they go on from its counters. Releases all held answers. */
  restore({ last_id, rules }: FaultsImage): void {
    this.#lastId = last_id;
    this.#replace(rules.map(activate));
    this.heldAnswers.releaseForGood();
  }

  /**
   * Finds the rules that apply to a request. The delays of rules that only delay are added up; the search ends at the first
   * rule with another effect.
   */
  match(target: FaultTarget, seed: number): FaultOutcome {
    let delay = 0;
    const ids: number[] = [];
    const skipped: number[] = [];
    for (const active of this.#rules) {
      const { rule, conditions, effects, hits, times } = active;
      const { probability = 1, delay_ms = 0, skip = 0 } = rule;
      if (hits >= times || !conditions.holdFor(target)) continue;
      this.#image = undefined;
      if (active.skipped < skip) {
        active.skipped++;
        skipped.push(active.id);
        continue;
      }
      if (probability < 1 && draw(active, seed) >= probability) continue;
      delay += millisecondsOf(delay_ms, () => draw(active, seed));
      const effect = effects[hits % effects.length];
      active.hits++;
      ids.push(active.id);
      if (effect === undefined) continue;
      const coming = effect.hold && this.heldAnswers.await(active.id);
      return { delay, effect, coming, ids, skipped };
    }
    return { delay, effect: undefined, coming: undefined, ids, skipped };
  }

  #expect(id: number): ActiveRule {
    const found = this.#rules.find((active) => active.id === id);
    if (found === undefined) throw notFound(`There is no fault rule ${id}`);
    return found;
  }

  #named(name: string, addition = ''): FaultProfile {
    const found = this.#known.find((profile) => profile.name === name);
    if (found !== undefined) return found;
    const names = this.#known.map((profile) => profile.name);
    const hint = didYouMean(name, { count: names.length, list: () => names });
    const problem = `There is no fault profile ${formatValue(name)}${addition}`;
    throw notFound(`${problem}; the profiles are ${names.join(', ')}${hint}`);
  }

  /** A profile that is given as a value. It may be a known one, but not another with its name, which would stand in for it. */
  #checked(profile: FaultProfile): FaultProfile {
    expectObject('faults.apply', profile);
    const checked = expectValid(faultProfile, profile) as FaultProfile;
    const known = this.#known.find(({ name }) => name === checked.name);
    if (known === undefined || isSame(known, checked)) return checked;
    throw malformedAt('name', `is ${checked.name}, the name of another profile`);
  }

  #ofProfile(name: string): ActiveRule[] {
    return this.#rules.filter(({ profile }) => profile === name);
  }

  #isApplied(name: string): boolean {
    return this.#ofProfile(name).some(({ id, hits, times }) => hits < times || this.heldAnswers.countOf(id) > 0);
  }

  #expectRoomFor(count: number): void {
    if (this.#rules.length + count <= RULE_LIMIT) return;
    const problem = `There are ${this.#rules.length} fault rules, and at most ${RULE_LIMIT} are possible`;
    throw new MockError('payload_too_large', `${problem}; remove some first`);
  }

  #replace(rules: readonly ActiveRule[]): void {
    this.#rules = rules;
    this.#image = undefined;
  }

  #append(rule: FaultRule, profile?: string): Fault {
    this.#lastId++;
    const counters = { hits: 0, skipped: 0, draws: 0 };
    const origin = profile === undefined ? {} : { profile };
    const active = activate({ id: this.#lastId, rule, ...origin, ...counters });
    this.#replace([...this.#rules, active]);
    return this.#toPublic(active);
  }

  #toPublic({ id, rule, profile, hits, skipped }: ActiveRule): Fault {
    return {
      id,
      ...deepCopy(rule),
      hits,
      ...(rule.skip !== undefined && { skipped }),
      ...(rule.hold && { held: this.heldAnswers.countOf(id) }),
      ...(profile !== undefined && { profile }),
    };
  }
}

function nameOf(profile: FaultProfile): string {
  expectObject('faults.withdraw', profile);
  return expectValid(faultProfile.shape.name, profile.name, { root: ['name'] });
}

/** The schema puts the fields of both in the same order. */
function isSame(one: FaultProfile, other: FaultProfile): boolean {
  return JSON.stringify(expectValid(faultProfile, one)) === JSON.stringify(other);
}
