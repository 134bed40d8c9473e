// Chooses what to do next.

import { getOrInsert } from '../../src/foundation/get-or-insert.js';
import type { Mock } from '../../src/index.js';
import type { ExploreConfig } from './config.js';
import type { Dice } from './dice.js';
import { hasMatch } from './ignored.js';
import { type FieldInputs, INPUT_KINDS, type InputKind } from './inputs.js';
import { isField, type Line } from './line.js';
import type { Look } from './look.js';
import { groupOf, type Memory } from './memory.js';
import { expiry, makers } from './others.js';
import type { PageRun } from './run.js';
import { isTarget, type Network, type PageTarget, type PlanStep } from './step.js';

const CLICKED = new Set([
  'button',
  'link',
  'tab',
  'menuitem',
  'checkbox',
  'radio',
  'switch',
  'treeitem',
  'menuitemcheckbox',
  'menuitemradio',
]);
const NETWORKS: readonly (readonly [Network, number])[] = [
  ['ok', 46],
  ['hold', 20],
  [{ fail: 500 }, 12],
  [{ fail: 409 }, 2],
  [{ fail: 403 }, 2],
  ['abort', 7],
  ['malformed', 5],
  ['slow', 6],
];

const targetOf = ({ role, name, place }: Line): PageTarget => ({ role, name, place });
const isEnabled = ({ states }: Line) => !states.includes('disabled');

/** How an element is used. */
interface ElementUse {
  /** The same for elements that do the same. */
  readonly key: string;
  readonly steps: readonly PlanStep[];
  /** Whether it is the first of its kind on the page. */
  readonly isFirst: boolean;
}

export class Chooser {
  readonly #dice: Dice;
  readonly #memory: Memory;
  readonly #config: ExploreConfig;
  /** Whether requests may be made to fail, and answers to wait. */
  readonly #isRough: boolean;
  readonly #email: string | undefined;
  readonly #inputs: FieldInputs;

  constructor(options: {
    dice: Dice;
    memory: Memory;
    config: ExploreConfig;
    isRough: boolean;
    email: string | undefined;
    inputs: FieldInputs;
  }) {
    this.#dice = options.dice;
    this.#memory = options.memory;
    this.#config = options.config;
    this.#isRough = options.isRough;
    this.#email = options.email;
    this.#inputs = options.inputs;
  }

