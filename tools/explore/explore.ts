// Explores an application until the time is over.
import { countOf } from '../../src/foundation/count-of.js';
import { machineMilliseconds } from '../../src/foundation/machine.js';
import type { Mock } from '../../src/index.js';
import { Chooser } from './chooser.js';
import { confirm, type PlanStart } from './confirm.js';
import { Dice } from './dice.js';
import { type Bug, isStable, sentenceOf } from './finding.js';
import { FieldInputs } from './inputs.js';
import { Memory } from './memory.js';
import { loadAxe, NO_AXE } from './peers.js';
import { properties } from './properties/index.js';
import type { Wanted } from './replay.js';
import { type Known, PageRun } from './run.js';
import { PageHangs, RuleHangs } from './stage.js';
import type { PlanStep } from './step.js';
import { type ShortPlan, Sweep } from './sweep.js';
import { withoutQuery } from './traffic.js';

export interface ExploreOptions extends PlanStart {
  /** A mock of the scenario with awkward content, from which inputs are drawn. */
  readonly awkward: Mock;
  readonly seed: number;
  /** The minutes after which no new run starts. */
  readonly minutes: number;
  /** The number of runs after which no new one begins. */
  readonly runs: number | undefined;
  /** The number of findings after which it ends. */
  readonly findings: number | undefined;
  readonly signal: AbortSignal;
  /** Called for each finding, once it is confirmed. */
  readonly onFinding: (finding: Bug) => Promise<void>;
  readonly onProgress: (progress: ExploreProgress) => void;
  /** Called for what a person should know, once each. */
  readonly onNote: (note: string) => void;
}

export interface ExploreProgress {
  readonly runs: number;
  readonly steps: number;
  readonly places: number;
  readonly findings: number;
  readonly seconds: number;
}

/** How much was explored, such as `1 run, 20 steps, 3 places`. */
export function extentOf({ runs, steps, places }: Pick<ExploreProgress, 'runs' | 'steps' | 'places'>): string {
  return [countOf(runs, 'run', 'runs'), countOf(steps, 'step', 'steps'), countOf(places, 'place', 'places')].join(', ');
}

/** What an exploration was like, besides its findings. */
export interface Explored extends ExploreProgress {
  /** What a person should know: what was polled, where other requests went. */
  readonly notes: readonly string[];
  /** Whether a page ran for ever. No plan is made of it: each replay would take as long as it took to notice. */
  readonly hangs: boolean;
  /** How often something was seen, and the page or the browser ended before it could be replayed. */
  readonly unconfirmed: number;
  /** Why it ended early, such as a browser that died. */
  readonly problem?: string;
}

/** How many steps a run has at most, after the place where it begins. */
const LENGTH = 12;
/** How many steps are done while an answer is held back. */
const HELD = 3;
/** How many addresses a note lists. */
const ADDRESSES = 20;

const idOf = ({ property, key }: Wanted) => `${property} ${key}`;

export class Exploration {
  readonly #options: ExploreOptions;
  readonly #memory = new Memory();
  readonly #known: Known = new Set();
  readonly #reported = new Set<string>();
  readonly #notes = new Set<string>();
  readonly #elsewhere = new Set<string>();
  /** The number of those that notes have listed. */
  #named = 0;
  readonly #startedAt = machineMilliseconds();
  readonly #inputs: FieldInputs;
  readonly #sweep: Sweep;
  #runs = 0;
  #steps = 0;
  #findings = 0;
  #calls = 0;
  #usable = 0;
  /** Whether a page could be opened. */
  #hasOpened = false;
  #broken = 0;
  #hangs = false;
  #unconfirmed = 0;

  constructor(options: ExploreOptions) {
    this.#options = options;
    const { world, awkward } = options;
    const { mock, config } = world.options;
    this.#inputs = new FieldInputs({ mock, awkward, records: world.records, given: config.inputs ?? {} });
    // No chance but that of what is typed.
    this.#sweep = new Sweep(this.#chooserOf(new Dice(options.seed, -1), false));
  }

