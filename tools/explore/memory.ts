// What an exploration has learnt about the application, so that it tries what it has not tried.
import { getOrInsert } from '../../src/foundation/get-or-insert.js';
import type { Line } from './line.js';
import { addressOf, type Look } from './look.js';
import type { Performed } from './property.js';
import { isTarget, type PageTarget, type PlanStep } from './step.js';
import { isRead } from './traffic.js';

/** What the use of an element has caused so far. */
interface Effects {
  uses: number;
  reads: number;
  writes: number;
  /** The most requests that one use has caused. */
  calls: number;
}

/** A place in the application, and how to get there. */
interface KnownPlace {
  readonly steps: readonly PlanStep[];
  visits: number;
}

/** How many steps may lead to a place. */
const FAR = 5;

/** The elements that do the same to different records have one name. */
export function groupOf({ role, name, kind, path }: Pick<Line, 'role' | 'name' | 'kind' | 'path'>): string {
  const start = `${path.join('/')}/${role}`;
  if (kind !== name) return `${start} ${kind}`;
  const isItem = path.some((one) => ['listitem', 'row', 'gridcell'].includes(one));
  const [word = ''] = name.split(' ');
  return `${start} ${isItem ? (name.includes(' ') ? word.length : '') : name}`;
}

export class Memory {
  readonly #effects = new Map<string, Effects>();
  readonly #places = new Map<string, KnownPlace>();
  readonly #tried = new Map<string, number>();

  get places(): number {
    return this.#places.size;
  }

  effectsOf(group: string): Effects {
    return getOrInsert(this.#effects, group, () => ({ uses: 0, reads: 0, writes: 0, calls: 0 }));
  }

  triesOf(target: PageTarget): number {
    return this.#tried.get(JSON.stringify(target)) ?? 0;
  }

  /** Learns from a step. */
  learn({ step, before, calls }: Performed): void {
    if (!('target' in step)) return;
    const { target } = step;
    this.#tried.set(JSON.stringify(target), this.triesOf(target) + 1);
    const line = before.lines.find((one) => isTarget(one, target));
    if (line === undefined) return;
    const effects = this.effectsOf(groupOf(line));
    effects.uses += 1;
    effects.calls = Math.max(effects.calls, calls.length);
    effects.reads += calls.filter(isRead).length > 0 ? 1 : 0;
    effects.writes += calls.some((call) => !isRead(call)) ? 1 : 0;
  }

  /** Remembers how a place was reached, the first time that it was. */
  visit(look: Look, steps: readonly PlanStep[]): boolean {
    const key = `${addressOf(look).replaceAll(/\d+/g, '…')}\n${look.shape}`;
    const known = this.#places.get(key);
    if (known !== undefined || steps.length > FAR) return false;
    if (steps.some(({ network = 'ok', do: act }) => network !== 'ok' || act === 'advance' || act === 'other'))
      return false;
    this.#places.set(key, { steps, visits: 0 });
    return true;
  }

  /** The steps to the place from which the fewest runs have begun. */
  nextPlace(): readonly PlanStep[] {
    const all = [...this.#places.values()];
    const [first] = all.sort((a, b) => a.visits - b.visits || a.steps.length - b.steps.length);
    if (first === undefined) return [];
    first.visits += 1;
    return first.steps;
  }
}
