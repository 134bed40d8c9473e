// Makes a finding of what was seen in a run: shrunk, replayed, and written as a test.
import { type Bug, sentenceOf } from './finding.js';
import type { WholePlan } from './rehearse.js';
import { type PlanReplay, replaySteps } from './replay.js';
import type { Seen } from './run.js';
import { shrink } from './shrink.js';
import { shrinkRecords } from './shrink-records.js';
import { EMPTY, startFrom } from './small-scenario.js';
import { LeadsAway } from './stage.js';
import type { Plan, PlanStep } from './step.js';
import type { PageCall } from './traffic.js';
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

/** A plan that was done several times. */
interface RepeatedPlan {
  readonly world: ExploredApp;
  readonly start: Pick<Plan, 'scenario' | 'clock' | 'records' | 'persona'>;
  readonly steps: readonly PlanStep[];
  readonly replays: readonly PlanReplay[];
}

/** `all` are the steps after which it was seen, and `calls` what the page asked for meanwhile. */
export async function confirm(
  whole: PlanStart,
  wanted: Seen,
  all: readonly PlanStep[],
  calls: readonly PageCall[],
): Promise<Bug> {
  const { world, scenario, persona } = whole;
  let latest: Pick<WholePlan, 'sentence' | 'calls'> = { sentence: wanted.sentence, calls };
  const steps = await shrink(all, async (some) => {
    const replay = await replaySteps(world, some, wanted);
    if (replay.seen === undefined) return undefined;
    latest = { sentence: replay.seen.sentence, calls: replay.calls };
    return replay.done;
  });
  const small = await inSmallScenario(world, wanted, { steps, ...latest, email: world.options.email });
  const start = { scenario, ...(persona !== undefined && { persona }) };
  return bugOf(small ?? (await repeat({ world, start, steps }, wanted)), wanted);
}

/** The plan with few records. Undefined if it needs more, or does not come back each time. */
async function inSmallScenario(world: ExploredApp, wanted: Seen, whole: WholePlan): Promise<RepeatedPlan | undefined> {
  const { mock, email } = world.options;
  const found = await shrinkRecords(mock, whole, async (small, some) => {
    const replay = await replaySteps(world.with(small), some, wanted).catch(unlessAway);
    return replay?.seen !== undefined && replay.done.length === some.length;
  });
  if (found === undefined) return undefined;
  const start = { scenario: EMPTY, ...found.start, ...(email !== undefined && { persona: email }) };
  const repeated = await repeat({ world: world.with(startFrom(mock, found.start)), start, steps: found.steps }, wanted);
  return repeated.replays.every((replay) => replay.seen !== undefined) ? repeated : undefined;
}

/** With few records, the application may lead away as soon as it is opened. */
function unlessAway(error: unknown): undefined {
  if (!(error instanceof LeadsAway)) throw error;
}

async function repeat(plan: Omit<RepeatedPlan, 'replays'>, wanted: Seen): Promise<RepeatedPlan> {
  // At once: each waits for its page most of the time.
  const replays = await Promise.all(
    Array.from({ length: REPLAYS }, (_, i) => replaySteps(plan.world, plan.steps, wanted, i === REPLAYS - 1)),
  );
  return { ...plan, replays };
}

function bugOf({ world, start, steps, replays }: RepeatedPlan, wanted: Seen): Bug {
  const last = replays.at(-1) as PlanReplay;
  const { steps: _, ...violation } = last.seen ?? wanted;
  const { property, key } = wanted;
  const { mock, url, loginModule, config } = world.options;
  const { scenario, ...from } = start;
  const head = { format: 'briefs-mock/plan', version: 1, scenario, seed: mock.seed, ...from } as const;
  const plan: Plan = { ...head, property, key, sentence: sentenceOf(steps, violation), steps };
  const instead = replays.filter(({ seen }) => seen === undefined).map(insteadOf);
  return {
    plan,
    violation,
    test: writtenTest({ plan, violation, replay: last, mock, url, loginModule, ignore: config.ignore }),
    replays: { again: replays.length - instead.length, of: replays.length },
    ...(instead.length > 0 && { instead }),
    trace: last.trace,
    screenshots: last.screenshots ?? { before: Buffer.alloc(0), after: Buffer.alloc(0) },
  };
}

function insteadOf({ others, done }: PlanReplay): string {
  if (others.length > 0) return others.map(({ sentence }) => sentence).join('; ');
  return `nothing was wrong after ${done.length} steps`;
}
