import type { Behavior, BehaviorOptions } from '../../src/protocol/behavior.js';
import type { Switch } from './case.js';
import type { Calibration, Result } from './report.js';

/** What the results of the cases say about each switch. */
export function calibrate(
  results: readonly Result[],
  behavior: Behavior,
): { readonly switches: readonly Calibration[]; readonly behavior: BehaviorOptions } {
  const switches = (Object.keys(behavior) as Switch[])
    .map((key) =>
      sideOf(
        key,
        behavior[key],
        results.filter((result) => result.switch === key),
      ),
    )
    .filter((calibration) => calibration !== undefined);
  const others = switches.filter(({ side, observed }) => side === 'the other side' && !isUnknownList(observed));
  return { switches, behavior: Object.fromEntries(others.map(({ switch: key, observed }) => [key, observed])) };
}

/** The server has a list, but nothing was given that could be in it. */
function isUnknownList(observed: unknown): boolean {
  return Array.isArray(observed) && observed.length === 0;
}

/** Undefined if no case of the switch was selected. */
function sideOf(key: Switch, expected: unknown, results: readonly Result[]): Calibration | undefined {
  if (results.length === 0) return undefined;
  const about = { switch: key, expected };
  const observed = new Map(
    results
      .filter((result) => 'observed' in result)
      .map((result) => [JSON.stringify(result.observed), result.observed]),
  );
  if (observed.size > 1) {
    return { ...about, side: 'could not tell', note: `its cases observed ${[...observed.keys()].join(' and ')}` };
  }
  for (const [text, value] of observed) {
    const side = text === JSON.stringify(expected) ? 'this side' : 'the other side';
    return { ...about, side, observed: value, ...(side === 'the other side' && { note: notes[key] }) };
  }
  const differs = results.find(({ outcome }) => outcome === 'differs');
  const note = differs === undefined ? results[0]?.missing : `the server does something else: see ${differs.id}`;
  return { ...about, side: 'could not tell', note };
}

/** What a run cannot know about the value of a switch. */
const notes: Readonly<Partial<Record<Switch, string>>> = {
  serviceToken: 'the token of the server is not written down; this one is for the mock only',
  requestFrom: 'the values of --request-from that the server accepts',
  corsOrigin: 'the origins of --origin that the server allows',
};
