import { checkOptions } from '../foundation/check-options.js';
import { type ReplayOptions, replayOptionNames } from './mock-options.js';
import type { Replay } from './replay-steps.js';

/**
 * Repeats a trace in a new mock: sends each API request at its recorded time, repeats what other calls changed, and compares
 * every answer, and the state at the end, byte for byte. Nothing waits: delays and held answers take no time.
 *
 * @example
 * const { differences } = await replay(JSON.parse(await readFile('failed.trace.json', 'utf8')), { scenarios: [newsroom] });
 * @throws MockError `malformed_data` for an invalid trace or option, and for a trace whose calls do not fit the replayed state;
 * `not_found` for an unknown scenario; `conflict` if the scenario has other records than the trace began with.
 */
export async function replay(trace: unknown, options: ReplayOptions = {}): Promise<Replay> {
  checkOptions('replay', options, replayOptionNames);
  // Loaded on demand: few pages and tests replay a trace.
  const { replayAll } = await import('./replay-steps.js');
  return replayAll(trace, options);
}
