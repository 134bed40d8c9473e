// Makes a plan as small as it can be while the same still goes wrong.
import type { PlanStep } from './step.js';

/** Whether the steps lead to the finding. Resolves with those that could be done, undefined if they do not lead to it. */
export type Leads = (steps: readonly PlanStep[]) => Promise<readonly PlanStep[] | undefined>;

/** How many times a plan is tried while it is shrunk. */
const TRIES = 40;

export async function shrink(steps: readonly PlanStep[], leads: Leads): Promise<readonly PlanStep[]> {
  let left = TRIES;
  const tried = new Set<string>();
  const attempt: Leads = async (candidate) => {
    const text = JSON.stringify(candidate);
    if (tried.has(text) || left === 0) return undefined;
    tried.add(text);
    left -= 1;
    return leads(candidate);
  };
  let smallest = await withoutStart(steps, attempt);
  smallest = await withoutParts(smallest, attempt);
  for (let i = 0; i < smallest.length; i += 1) {
    for (const simpler of simplerThan(smallest[i] as PlanStep)) {
      const found = await attempt(smallest.with(i, simpler));
      if (found === undefined) continue;
      smallest = found;
      break;
    }
  }
  return smallest;
}

/** Most plans need their last steps alone. Without any step, nothing is wrong: that was seen before the first. */
async function withoutStart(steps: readonly PlanStep[], attempt: Leads): Promise<readonly PlanStep[]> {
  for (let kept = 1; kept < steps.length; kept *= 2) {
    const found = await attempt(steps.slice(steps.length - kept));
    if (found !== undefined) return found;
  }
  return steps;
}

/**
 * Delta debugging: removes halves, then quarters, down to single parts. `attempt` resolves with what is left, undefined if the rest
 * does not do.
 */
export async function withoutParts<Part>(
  parts: readonly Part[],
  attempt: (parts: readonly Part[]) => Promise<readonly Part[] | undefined>,
): Promise<readonly Part[]> {
  let smallest = parts;
  for (let size = Math.ceil(parts.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < smallest.length && smallest.length > 1; ) {
      const candidate = [...smallest.slice(0, from), ...smallest.slice(from + size)];
      const found = candidate.length === 0 ? undefined : await attempt(candidate);
      if (found === undefined) from += size;
      else smallest = found;
    }
  }
  return smallest;
}

/** Simpler steps in place of a step, the simplest first. */
function simplerThan(step: PlanStep): PlanStep[] {
  const { network = 'ok', request = 0, ...plain } = step;
  const simpler: PlanStep[] = [];
  if (network !== 'ok') simpler.push(plain as PlanStep);
  if (network === 'slow') simpler.push({ ...step, network: 'hold' });
  if (request > 0) simpler.push({ ...plain, network } as PlanStep);
  if ('target' in step && step.target.place > 0) simpler.push({ ...step, target: { ...step.target, place: 0 } });
  if (step.do === 'fill' && step.input.length > 2 && !step.input.includes('@')) {
    const { wrong: _, ...rest } = step;
    simpler.push({ ...rest, input: step.input.slice(0, 2) });
  }
  return simpler;
}
