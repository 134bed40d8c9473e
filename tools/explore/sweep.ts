// Tries short plans in order, the shortest first: at each place, each kind of element; once it knows where they lead, the same with each
// kind of trouble.
import type { Chooser } from './chooser.js';
import { HARD } from './inputs.js';
import type { Performed } from './property.js';
import type { PageRun } from './run.js';
import { stateOf } from './state-text.js';
import type { Network, PlanStep } from './step.js';
import { isRead, type PageCall } from './traffic.js';

/** Where short plans begin. */
interface SweepPlace {
  /** The steps that lead to it. */
  readonly steps: readonly PlanStep[];
  /** What page and mock are like there. */
  readonly state: string;
  readonly depth: number;
}

export interface ShortPlan {
  readonly place: SweepPlace;
  readonly steps: readonly PlanStep[];
  /** Whether it shows what an element does, when nothing goes wrong. */
  readonly isSurvey: boolean;
  /** The lower, the sooner. */
  readonly rank: number;
}

/** How many uses of elements may lead to a place. */
const DEPTH = 3;
/** How many steps are done on one page, so that a finding is soon shrunk. */
const LONG = 20;
/** How long, in seconds, a page may take until it reads again by itself. */
const MINUTE = 61;
/** To how many of the requests of a step trouble comes. */
const REQUESTS = 3;

export class Sweep {
  readonly #chooser: Chooser;
  readonly #seen = new Set<string>();
  #plans: ShortPlan[] = [];

  constructor(chooser: Chooser) {
    this.#chooser = chooser;
  }

  /** The next plan; with a run, only if it can begin where the run is. */
  next(run?: PageRun): ShortPlan | undefined {
    const lowest = Math.min(...this.#plans.map(({ rank }) => rank));
    const first = this.#plans.filter(({ rank }) => rank === lowest);
    if (run === undefined) return this.#take(first[0]);
    if (run.all.length >= LONG || !run.isAtRest) return undefined;
    const state = stateOfPage(run);
    return this.#take(first.find(({ place }) => place.state === state));
  }

  /** Plans to use what the page offers, if such a page was not met before. */
  visit(run: PageRun, steps: readonly PlanStep[], depth: number): void {
    if (depth >= DEPTH) return;
    const place = { steps, state: stateOfPage(run), depth };
    const survey = (key: string, use: readonly PlanStep[], later = 0) => {
      if (!this.#isNew(`${run.look.shape}\n${key}`)) return;
      this.#plans.push({ place, steps: use, isSurvey: true, rank: depth * 2 + later });
    };
    for (const way of this.#chooser.waysToUse(run)) survey(way.key, way.steps, way.isFirst ? 0 : 1);
    // After each kind of write, at once, on the same page: the page before may show what is gone.
    const written = run.all.flatMap(({ calls }) => calls.filter((call) => !isRead(call)).map(routeOf));
    const back = `back ${written.join(' ')}`;
    if (steps.length > 0 && this.#chooser.canGoBack(run)) survey(back, [{ do: 'back' }], written.length > 0 ? -2 : 0);
    const wait = (key: string, waiting: readonly PlanStep[]) => {
      if (!this.#isNew(`${key} ${run.look.shape}`)) return;
      this.#plans.push({ place, steps: waiting, isSurvey: false, rank: depth * 2 + 5 });
    };
    wait('midnight', [this.#chooser.midnight(run)]);
    const expiry = this.#chooser.expiry(run);
    if (expiry !== undefined) wait('expired', [expiry, { do: 'advance', seconds: MINUTE }]);
  }

  /** Learns from a survey, when its steps were done: what to disturb, and where it led. */
  learn({ place, steps }: ShortPlan, run: PageRun): void {
    const done = run.all.slice(-steps.length);
    if (done.length < steps.length) return;
    this.visit(run, [...place.steps, ...steps], place.depth + 1);
    this.#disturb(place, done, this.#chooser.expiry(run));
  }

  #disturb(place: SweepPlace, done: readonly Performed[], expiry: PlanStep | undefined): void {
    const [first, last] = [done[0], done.at(-1)];
    if (first === undefined || last === undefined || last.calls.length === 0) return;
    const { step, before, calls } = last;
    const steps = done.map((one) => one.step);
    const start = steps.slice(0, -1);
    const what = `${'target' in step ? step.target.role : ''} ${step.do} ${calls.map(routeOf).join(' ')}`;
    const add = (kind: string, disturbed: readonly PlanStep[], later = 3) => {
      if (!this.#isNew(`${what} ${kind}`)) return;
      this.#plans.push({ place, steps: disturbed, isSurvey: false, rank: place.depth * 2 + later });
    };
    const withTrouble = (network: Network, request: number): PlanStep =>
      request === 0 ? { ...step, network } : { ...step, network, request };
    const isWrite = calls.some((call) => !isRead(call));
    const other = this.#chooser.near(before, step);
    // One that only reads shows the same with most texts.
    if (isWrite && steps[0]?.do === 'fill')
      for (const kind of HARD) add(`typed ${kind}`, this.#chooser.retyped(steps, first.before, kind), 4);
    if (expiry !== undefined) add('expired', [...start, expiry, step], 4);
    for (let i = 0; i < Math.min(calls.length, REQUESTS); i += 1) {
      const held = [...start, withTrouble('hold', i)];
      if (isWrite && step.do === 'click') add(`again ${i}`, [...held, step]);
      if (other !== undefined) add(`other ${i}`, [...held, other]);
      add(`fail ${i}`, [...start, withTrouble({ fail: 500 }, i)]);
      add(`abort ${i}`, [...start, withTrouble('abort', i)]);
      add(`malformed ${i}`, [...start, withTrouble('malformed', i)], 6);
    }
  }

  #isNew(key: string): boolean {
    const isNew = !this.#seen.has(key);
    this.#seen.add(key);
    return isNew;
  }

  #take(plan: ShortPlan | undefined): ShortPlan | undefined {
    this.#plans = this.#plans.filter((one) => one !== plan);
    return plan;
  }
}

const routeOf = ({ method, route, path }: PageCall) => `${method} ${route ?? path.split('?')[0]}`;

function stateOfPage({ look, stage }: PageRun): string {
  return JSON.stringify([look.url, look.text, look.storage, stateOf(stage.mock)]);
}
