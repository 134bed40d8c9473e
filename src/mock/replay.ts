import type { TraceRequest } from '../session/trace-format.js';
import type { ReplayOptions } from './assemble.js';
import type { Mock } from './mock.js';
import type { ReplayedAnswer } from './traced-exchange.js';

/** An answer that is not the recorded one. */
export interface ReplayDifference {
  /** The number of the API request in the trace, from 1. */
  readonly number: number;
  /** The request, as recorded. */
  readonly request: TraceRequest;
  /** The recorded answer. */
  readonly expected: ReplayedAnswer;
  /** The answer of the replay. */
  readonly actual: ReplayedAnswer;
}

/** The result of a replay. */
export interface Replay {
  /** A mock in the situation after the last entry: state, fault rules, named snapshots, journal, history. It goes on from there. */
  readonly mock: Mock;
  /** The number of API requests that were replayed. */
  readonly requests: number;
  /** What was left out because the trace lacks its secrets; undefined if nothing was. */
  readonly redacted?: Redacted;
  /** The answers that differ, in order. */
  readonly differences: readonly ReplayDifference[];
  /** The fingerprints of the state at the end, if they differ. Not compared if the replay stopped before the end. */
  readonly fingerprint:
    | {
        /** The recorded one. */
        readonly expected: string;
        /** That of the state after the replay. */
        readonly actual: string;
      }
    | undefined;
}

/** What a replay left out because its secrets are hidden. */
interface Redacted {
  /** The number of requests that were left out. */
  readonly requests: number;
  /** The replay ended before the request with this number, which had written: what follows depends on it. */
  readonly stoppedBefore?: number;
}

/**
 * Repeats a trace in a new mock: sends each API request at its recorded time, repeats what other calls changed, and compares
 * every answer, and the state at the end, byte for byte. Nothing waits: delays and held answers take no time.
 *
 * @example
 * const { differences } = await replay(JSON.parse(await readFile('failed.trace.json', 'utf8')), { scenarios: [newsroom] });
 * @throws MockError `malformed_data` for an invalid trace, and for one whose calls do not fit the replayed state; `not_found` for
 * an unknown scenario; `conflict` if the scenario has other records than the trace began with.
 */
export async function replay(trace: unknown, options: ReplayOptions = {}): Promise<Replay> {
  // Loaded on demand: few pages and tests replay a trace.
  const { replayAll } = await import('./replay-steps.js');
  return replayAll(trace, options);
}
