// Does a plan again, and tells what came of it.
import type { Trace } from '../../src/index.js';
import { properties } from './properties/index.js';
import type { Property } from './property.js';
import { execute, type PageRun, type Seen } from './run.js';
import type { PageTarget, Plan, PlanStep } from './step.js';
import type { PageCall } from './traffic.js';
import type { ExploredApp } from './world.js';

/** What a plan must lead to. */
export type Wanted = Pick<Plan, 'property' | 'key'>;

export interface PlanReplay {
  /** What was looked for, if it was seen. */
  readonly seen: Seen | undefined;
  /** What else was seen. */
  readonly others: readonly Seen[];
  readonly done: readonly PlanStep[];
  /** What steps use and the page does not have. */
  readonly missing: readonly PageTarget[];
  readonly calls: readonly PageCall[];
  readonly hasServiceWorker: boolean;
  /** Whether the page has cookies that last longer than the browser is open. */
  readonly hasLastingCookies: boolean;
  readonly trace: Trace;
  readonly screenshots: { readonly before: Buffer; readonly after: Buffer } | undefined;
}

/** The property that a plan is about; an own one is checked in any case. */
const only = (name: string): readonly Property[] => properties.filter((property) => property.name === name);

export async function replaySteps(
  world: ExploredApp,
  steps: readonly PlanStep[],
  wanted: Wanted,
  withPictures = false,
): Promise<PlanReplay> {
  const isWanted = (seen: Seen) => seen.property === wanted.property && seen.key === wanted.key;
  const pictures: Buffer[] = [];
  const takePicture = async ({ stage }: PageRun) => {
    const picture = withPictures ? await stage.picture().catch(() => undefined) : undefined;
    if (picture !== undefined) pictures.push(picture);
  };
  const { seen, done, missing, run } = await execute(world, steps, only(wanted.property), isWanted, takePicture);
  try {
    await takePicture(run);
    const [before, after] = [pictures.at(-2) ?? pictures.at(-1), pictures.at(-1)];
    const { traffic, mock, hasServiceWorker } = run.stage;
    return {
      seen: seen.find(isWanted),
      others: seen.filter((one) => !isWanted(one)),
      done,
      missing,
      calls: traffic.calls,
      hasServiceWorker,
      hasLastingCookies: (await run.stage.cookies()).some(({ expires }) => expires > 0),
      trace: mock.trace({ redact: true }),
      screenshots: before && after && { before, after },
    };
  } finally {
    await run.close();
  }
}
