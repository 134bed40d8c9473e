import type { Trace } from '../../src/index.js';
import type { Violation } from './property.js';
import { describeStep, type Plan, type PlanStep } from './step.js';

/** Something wrong with an application, with the shortest plan that leads to it. */
export interface Bug {
  readonly plan: Plan;
  /** What was seen at the end of the plan. */
  readonly violation: Violation;
  /** The plan as the statements of a Playwright test. */
  readonly test: string;
  /** How many of the replays led to it. */
  readonly replays: { readonly again: number; readonly of: number };
  /** What was seen instead, if it did not come back each time. */
  readonly instead?: readonly string[];
  readonly trace: Trace;
  readonly screenshots: { readonly before: Buffer; readonly after: Buffer };
}

export const isStable = ({ replays }: Bug) => replays.again === replays.of;

/** One sentence on one line: the steps, then what is wrong. */
export function sentenceOf(steps: readonly PlanStep[], violation: Violation): string {
  const acts = steps.map(describeStep);
  const whole = acts.length === 0 ? 'Open the page' : acts.join('; then ');
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}: ${violation.sentence.replaceAll(/\s+/g, ' ')}.`;
}