  async explore(): Promise<Explored> {
    const {
      runs = Number.POSITIVE_INFINITY,
      findings = Number.POSITIVE_INFINITY,
      minutes,
      signal,
      seed,
    } = this.#options;
    const isOver = () =>
      signal.aborted || this.#findings >= findings || machineMilliseconds() - this.#startedAt > minutes * 60_000;
    if (loadAxe() === undefined) this.#note(`accessibility is not checked: ${NO_AXE}`);
    let problem: string | undefined;
    while (this.#runs < runs && !isOver()) {
      const number = this.#runs;
      this.#runs += 1;
      try {
        const plan = this.#sweep.next();
        if (number === 0 || plan !== undefined) await this.#sweepOn(plan, isOver);
        else await this.#run(new Dice(seed, number), isOver);
        this.#broken = 0;
      } catch (error) {
        if (signal.aborted) break;
        problem = this.#problemOf(error as Error);
        if (problem !== undefined) break;
      }
      this.#options.onProgress(this.#progress());
      // At once, since the rest of the time would be spent in vain.
      if (number === 0 && this.#elsewhere.size > 0) this.#describe();
      if (number === 0 && this.#usable === 0) break;
    }
    if (signal.aborted) this.#note('it was interrupted');
    else if (problem === undefined) this.#describe();
    return {
      ...this.#progress(),
      notes: [...this.#notes],
      hangs: this.#hangs,
      unconfirmed: this.#unconfirmed,
      ...(problem !== undefined && { problem }),
    };
  }

  #progress(): ExploreProgress {
    const seconds = (machineMilliseconds() - this.#startedAt) / 1000;
    return { runs: this.#runs, steps: this.#steps, places: this.#memory.places, findings: this.#findings, seconds };
  }

  #note(note: string): void {
    if (this.#notes.has(note)) return;
    this.#notes.add(note);
    this.#options.onNote(note);
  }

  /** Why the exploration cannot go on. A page may close or crash now and then. */
  #problemOf(error: Error): string | undefined {
    this.#broken += 1;
    if (!this.#options.world.options.browser.isConnected()) return 'the browser has ended';
    const [message = ''] = error.message.split('\n');
    if (!this.#hasOpened || error instanceof RuleHangs) return message;
    if (error instanceof PageHangs) {
      this.#hangs = true;
      this.#note(error.message);
    }
    return this.#broken > 2 ? `the exploration cannot go on: ${message}` : undefined;
  }

  #chooserOf(dice: Dice, isRough: boolean): Chooser {
    const { config, email } = this.#options.world.options;
    return new Chooser({ dice, memory: this.#memory, config, isRough, email, inputs: this.#inputs });
  }

  async #open(): Promise<PageRun> {
    const run = await PageRun.open(this.#options.world, this.#known);
    this.#hasOpened = true;
    return run;
  }

  /** Does a short plan, and on the same page those that can follow. Without one, begins with what the page offers. */
  async #sweepOn(first: ShortPlan | undefined, isOver: () => boolean): Promise<void> {
    const run = await this.#open();
    try {
      if (first === undefined) {
        this.#sweep.visit(run, [], 0);
        if (await this.#observe(run)) return;
      }
      for (const step of first?.place.steps ?? []) {
        if (!(await run.perform(step))) return;
        this.#steps += 1;
        await run.observe([]); // what it shows was seen before
      }
      for (let plan = first ?? this.#sweep.next(run); plan !== undefined; plan = this.#sweep.next(run)) {
        if (isOver() || (await this.#try(plan, run))) return;
      }
    } finally {
      this.#take(run);
      await run.close();
    }
  }

  /** Does the steps of a short plan. Returns whether the page is no longer of use. */
  async #try(plan: ShortPlan, run: PageRun): Promise<boolean> {
    for (const step of plan.steps) {
      if (!(await run.perform(step))) break;
      this.#steps += 1;
      this.#learn(run);
      if (plan.isSurvey && step === plan.steps.at(-1)) this.#sweep.learn(plan, run);
      if ((await this.#observe(run)) || run.isOver) return true;
    }
    if (run.isAtRest) return false;
    await run.rest();
    return (await this.#observe(run)) || run.isOver;
  }

  async #run(dice: Dice, isOver: () => boolean): Promise<void> {
    const run = await this.#open();
    try {
      const chooser = this.#chooserOf(dice, true);
      const start = dice.chance(0.6) ? this.#memory.nextPlace() : [];
      const queue: PlanStep[] = [...start];
      let held = 0;
      await this.#observe(run);
      for (let i = 0; i < LENGTH + start.length && !isOver() && !run.isOver; i += 1) {
        if (queue.length === 0) queue.push(...chooser.next(run));
        const step = queue.shift();
        if (step === undefined) break;
        if (!(await run.perform(step))) {
          queue.length = 0;
          continue;
        }
        this.#steps += 1;
        this.#learn(run);
        held = run.isAtRest ? 0 : held + 1;
        if (held > HELD || (held > 1 && dice.chance(0.35))) {
          await run.rest();
          held = 0;
        }
        if (await this.#observe(run)) return;
      }
      await run.rest();
      await this.#observe(run);
    } finally {
      this.#take(run);
      await run.close();
    }
  }

  #learn(run: PageRun): void {
    const last = run.all.at(-1);
    if (last !== undefined) this.#memory.learn(last);
    if (run.isAtRest)
      this.#memory.visit(
        run.look,
        run.all.map(({ step }) => step),
      );
  }

  /** Remembers what the run tells about the application as a whole. */
  #take({ stage, start, all, look }: PageRun): void {
    const { traffic, restless, isLoaded } = stage;
    this.#calls += traffic.calls.length;
    this.#usable = Math.max(this.#usable, ...[start, ...all.map(({ after }) => after), look].map((one) => one.usable));
    for (const one of traffic.elsewhere) this.#elsewhere.add(one);
    for (const one of traffic.polled)
      if (!restless.has(withoutQuery(one)))
        this.#note(`the page polls ${one}; it is answered at once, and not waited for`);
    if (restless.size > 0)
      this.#note(`the page never gets quiet: it sends ${[...restless].sort().join(' and ')} again and again, at once`);
    if (!isLoaded)
      this.#note(
        'the page had not finished loading after 5 seconds, because an image may never arrive; it was explored as it was',
      );
  }

  #describe(): void {
    if (this.#usable === 0) this.#note('there was nothing to click or to fill on the page');
    if (this.#calls > 0) return;
    if (this.#elsewhere.size === 0) this.#note('the page sent no request to the three APIs');
    const seen = [...this.#elsewhere].slice(this.#named);
    if (seen.length === 0) return;
    const more = seen.length > ADDRESSES ? ` and ${seen.length - ADDRESSES} more` : '';
    const list = `${seen.slice(0, ADDRESSES).join(', ')}${more}`;
    this.#note(
      this.#named > 0
        ? `later, the page sent these requests, too: ${list}`
        : `the page sent no request to the three APIs, but these: ${list}; say with --api <url> below which address the APIs are`,
    );
    this.#named = this.#elsewhere.size;
  }

  /** Checks the page. Returns whether something new was found, after which the page is no longer of use. */
  async #observe(run: PageRun): Promise<boolean> {
    const seen = await run.observe(properties, this.#options.world.options.config.properties);
    const fresh = seen.filter((one) => !this.#reported.has(idOf(one)));
    const steps = run.all.map(({ step }) => step);
    const { findings: enough = Number.POSITIVE_INFINITY } = this.#options;
    for (const one of fresh) {
      if (this.#findings >= enough) break;
      this.#reported.add(idOf(one));
      try {
        const bug = await confirm(this.#options, one, steps, [...run.stage.traffic.calls]);
        this.#findings += isStable(bug) ? 1 : 0;
        await this.#options.onFinding(bug);
      } catch (error) {
        this.#unconfirmed += 1;
        this.#reported.delete(idOf(one));
        this.#note(`seen, but it ended before it could be replayed: ${sentenceOf(steps, one)}`);
        throw error;
      }
    }
    return fresh.length > 0;
  }
}
