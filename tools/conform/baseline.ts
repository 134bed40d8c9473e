import * as z from 'zod/mini';
import { formatOf } from '../../src/foundation/file-kind.js';
import { expectValid } from '../../src/foundation/validate.js';
import type { Report, Result } from './report.js';

const knownDifferences = z.strictObject({
  /** A constant text that identifies the file. */
  format: z.literal('briefs-mock-conform-baseline'),
  /** The version of the format. */
  version: z.literal(1),
  /** The differences, by the ids of their cases. */
  differences: z.record(
    z.string(),
    z.strictObject({
      /** The day on which it was listed first. */
      since: z.iso.date(),
      /** What differs: the step, or the status of recorded answers, and the place in the answer. */
      where: z.array(z.string()),
    }),
  ),
});

/** The differences that a team knows about. */
export type Baseline = z.output<typeof knownDifferences>;

/** @throws MockError `malformed_data` for anything but a baseline. */
export function expectBaseline(value: unknown): Baseline {
  expectValid(formatOf(knownDifferences), value, { root: ['baseline'] });
  return expectValid(knownDifferences, value, { root: ['baseline'] });
}

/** The results, each with the day since when a baseline lists its differences. */
export function withKnown(results: readonly Result[], baseline: Baseline | undefined): readonly Result[] {
  return results.map((result) => ({ ...result, knownSince: baseline && knownSince(result, baseline) }));
}

/** Undefined if a baseline lists none of the differences of a result, or others. */
function knownSince(result: Result, { differences }: Baseline): string | undefined {
  const known = differences[result.id];
  const places = placesOf(result);
  const listed = known?.where.map(withoutIndexes);
  return places.length > 0 && places.every((place) => listed?.includes(place)) ? known?.since : undefined;
}

/**
 * The baseline after a run: the differences that it found, except those of switches, which a mock can be set to. The differences
 * of inconclusive cases stay, and those of answers that a partial run may not have seen.
 */
export function baselineAfter({ results, at, behavior, partial }: Report, previous?: Baseline): Baseline {
  const differences: Baseline['differences'] = { ...previous?.differences };
  for (const result of results) {
    const { id, outcome, knownSince = at.slice(0, 10), switch: key, findings } = result;
    if (outcome === 'could not tell') continue;
    const before = differences[id];
    const kept = partial && findings !== undefined ? before : undefined;
    if (outcome === 'agrees' && kept !== undefined) continue;
    delete differences[id];
    if (outcome === 'agrees' || (key !== undefined && key in behavior)) continue;
    const where = [...new Set([...(kept?.where ?? []), ...placesOf(result)])];
    // A difference that has one more place is not another one.
    const since = before?.where.some((place) => where.includes(withoutIndexes(place))) ? before.since : knownSince;
    differences[id] = { since, where };
  }
  return { format: 'briefs-mock-conform-baseline', version: 1, differences };
}

function placesOf({ difference, findings = [] }: Result): string[] {
  if (difference === undefined) return findings.map(({ where }) => where);
  return [...new Set(difference.problems.map(({ path }) => withoutIndexes(`step ${difference.step}: ${path}`)))];
}

/** The same record can have another index in a list on another day. */
function withoutIndexes(place: string): string {
  return place.replaceAll(/\.\d+(?=\.|$)/g, '[]');
}
