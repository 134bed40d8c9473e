import * as z from 'zod';
import { expectValid } from '../foundation/validate.js';
import type { Report, Result } from './report.js';

const knownDifferences = z.strictObject({
  /** Always the same text, by which the file is known. */
  format: z.literal('briefs-mock-conform-baseline'),
  /** The version of the format. */
  version: z.literal(1),
  /** By the ids of their cases. */
  differences: z.record(
    z.string(),
    z.strictObject({
      /** The day on which it was listed first. */
      since: z.iso.date(),
      /** What differs: the step and the place in its answer. */
      where: z.array(z.string()),
    }),
  ),
});

/** The differences that a team knows. */
export type Baseline = z.output<typeof knownDifferences>;

/** @throws MockError `malformed_data` for anything but a baseline. */
export function expectBaseline(value: unknown): Baseline {
  return expectValid(knownDifferences, value, { root: ['baseline'] });
}

/** The day since when a baseline lists the difference of a result; undefined if it does not, or lists another difference. */
export function knownSince({ id, difference }: Result, { differences }: Baseline): string | undefined {
  const known = differences[id];
  return difference !== undefined && known?.where.join() === whereOf(difference).join() ? known.since : undefined;
}

/**
 * The baseline after a run: the differences that it found, except those of switches, which a mock can be set to. Those of cases that
 * the run did not tell stay.
 */
export function baselineAfter({ results, at, behavior }: Report, previous?: Baseline): Baseline {
  const differences: Baseline['differences'] = { ...previous?.differences };
  for (const { id, outcome, difference, knownSince: since = at.slice(0, 10), switch: key } of results) {
    if (outcome === 'could not tell') continue;
    delete differences[id];
    if (difference === undefined || (key !== undefined && key in behavior)) continue;
    differences[id] = { since, where: whereOf(difference) };
  }
  return { format: 'briefs-mock-conform-baseline', version: 1, differences };
}

function whereOf({ step, problems }: NonNullable<Result['difference']>): string[] {
  return problems.map(({ path }) => `step ${step}: ${path}`);
}
