import type { JournalCapture } from './journaled-requests.js';
import type { SessionLimits } from './session-limits.js';
import type { SessionLog } from './session-log.js';

/** The maximum number of sessions whose journals can be read after their end. */
export const ENDED_LIMIT = 20;

/** What is known of the sessions that have ended, at one moment. */
export interface EndedSessionsCapture {
  /** Their journals, the latest last. */
  readonly ended: readonly (readonly [id: string, journal: JournalCapture])[];
  readonly losses: readonly (readonly [id: string, reason: string])[];
}

/** The journals of sessions that have ended, and why those ended that nobody asked to end. */
export class EndedSessions {
  readonly #limits: SessionLimits;
  /** The logs, by id, the latest last. */
  #logs = new Map<string, SessionLog>();
  /** The reasons, by id, until a request names the session again; the earliest is first. */
  #losses = new Map<string, string>();

  constructor(limits: SessionLimits) {
    this.#limits = limits;
  }

  logOf(id: string): SessionLog | undefined {
    return this.#logs.get(id);
  }

  lossOf(id: string): string | undefined {
    return this.#losses.get(id);
  }

  add(id: string, log: SessionLog): void {
    // The latest is last, also if a session of this name has ended before.
    this.#logs.delete(id);
    this.#logs.set(id, log);
    limit(this.#logs, ENDED_LIMIT);
  }

  addLoss(id: string, reason: string): void {
    this.#losses.set(id, reason);
    limit(this.#losses, this.#limits.max);
  }

  forgetLoss(id: string): void {
    this.#losses.delete(id);
  }

  capture(): EndedSessionsCapture {
    return {
      ended: Array.from(this.#logs, ([id, log]) => [id, log.journaled.capture()]),
      losses: [...this.#losses],
    };
  }

  replace(logs: Iterable<readonly [string, SessionLog]>, losses: EndedSessionsCapture['losses']): void {
    this.#logs = new Map(logs);
    this.#losses = new Map(losses);
  }
}

/** Drops the earliest entry if there is one too many. */
function limit(entries: Map<string, unknown>, max: number): void {
  const [earliest] = entries.keys();
  if (earliest !== undefined && entries.size > max) entries.delete(earliest);
}