  /** The next steps. Empty if there is nothing to do. */
  next(run: PageRun): PlanStep[] {
    const dice = this.#dice;
    const held = run.stage.traffic.parked.length;
    if (held > 0) return this.#whileHeld(run, held);
    const kind = dice.weighted<'use' | 'back' | 'reload' | 'advance' | 'other'>([
      ['use', 10],
      ['back', run.look.url === run.start.url ? 0.2 : 1.2],
      ['reload', 0.4],
      ['advance', this.#isRough ? 0.7 : 0],
      ['other', this.#isRough ? 0.6 : 0],
    ]);
    if (kind === 'back') return this.canGoBack(run) ? [{ do: 'back' }] : this.#use(run);
    if (kind === 'reload') return [{ do: 'reload', ...this.#trouble(true) }];
    if (kind === 'advance') return [this.#advance(run)];
    if (kind === 'other') {
      const act = dice.pick(makers)(run.stage.mock, this.#email ?? '', (from) => dice.pick(from));
      // What follows shows whether the page copes.
      if (act !== undefined) return [{ do: 'other', act }, ...this.#use(run)];
    }
    return this.#use(run);
  }

  /** For each kind of element on the page, how one of them is used; and others whose record lacks what theirs has. */
  waysToUse(run: PageRun): ElementUse[] {
    const usable = this.#usable(run);
    // Forms first: what a button does with another text shows more than what it does without.
    const fields = new Map(usable.filter(isField).map((line) => [line.path.join('/'), line]));
    const forms = [...fields].map(([path, field]): ElementUse => {
      return { key: `form ${path}`, steps: this.#fillForm(run, field, usable, 'ok'), isFirst: true };
    });
    const ways = forms.filter(({ steps }) => steps.length > 0);
    const seen = new Set<string>();
    for (const line of usable) {
      const group = groupOf(line);
      const keys = [group, ...line.traits.map((trait) => `${group} without ${trait}`)];
      const key = keys.find((one) => !seen.has(one));
      for (const one of keys) seen.add(one);
      if (key !== undefined) ways.push({ key, steps: this.#useOf(line, run, 'ok'), isFirst: key === group });
    }
    return ways;
  }

  /** The use of another element of the same kind, or of the next best. */
  near(look: Look, step: PlanStep): PlanStep | undefined {
    if (!('target' in step)) return undefined;
    const { target } = step;
    const lines = this.#usable({ look });
    const line = lines.find((one) => isTarget(one, target));
    if (line === undefined) return undefined;
    if (step.do === 'select') {
      const other = optionsOf(line, look.lines).find(({ name }) => name !== step.input);
      return other && { do: 'select', target, input: other.name };
    }
    const others = lines.filter((one) => one !== line && CLICKED.has(one.role));
    const isAlike = ({ role, path }: Line) => role === line.role && path.join('/') === line.path.join('/');
    const other = others.find((one) => groupOf(one) === groupOf(line)) ?? others.find(isAlike);
    return other && { do: 'click', target: targetOf(other) };
  }

  /** The same steps with other texts in the fields. `look` is the page before them. */
  retyped(steps: readonly PlanStep[], look: Look, kind: InputKind): PlanStep[] {
    return steps.map((step) => {
      const line = step.do === 'fill' ? look.lines.find((one) => isTarget(one, step.target)) : undefined;
      return line === undefined ? step : this.#fill(line, look, kind);
    });
  }

  /** The end of the token, if somebody is signed in. */
  expiry({ stage }: PageRun): PlanStep | undefined {
    const act = this.#email === undefined ? undefined : expiry(stage.mock, this.#email);
    return act && { do: 'other', act };
  }

  midnight({ stage }: PageRun): PlanStep {
    return { do: 'advance', seconds: secondsToMidnight(stage.mock) };
  }

  /** While an answer waits: the same again, something else, or one answer. */
  #whileHeld(run: PageRun, held: number): PlanStep[] {
    const last = run.all.at(-1)?.step;
    const kind = this.#dice.weighted<'again' | 'near' | 'use' | 'send'>([
      ['again', last !== undefined && 'target' in last && last.do === 'click' ? 4 : 0],
      ['near', 4],
      ['use', 3],
      ['send', held > 1 ? 2 : 0],
    ]);
    if (kind === 'send') return [{ do: 'send', place: this.#dice.below(held) }];
    if (last !== undefined && 'target' in last) {
      const { target } = last;
      const line = run.look.lines.find((one) => isTarget(one, target));
      if (kind === 'again' && last.do === 'click' && line !== undefined && isEnabled(line))
        return [{ do: 'click', target }];
      const before = run.all.at(-1)?.before.lines.find((one) => isTarget(one, target));
      if (kind === 'near' && before !== undefined) {
        const near = this.#usable(run).filter((one) => groupOf(one) === groupOf(before));
        const others = near.filter(
          (one) => JSON.stringify(targetOf(one)) !== JSON.stringify(target) || last.do === 'select',
        );
        if (others.length > 0) return [this.#useOf(this.#dice.pick(others), run, 'ok')].flat();
      }
    }
    return this.#use(run, 'ok');
  }

  #usable({ look }: Pick<PageRun, 'look'>): Line[] {
    const avoid = this.#config.avoid ?? [];
    const isAvoided = ({ name }: Line) =>
      avoid.some((one) => (typeof one === 'string' ? one === name : hasMatch(one, name)));
    const isUsed = (line: Line) => CLICKED.has(line.role) || isField(line) || optionsOf(line, look.lines).length > 0;
    return look.lines.filter((line) => isUsed(line) && isEnabled(line) && !isAvoided(line));
  }

  /** Uses an element: more probably one of a kind that was seldom used, and one of these that was not used yet. */
  #use(run: PageRun, network?: Network): PlanStep[] {
    const usable = this.#usable(run);
    const fields = usable.filter(isField);
    if (fields.length > 0 && this.#dice.chance(0.25)) {
      const form = this.#fillForm(run, this.#dice.pick(fields), usable);
      if (form.length > 0) return form;
    }
    const groups = new Map<string, Line[]>();
    for (const line of usable) getOrInsert(groups, groupOf(line), () => []).push(line);
    if (groups.size === 0) return [];
    const weights = [...groups].map(([group, lines]) => {
      const { uses, reads, writes } = this.#memory.effectsOf(group);
      const worth = uses < 2 ? 3 : 0.4 + (reads + 2.5 * writes) / uses;
      return [lines, worth / Math.sqrt(1 + uses / 3)] as const;
    });
    const lines = this.#dice.weighted(weights);
    const fewest = Math.min(...lines.map((line) => this.#memory.triesOf(targetOf(line))));
    const fresh = lines.filter((line) => this.#memory.triesOf(targetOf(line)) === fewest);
    return this.#useOf(this.#dice.pick(this.#dice.chance(0.7) ? fresh : lines), run, network);
  }

  #useOf(line: Line, run: PageRun, network?: Network): PlanStep[] {
    const target = targetOf(line);
    const trouble =
      network === undefined
        ? this.#trouble(this.#isAsking(line), this.#memory.effectsOf(groupOf(line)).calls)
        : { network };
    const plain = trouble.network === 'ok' ? {} : trouble;
    if (isField(line)) {
      const fill = this.#fill(line, run.look, this.#inputKind());
      return this.#dice.chance(0.2)
        ? [fill, { do: 'press', target, input: 'Enter', ...plain }]
        : [{ ...fill, ...plain }];
    }
    const options = optionsOf(line, run.look.lines);
    if (options.length > 0) return [{ do: 'select', target, input: this.#dice.pick(options).name, ...plain }];
    return [{ do: 'click', target, ...plain }];
  }

  /** Fills the fields of what seems to be the form of a field, and presses the button after them. */
  #fillForm(run: PageRun, field: Line, usable: readonly Line[], network?: Network): PlanStep[] {
    const { lines } = run.look;
    const form = usable.filter((line) => isField(line) && line.path.join('/') === field.path.join('/'));
    const last = lines.indexOf(form.at(-1) as Line);
    const button = usable.find((line) => line.role === 'button' && lines.indexOf(line) > last);
    if (button === undefined || form.length > 8) return [];
    const kind = this.#inputKind();
    const fills = form.map((line) => this.#fill(line, run.look, kind));
    const trouble = network === undefined ? this.#trouble(true) : { network };
    return [...fills, { do: 'click', target: targetOf(button), ...(trouble.network === 'ok' ? {} : trouble) }];
  }

  #fill(line: Line, look: Look, kind: InputKind): PlanStep {
    return { do: 'fill', target: targetOf(line), ...this.#inputs.for(line, look, this.#dice, kind) };
  }

  #inputKind(): InputKind {
    return this.#isRough ? this.#dice.weighted(INPUT_KINDS) : 'plain';
  }

  #isAsking(line: Line): boolean {
    const { uses, reads, writes } = this.#memory.effectsOf(groupOf(line));
    return uses < 2 || reads + writes > 0;
  }

  #trouble(isAsking: boolean, calls = 3): { network: Network; request?: number } {
    if (!this.#isRough || !isAsking) return { network: 'ok' };
    const network = this.#dice.weighted(NETWORKS);
    if (network === 'ok') return { network };
    const request = calls > 1 && this.#dice.chance(0.6) ? this.#dice.below(Math.min(calls, 5)) : 0;
    return request === 0 ? { network } : { network, request };
  }

  #advance({ stage }: PageRun): PlanStep {
    const toMidnight = secondsToMidnight(stage.mock);
    return { do: 'advance', seconds: this.#dice.pick([1, 61, 3600, toMidnight, toMidnight]) };
  }

  /** Whether a step back stays in the application, and goes to a page of the run: what came before is of the log-in. */
  canGoBack({ all, look }: PageRun): boolean {
    const forward = all.filter(({ before, after, step }) => step.do !== 'back' && before.url !== after.url).length;
    return look.canGoBack && forward > all.filter(({ step }) => step.do === 'back').length;
  }
}

/** The seconds until a minute after midnight. */
function secondsToMidnight({ clock }: Mock): number {
  const day = 86_400_000;
  return Math.ceil((day - (clock.now % day)) / 1000) + 60;
}

/** The options of a native list that can be selected, and are not yet. */
function optionsOf(line: Line, lines: readonly Line[]): Line[] {
  if (line.role !== 'combobox' && line.role !== 'listbox') return [];
  const options: Line[] = [];
  for (const one of lines.slice(lines.indexOf(line) + 1)) {
    if (one.role !== 'option' || one.path.at(-1) !== line.role) break;
    options.push(one);
  }
  return options.filter((option) => isEnabled(option) && !option.states.includes('selected'));
}
