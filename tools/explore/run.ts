// One run: steps on a page of its own, and what the properties say after each.
import { thrownText } from '../../src/foundation/thrown-text.js';
import type { OwnProperty } from './config.js';
import { isIgnored } from './ignored.js';
import type { Look } from './look.js';
import type { InOrder, Observation, Performed, Property, Violation } from './property.js';
import { endOf, hangOf, RuleHangs, type Stage } from './stage.js';
import { stateOf } from './state-text.js';
import { isRepeated, isTarget, type PageTarget, type PlanStep } from './step.js';
import { isRead } from './traffic.js';
import type { ExploredApp } from './world.js';
import { quoted } from './written/code.js';

/** A violation with the property that it is of, and after how many steps it was seen. */
export interface Seen extends Violation {
  readonly property: string;
  readonly steps: number;
}

/** What a run remembers across runs; see {@link Observation.isKnown}. */
export type Known = Set<string>;

export class PageRun {
  readonly all: Performed[] = [];
  readonly stage: Stage;
  /** What is tested besides; it must not be used after a check that let time pass. */
  isOver = false;
  look: Look;
  readonly start: Look;
  readonly #world: ExploredApp;
  readonly #known: Known;
  #since = 0;
  #callsSince = 0;
  #errorsSince = 0;

  private constructor(world: ExploredApp, stage: Stage, look: Look, known: Known) {
    this.#world = world;
    this.stage = stage;
    this.look = look;
    this.start = look;
    this.#known = known;
  }

  static async open(world: ExploredApp, known: Known = new Set()): Promise<PageRun> {
    const stage = await world.open();
    try {
      return new PageRun(world, stage, await stage.look(), known);
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.stage.close();
  }

  get isAtRest(): boolean {
    return this.stage.traffic.parked.length === 0;
  }

  /** Does a step. Returns whether it could be done. */
  async perform(step: PlanStep): Promise<boolean> {
    const { stage, look: before } = this;
    const number = this.all.length;
    const mockBefore = stage.mock.fork();
    const { length } = stage.traffic.calls;
    try {
      if (!(await stage.do(step, number))) return false;
      this.look = await stage.look();
    } catch (error) {
      throw hangOf(error, step);
    }
    const calls = stage.traffic.calls.slice(length);
    this.all.push({ number, step, before, after: this.look, mockBefore, calls });
    return true;
  }

  /** Sends all answers that wait. */
  async rest(): Promise<void> {
    if (this.isAtRest) return;
    await this.stage.rest();
    this.look = await this.stage.look();
  }

  /** What the properties say about the page as it is, without what the config file ignores. */
  async observe(properties: readonly Property[], own: readonly OwnProperty[] = []): Promise<Seen[]> {
    const observation = this.#observation();
    const steps = this.all.length;
    const seen: Seen[] = [];
    for (const { name, check } of properties) {
      for (const violation of await check(observation)) seen.push({ ...violation, property: name, steps });
    }
    if (this.isAtRest) for (const one of own) seen.push(...(await this.#checkOwn(one, steps)));
    this.#errorsSince = this.stage.errors.length;
    if (this.isAtRest) {
      this.#since = steps;
      this.#callsSince = this.stage.traffic.calls.length;
    }
    // In replays too: a shorter plan may lead to something else under the same key.
    return seen.filter((one) => !isIgnored(one, this.#world.options.config.ignore));
  }

  #observation(): Observation {
    const { stage, look, start, all, isAtRest } = this;
    const { calls: allCalls } = stage.traffic;
    return {
      look,
      start,
      all,
      since: all.slice(this.#since),
      calls: allCalls.slice(this.#callsSince),
      allCalls,
      errors: stage.errors.slice(this.#errorsSince),
      isAtRest,
      mock: stage.mock,
      email: this.#world.options.email,
      isKnown: (kind, key) => {
        const whole = `${kind} ${key}`;
        const isKnown = this.#known.has(whole);
        this.#known.add(whole);
        return isKnown;
      },
      fresh: (mock) => this.#world.fresh(stage, look, mock),
      inOrder: () => {
        const steps = all.map(({ step }) => step);
        return this.#world.inOrder(steps, () => inOrder(this.#world, steps));
      },
      later: async (seconds) => {
        this.isOver = true;
        await stage.advance(seconds);
        await stage.settle();
        return stage.look();
      },
      evaluate: (expression) => stage.evaluateApart(expression),
    };
  }

  async #checkOwn({ name, check }: OwnProperty, steps: number): Promise<Seen[]> {
    const { page, mock } = this.stage;
    const found = (what: string | undefined): Seen[] => {
      const sentence = `${name}: ${what}`;
      // A test cannot do the check, which has a mock in its process. Without an assertion, it would pass.
      const assertion = ['// Expect here what must hold.', `throw new Error(${quoted(sentence)});`];
      return [{ property: name, key: name, steps, sentence, assertion }];
    };
    try {
      const result = await endOf(Promise.resolve({ page, mock }).then(check), `the property “${name}”`);
      if (result === undefined || result === null || result === true) return [];
      return found(result === false ? 'it does not' : String(result));
    } catch (error) {
      if (error instanceof RuleHangs) throw error;
      return found(thrownText(error).split('\n', 1)[0]);
    }
  }
}

/** Does the steps of a run again, and sends every answer at once. */
async function inOrder(world: ExploredApp, steps: readonly PlanStep[]): Promise<InOrder | undefined> {
  const run = await PageRun.open(world);
  try {
    let done = 0;
    for (const step of steps) {
      if (step.do === 'send') done += 1;
      else if (await run.perform({ ...step, network: 'ok' })) done += 1;
    }
    const writes = run.stage.traffic.calls.filter((call) => !isRead(call));
    return {
      look: run.look,
      state: stateOf(run.stage.mock),
      writes: writes.map(({ method, path, body }) => `${method} ${path} ${body}`).sort(),
      done,
    };
  } finally {
    await run.close();
  }
}

interface Executed {
  readonly seen: readonly Seen[];
  /** The steps that could be done. */
  readonly done: readonly PlanStep[];
  /** What steps use and the page does not have. */
  readonly missing: readonly PageTarget[];
  readonly run: PageRun;
}

/** Does steps on a new page until `until` is seen, and sends what is held back at the end. `onStep` is called before each. */
export async function execute(
  world: ExploredApp,
  steps: readonly PlanStep[],
  properties: readonly Property[],
  until: (seen: Seen) => boolean,
  onStep: (run: PageRun) => Promise<void> = async () => {},
): Promise<Executed> {
  const run = await PageRun.open(world);
  const own = world.options.config.properties ?? [];
  const seen: Seen[] = [];
  const missing: PageTarget[] = [];
  const observe = async () => {
    seen.push(...(await run.observe(properties, own)));
    return seen.some(until);
  };
  try {
    if (!(await observe())) {
      for (const [i, step] of steps.entries()) {
        await onStep(run);
        if (await run.perform(step)) {
          if ((await observe()) || run.isOver) break;
        } else if ('target' in step && !run.look.lines.some((line) => isTarget(line, step.target))) {
          // A mended page may show something else in its place until the answer comes.
          if (run.isAtRest || !isRepeated(step, steps[i - 1])) missing.push(step.target);
        }
      }
      if (!seen.some(until) && !run.isAtRest) {
        await run.rest();
        await observe();
      }
    }
    return { seen, done: run.all.map(({ step }) => step), missing, run };
  } catch (error) {
    await run.close();
    throw error;
  }
}
