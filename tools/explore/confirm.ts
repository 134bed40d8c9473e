// Makes a finding of what was seen in a run: shrunk, replayed, and written as a test.
import { type Bug, sentenceOf } from './finding.js';
import { type PlanReplay, replaySteps } from './replay.js';
import type { Seen } from './run.js';
import { shrink } from './shrink.js';
import type { Plan, PlanStep } from './step.js';
import type { ExploredApp } from './world.js';
import { writtenTest } from './written/test.js';

/** Where the plans of an exploration start. */
export interface PlanStart {
  readonly world: ExploredApp;
  readonly scenario: string;
  readonly persona: string | undefined;
}

/** How many times a finding is replayed before it is reported. */
const REPLAYS = 5;

export async function confirm(
  { world, scenario, persona }: PlanStart,
  wanted: Seen,
  all: readonly PlanStep[],
): Promise<Bug> {
  const leads = async (steps: readonly PlanStep[]) => {
    const { seen, done } = await replaySteps(world, steps, wanted);
    return seen === undefined ? undefined : done;
  };
  const steps = await shrink(all, leads);
  // At once: each waits for its page most of the time.
  const replays = await Promise.all(
    Array.from({ length: REPLAYS }, (_, i) => replaySteps(world, steps, wanted, i === REPLAYS - 1)),
  );
  const last = replays.at(-1) as PlanReplay;
  const again = replays.filter(({ seen }) => seen !== undefined).length;
  const { steps: _, ...violation } = last.seen ?? wanted;
  const { property, key } = wanted;
  const { mock, url } = world.options;
  const sentence = sentenceOf(steps, violation);
  const head = { format: 'briefs-mock/plan', version: 1, scenario, seed: mock.seed } as const;
  const plan: Plan = { ...head, ...(persona !== undefined && { persona }), property, key, sentence, steps };
  const instead = replays.filter(({ seen }) => seen === undefined).map(insteadOf);
  return {
    plan,
    violation,
    test: writtenTest({ plan, violation, replay: last, mock, url }),
    replays: { again, of: replays.length },
    ...(instead.length > 0 && { instead }),
    trace: last.trace,
    screenshots: last.screenshots ?? { before: Buffer.alloc(0), after: Buffer.alloc(0) },
  };
}

function insteadOf({ others, done }: PlanReplay): string {
  if (others.length > 0) return others.map(({ sentence }) => sentence).join('; ');
  return `nothing was wrong after ${done.length} steps`;
}
